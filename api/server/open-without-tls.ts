import type {Config} from '../../shared/config/config.ts';

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/;

type Reach = Pick<Config, 'baseUrl' | 'host' | 'registration' | 'trustedProxies'>;

/**
 * Returns a warning if strangers can create accounts over plain HTTP: registration is open, BASE_URL is not https, and
 * other machines reach the service. Behind a proxy BASE_URL decides the last, because the API's own address does not
 * tell it. Returns null if there is no such risk.
 */
export function openWithoutTls({baseUrl, host, registration, trustedProxies}: Reach): string | null {
	const {protocol, hostname} = new URL(baseUrl);
	if (registration === 'closed' || protocol === 'https:') return null;
	const isReached = !LOOPBACK.test(hostname) || (trustedProxies === 0 && !LOOPBACK.test(host));
	if (!isReached) return null;
	return `Anyone who reaches ${baseUrl} can make an account, and passwords travel unencrypted: set REGISTRATION=closed, or serve HTTPS (docs/install.md#https).`;
}
