import {EnvHttpProxyAgent, fetch} from 'undici/index-fetch.js';
import Pool from 'undici/lib/dispatcher/pool.js';

const agents = new Map<string, EnvHttpProxyAgent>();

/** Milliseconds in which a proxy opens a tunnel. */
const TUNNEL_MS = 10_000;

/** Fetches through a proxy: by a tunnel where the URL is https. What comes back is a response as Node's own `fetch` returns it. */
export async function fetchThrough({href}: URL, url: string, init: RequestInit = {}): Promise<Response> {
	const proxies = {httpProxy: href, httpsProxy: href, noProxy: ''};
	const dispatcher = agents.get(href) ?? new EnvHttpProxyAgent({...proxies, proxyTunnel: false, clientFactory: openPool});
	agents.set(href, dispatcher);
	const response = await fetch(url, {...init, headers: [...new Headers(init.headers)], dispatcher});
	const {body, status, statusText, headers} = response;
	const copy = new Response(body, {status, statusText, headers: [...headers]});
	return Object.defineProperty(copy, 'url', {value: response.url});
}

/** Makes the pool that asks the proxy for tunnels. A tunnel that was not opened fails here; undici itself would ask again at once, for ever. */
function openPool(origin: URL, options: object): Pool {
	const pool = new Pool(origin, options);
	const ask = pool.connect.bind(pool) as (tunnel: object) => Promise<unknown>;
	const connect: typeof ask = tunnel =>
		ask({...tunnel, signal: AbortSignal.timeout(TUNNEL_MS)}).catch(({name, code, message}) => {
			// By this code undici tells a socket that it may replace.
			const known = code === 'UND_ERR_SOCKET' ? 'ECONNRESET' : code;
			throw Object.assign(new Error(message), {code: name === 'TimeoutError' ? 'ETIMEDOUT' : known});
		});
	return Object.assign(pool, {connect});
}
