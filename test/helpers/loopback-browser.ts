import puppeteer, {type Browser} from 'puppeteer';
import {readConfig} from '../../shared/config/config.ts';

/** A name of this machine that a browser trusts no more than any other without HTTPS, unlike `127.0.0.1`. */
export const LAN_HOST = 'nas.test';
const CALL_LIMIT_MS = 180_000;
/** A machine that is busy with other tests takes its time; below the two minutes after which ava gives up a silent file. */
const LAUNCH_LIMIT_MS = 110_000;

/** The service's Chromium, with scripts and a network that ends at this machine: every other host is unknown to it. */
export function launchLoopbackBrowser(more: string[] = []): Promise<Browser> {
	const args = [
		...more,
		`--host-resolver-rules=MAP ${LAN_HOST} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost`,
		'--disable-component-update',
		'--no-pings',
	];
	// Chromium refuses to sandbox as root.
	if (process.getuid?.() === 0) args.push('--no-sandbox');
	const {chromium: executablePath} = readConfig();
	return puppeteer.launch({executablePath, args, pipe: true, timeout: LAUNCH_LIMIT_MS, protocolTimeout: CALL_LIMIT_MS});
}
