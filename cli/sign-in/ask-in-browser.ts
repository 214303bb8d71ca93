import {createHash} from 'node:crypto';
import {once} from 'node:events';
import {createServer, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {createInterface} from 'node:readline';
import {type AuthorizationServer, askFor, codeFrom, type Question, redeem, SignInError, type Tokens} from '../../client/sign-in.ts';
import {matchLanguage} from '../../shared/contract/page-language.ts';
import type {Command} from '../../shared/locales/language.ts';
import {COMMAND} from '../../shared/locales/languages.ts';
import {openUrl} from '../../shared/process/open-url.ts';
import type {Output} from '../output.ts';

type Options = {noBrowser: boolean; timeoutMs: number; signal: AbortSignal};

/** Codes of the service, where somebody pastes one alone. */
const CODE = /^[\w-]{20,200}$/;

/** How a sign-in ended. */
type Said = keyof Command['signedIn'];

const STYLE = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:light-dark(#f6f7f9,#16181d);color:light-dark(#1b1f27,#eef0f4);font:16px/1.5 system-ui,sans-serif}
main{max-width:26rem;margin:1rem;padding:2rem;border:1px solid light-dark(#dfe3ea,#333945);border-radius:14px;background:light-dark(#fff,#1d2027)}
b{color:light-dark(#1d4e89,#8ab8f0)}
h1{margin:.5rem 0;font-size:1.4rem;line-height:1.25}
p{margin:0;color:light-dark(#545b69,#a9b0bd)}`;
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export const LANDING_PATH = '/callback';

type Landing = {
	/** The URL to which the service redirects the browser. */
	redirect: string;
	/** Waits for the browser to come back with the code. `read` throws if it comes with something else. */
	arrive(read: (url: string) => string): Promise<string>;
	/** Shows to the browser how it ended, and closes. */
	end(said: Said): Promise<void>;
};

/** Has the person asked in a browser, here or elsewhere, and returns the tokens. Leaves nothing behind, however it ends. */
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

/** Returns the code from pasted text: the last URL of the browser, or the code alone, which fits no other sign-in anyway. */
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

/** Listens on this machine alone, on a free port, until the browser is led back (RFC 8252). */
async function openLanding(): Promise<Landing> {
	const waiting: Array<{response: ServerResponse; language: string | undefined}> = [];
	let read: (url: string) => string = () => {
		throw new SignInError('foreign', 'Nothing was asked yet.');
	};
	let settle: {resolve(code: string): void; reject(error: unknown): void} | null = null;
	const server = createServer((request, response) => {
		const language = request.headers['accept-language'];
		const url = `http://127.0.0.1${request.url}`;
		if (request.method !== 'GET' || !URL.canParse(url) || new URL(url).pathname !== LANDING_PATH) return void response.writeHead(404).end();
		try {
			const code = read(url);
			// Shown once the code was traded in; a page that is loaded again gets the same.
			waiting.push({response, language});
			settle?.resolve(code);
		} catch (error) {
			// Another caller does not end it: the right response may still come.
			if (error instanceof SignInError && error.fault === 'foreign') return show(response, 'foreign', language);
			waiting.push({response, language});
			settle?.reject(error);
		}
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const {port} = server.address() as AddressInfo;
	return {
		redirect: `http://127.0.0.1:${port}${LANDING_PATH}`,
		arrive(judge) {
			read = judge;
			return new Promise((resolve, reject) => {
				settle = {resolve, reject};
			});
		},
		async end(said) {
			server.close();
			const shown = waiting.map(({response, language}) => {
				show(response, said, language);
				return response.writableFinished ? null : once(response, 'close').catch(() => null);
			});
			await Promise.race([Promise.all(shown), new Promise(resolve => setTimeout(resolve, 1000).unref())]);
			server.closeAllConnections();
		},
	};
}

function show(response: ServerResponse, said: Said, language: string | undefined): void {
	const {html, headers} = landingPage(said, language);
	response.writeHead(said === 'foreign' ? 400 : 200, headers).end(html);
}

/** Returns the page at the end of a sign-in, in the browser's language; English if that is none of ours. */
function landingPage(said: Said, accepted: string | undefined): {html: string; headers: Record<string, string>} {
	const wanted =
		(accepted ?? '')
			.split(',')
			.map(range => matchLanguage(range.split(';')[0]!.trim()))
			.find(Boolean) ?? 'en';
	const {title, text} = COMMAND[wanted].signedIn[said];
	const html = `<!DOCTYPE html>
<html lang="${wanted}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title} · Roteiro</title><link rel="icon" href="data:,"><style>${STYLE}</style>
<main><b>Roteiro</b><h1>${title}</h1><p>${text}</p></main></html>
`;
	return {
		html,
		headers: {
			'Content-Type': 'text/html; charset=utf-8',
			'Content-Security-Policy': POLICY,
			'Cache-Control': 'no-store',
			'Referrer-Policy': 'no-referrer',
			'X-Content-Type-Options': 'nosniff',
			Connection: 'close',
		},
	};
}
