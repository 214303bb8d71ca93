import {EnvHttpProxyAgent, fetch} from 'undici/index-fetch.js';

const agents = new Map<string, EnvHttpProxyAgent>();

/** Fetches through a proxy: by a tunnel where the URL is https. What comes back is a response as Node's own `fetch` returns it. */
export async function fetchThrough({href}: URL, url: string, init: RequestInit = {}): Promise<Response> {
	const dispatcher = agents.get(href) ?? new EnvHttpProxyAgent({httpProxy: href, httpsProxy: href, noProxy: '', proxyTunnel: false});
	agents.set(href, dispatcher);
	const {body, status, statusText, headers} = await fetch(url, {...init, headers: [...new Headers(init.headers)], dispatcher});
	return new Response(body, {status, statusText, headers: [...headers]});
}
