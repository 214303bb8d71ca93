import type * as Through from './index.ts';
import {proxyFor} from './proxy-for.ts';

/** Set where the command is packed: its parts lie beside it. */
declare const RECORDER: object | undefined;

/** Has `fetch` obey HTTPS_PROXY, HTTP_PROXY and NO_PROXY, which Node's own passes over. */
export function obeyProxies(): void {
	const direct = globalThis.fetch;
	globalThis.fetch = async (input, init) => {
		const proxy = typeof input === 'object' && 'url' in input ? null : proxyFor(String(input));
		if (!proxy) return direct(input, init);
		const file = typeof RECORDER === 'undefined' ? './index.ts' : './proxy.mjs';
		const {fetchThrough} = (await import(file)) as typeof Through;
		return fetchThrough(proxy.url, String(input), init);
	};
}
