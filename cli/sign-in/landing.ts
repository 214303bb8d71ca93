import {once} from 'node:events';
import {createServer, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {SignInError} from '../../client/sign-in-error.ts';
import {landingPage, type Said} from './landing-page.ts';

export const LANDING_PATH = '/callback';

export type Landing = {
	/** The URL to which the service redirects the browser. */
	redirect: string;
	/** Waits for the browser to come back with the code. `read` throws if it comes with something else. */
	arrive(read: (url: string) => string): Promise<string>;
	/** Shows to the browser how it ended, and closes. */
	end(said: Said): Promise<void>;
};

/** Listens on this machine alone, on a free port, until the browser is led back (RFC 8252). */
export async function openLanding(): Promise<Landing> {
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
