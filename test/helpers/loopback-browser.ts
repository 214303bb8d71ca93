import puppeteer, {type Browser} from 'puppeteer';
import {readConfig} from '../../shared/config.ts';

const CALL_LIMIT_MS = 180_000;

/** The service's Chromium, with scripts and a network that ends at 127.0.0.1: every other host is unknown to it. */
export function launchLoopbackBrowser(): Promise<Browser> {
	const args = ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1', '--disable-component-update', '--no-pings'];
	// Chromium refuses to sandbox as root.
	if (process.getuid?.() === 0) args.push('--no-sandbox');
	return puppeteer.launch({executablePath: readConfig().chromium, args, pipe: true, protocolTimeout: CALL_LIMIT_MS});
}
