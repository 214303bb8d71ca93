import {createInterface} from 'node:readline';
import {type AuthorizationServer, askFor, codeFrom, type Question, redeem, type Tokens} from '../../client/sign-in.ts';
import {SignInError} from '../../client/sign-in-error.ts';
import {openUrl} from '../../shared/process/open-url.ts';
import type {Output} from '../output.ts';
import {openLanding, type Said} from './landing.ts';

type Options = {noBrowser: boolean; timeoutMs: number; signal: AbortSignal};

/** Codes of the service, where somebody pastes one alone. */
const CODE = /^[\w-]{20,200}$/;

/** Lets the person be asked in their browser, here or elsewhere, and returns what the program gets. Leaves nothing behind, however it ends. */
export async function askInBrowser(
	server: AuthorizationServer,
	clientId: string,
	{noBrowser, timeoutMs, signal}: Options,
	output: Output,
): Promise<Tokens> {
	const landing = await openLanding();
	const question = await askFor(server, clientId, landing.redirect);
	const arrived = landing.arrive(url => codeFrom(url, question, server));
	const stops = new AbortController();
	// Of all that is waited for, one comes; the others are no errors.
	arrived.catch(() => undefined);
	let said: Said = 'failed';
	try {
		signal.throwIfAborted();
		const isOpen = !noBrowser && (await openUrl(question.url, process.env));
		tell(question.url, {isOpen, noBrowser}, output);
		const pasted = noBrowser || process.stdin.isTTY ? readPasted(question, server, stops.signal, output) : null;
		const code = await Promise.race([arrived, ...(pasted ? [pasted] : []), over(timeoutMs, stops.signal), ended(signal, stops.signal)]);
		const tokens = await redeem(server, code, question).catch(explain);
		said = 'done';
		return tokens;
	} catch (error) {
		if (error instanceof SignInError && error.fault === 'denied') said = 'denied';
		throw error;
	} finally {
		stops.abort();
		await landing.end(said);
	}
}

function tell(url: string, {isOpen, noBrowser}: {isOpen: boolean; noBrowser: boolean}, output: Output): void {
	const open = isOpen
		? 'Your browser asks whether to allow it. If it does not open, open this yourself'
		: `${noBrowser ? 'Open' : 'No browser could be opened here. Open'} this where you have one, and allow it`;
	output.warn(`${open}:\n\n  ${url}\n`);
	if (isOpen) return;
	if (noBrowser || process.stdin.isTTY)
		output.warn('On another machine the page after that is not found: copy its URL from the address bar, and paste it here.');
}

/** The code out of what somebody pastes: the URL at which the browser ended, or the code alone, which fits no other sign-in anyway. */
function readPasted(question: Question, server: AuthorizationServer, stop: AbortSignal, output: Output): Promise<string> {
	const lines = createInterface({input: process.stdin, terminal: false});
	stop.addEventListener('abort', () => {
		lines.close();
		process.stdin.unref?.();
	});
	return new Promise((resolve, reject) => {
		lines.on('line', line => {
			const text = line.trim();
			if (!text) return;
			if (CODE.test(text)) return resolve(text);
			if (!URL.canParse(text)) return output.warn('That is no URL: paste the whole address at which the browser has ended.');
			try {
				resolve(codeFrom(text, question, server));
			} catch (error) {
				if (!(error instanceof SignInError) || error.fault !== 'foreign') return reject(error);
				output.warn('That is not where this sign-in ends: open the URL above, allow it, and paste the address after that.');
			}
		});
	});
}

/** Rejects if no answer comes in time. */
function over(timeoutMs: number, stop: AbortSignal): Promise<never> {
	return new Promise((_, reject) => {
		const seconds = Math.round(timeoutMs / 1000);
		const words = seconds >= 120 ? `${Math.round(seconds / 60)} minutes` : seconds === 1 ? 'a second' : `${seconds} seconds`;
		const timer = setTimeout(
			() => reject(new SignInError('refused', `Nobody allowed it within ${words}. Nothing is kept; run it again.`)),
			timeoutMs,
		);
		stop.addEventListener('abort', () => clearTimeout(timer));
	});
}

function ended(signal: AbortSignal, stop: AbortSignal): Promise<never> {
	return new Promise((_, reject) => {
		const end = () => reject(signal.reason as Error);
		signal.addEventListener('abort', end);
		stop.addEventListener('abort', () => signal.removeEventListener('abort', end));
	});
}

function explain(error: unknown): never {
	if (error instanceof SignInError && error.fault === 'ended')
		throw new SignInError('ended', 'This code was used before, is too old, or belongs to another sign-in. Run "roteiro login" again.');
	throw error;
}
