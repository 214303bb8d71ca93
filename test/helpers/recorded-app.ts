import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';

/** A rectangle in the viewport of the page, as the page itself measures it. */
export type Measured = {id: string; x: number; y: number; width: number; height: number};

/** Tells where what is used lies, at the moment when it is used: by getBoundingClientRect, added up through the frames around it. */
const REPORTER = `<script>
const seen = new Set();
function tell(event) {
	const target = event.composedPath()[0];
	if (!(target instanceof Element) || !target.id || seen.has(target.id)) return;
	seen.add(target.id);
	let {x, y, width, height} = target.getBoundingClientRect();
	for (let view = window; view !== top; view = view.parent) {
		let frame = null;
		try { frame = view.frameElement; } catch {}
		if (!frame) { x += Number(new URLSearchParams(location.search).get('x')); y += Number(new URLSearchParams(location.search).get('y')); break; }
		const outer = frame.getBoundingClientRect();
		x += outer.x + frame.clientLeft; y += outer.y + frame.clientTop;
	}
	fetch('/measured', {method: 'POST', body: JSON.stringify({id: target.id, x, y, width, height}), keepalive: true});
}
for (const type of ['pointerdown', 'pointerover', 'input', 'keydown']) addEventListener(type, event => (type === 'pointerover' ? event.target.id?.startsWith('hover-') : true) && tell(event), true);
</script>`;
const STYLE =
	'<style>body{font:16px sans-serif;margin:24px}label{display:block;margin:8px 0}button,input,select{font:inherit;padding:6px 10px}</style>';

type Site = {
	baseUrl: string;
	/** The same under another name: frames of it are in a process of their own. */
	otherUrl: string;
	/** What was used, in the order of use. */
	measured: Measured[];
	stop(): Promise<void>;
};

/** Serves pages on the loopback, and keeps what they tell. A page that is called `hang` never comes. */
export async function serveApp(pages: Record<string, string>): Promise<Site> {
	const measured: Measured[] = [];
	const server = createServer((request, response) => {
		const {pathname} = new URL(request.url!, 'http://localhost');
		if (pathname === '/measured') {
			let body = '';
			request.on('data', chunk => (body += chunk));
			request.on('end', () => {
				measured.push(JSON.parse(body) as Measured);
				response.end();
			});
			return;
		}
		if (pathname === '/hang') return;
		const page = pages[pathname.slice(1)];
		response.statusCode = page === undefined ? 404 : 200;
		response.setHeader('Content-Type', 'text/html; charset=utf-8');
		const {port} = server.address() as AddressInfo;
		response.end(
			page === undefined ? 'nothing' : `<!doctype html>${STYLE}${REPORTER}${page.replaceAll('OTHER', `http://localhost:${port}`)}`,
		);
	}).listen(0);
	await new Promise(resolve => server.once('listening', resolve));
	const {port} = server.address() as AddressInfo;
	return {
		baseUrl: `http://127.0.0.1:${port}`,
		otherUrl: `http://localhost:${port}`,
		measured,
		stop: async () => {
			server.closeAllConnections();
			await new Promise(resolve => server.close(resolve));
		},
	};
}
