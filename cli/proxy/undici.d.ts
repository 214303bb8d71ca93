/** Types of a part inside undici that has none: a third smaller than the whole. */
declare module 'undici/index-fetch.js' {
	export {EnvHttpProxyAgent} from 'undici';
	export function fetch(url: string, init: RequestInit & {dispatcher: object}): Promise<Response>;
}
