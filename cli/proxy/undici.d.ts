/** Types of `undici/index-fetch.js`, which has none; it is a third smaller than the whole package. */
declare module 'undici/index-fetch.js' {
	export {EnvHttpProxyAgent} from 'undici';
	export function fetch(url: string, init: RequestInit & {dispatcher: object}): Promise<Response>;
}
