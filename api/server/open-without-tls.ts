import type {Config} from '../../shared/config.ts';

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/;

type Reach = Pick<Config, 'baseUrl' | 'host' | 'registration' | 'trustedProxies'>;

/**
 * Returns a warning where strangers can make accounts over plain HTTP: registration is open, BASE_URL is no https, and the service is reached from other
 * machines. Behind a proxy BASE_URL says whether it is, because the address that the API listens on says nothing then. Null where all is well.
 */
export function openWithoutTls({baseUrl, host, registration, trustedProxies}: Reach): string | null {
	const {protocol, hostname} = new URL(baseUrl);
	if (registration === 'closed' || protocol === 'https:') return null;
	const isReached = !LOOPBACK.test(hostname) || (trustedProxies === 0 && !LOOPBACK.test(host));
	if (!isReached) return null;
	return `Anyone who reaches ${baseUrl} can make an account, and passwords travel unencrypted: set REGISTRATION=closed, or serve HTTPS (docs/install.md#https).`;
}
