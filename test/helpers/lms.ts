import {readFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import {createRequire} from 'node:module';
import type {AddressInfo} from 'node:net';

/** An LMS of SCORM 1.2 for tests: the run time is scorm-again, what it commits is kept here from visit to visit. */
export type Lms = {
	url: string;
	/** What was committed last, `cmi` as scorm-again sends it. */
	committed(): {core: Record<string, string>};
	/** Forgets what was committed, and serves this package at `/course/`. */
	teach(files: Map<string, Buffer>): void;
	close(): Promise<void>;
};

/** In the page of the LMS: each call of the course, with what it got, as `SetValue cmi.core.exit suspend: true`. */
export type WithCalls = {calls: string[]};

const TYPES: Record<string, string> = {
	html: 'text/html; charset=utf-8',
	webp: 'image/webp',
	mp3: 'audio/mpeg',
	woff2: 'font/woff2',
	js: 'text/javascript',
};

export async function openLms(): Promise<Lms> {
	const runTime = await readFile(createRequire(import.meta.url).resolve('scorm-again/scorm12/min'));
	let files = new Map<string, Buffer>();
	let kept: {cmi: {core: Record<string, string>}} | null = null;
	const server = createServer(async (request, response) => {
		const path = new URL(request.url!, 'http://localhost').pathname;
		if (path === '/commit') {
			const parts: Buffer[] = [];
			for await (const part of request) parts.push(part as Buffer);
			kept = JSON.parse(Buffer.concat(parts).toString());
			return response.writeHead(200, {'Content-Type': 'application/json'}).end('{"result":"true","errorCode":0}');
		}
		const body = bodyAt(path);
		response.writeHead(body ? 200 : 404, {'Content-Type': TYPES[path.split('.').at(-1)!] ?? TYPES.html}).end(body);
	});
	const bodyAt = (path: string): Buffer | string | undefined => {
		if (path === '/scorm12.js') return runTime;
		if (path.startsWith('/course/')) return files.get(path.slice('/course/'.length));
		if (path === '/nested') return '<!doctype html><iframe src="/course/index.html" width="1000" height="700"></iframe>';
		return launchPage(path, kept?.cmi ?? null);
	};
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		committed: () => kept!.cmi,
		teach(course) {
			files = course;
			kept = null;
		},
		async close() {
			server.close().closeAllConnections();
		},
	};
}

/** The course in a frame, in a frame within a frame, or in a window of its own (`/window`). */
function launchPage(path: string, cmi: {core: Record<string, string>} | null): string {
	const frame =
		path === '/window' ? '' : `<iframe src="${path === '/deep' ? '/nested' : '/course/index.html'}" width="1100" height="750"></iframe>`;
	return `<!doctype html><link rel="icon" href="data:,"><script src="/scorm12.js"></script><script>
		const cmi = ${JSON.stringify(cmi)};
		globalThis.calls = [];
		var API = new Scorm12API({autocommit: false, lmsCommitUrl: '/commit', logLevel: 5});
		if (cmi) {
			// As an LMS does between two visits.
			const {session_time, exit, ...core} = cmi.core;
			API.loadFromJSON({...cmi, core: {...core, entry: exit === 'suspend' ? 'resume' : ''}}, 'cmi');
		}
		for (const name of ['Initialize', 'GetValue', 'SetValue', 'Commit', 'Finish']) {
			const call = API['LMS' + name];
			API['LMS' + name] = (...words) => {
				const answer = call.apply(API, words);
				calls.push([name, ...words].filter(Boolean).join(' ') + ': ' + answer);
				return answer;
			};
		}
	</script>${frame}`;
}
