/** What Node has inside of undici, for which alone it lacks types: a third less than the whole. */
declare module 'undici/index-fetch.js' {
	export {EnvHttpProxyAgent} from 'undici';
	export function fetch(url: string, init: RequestInit & {dispatcher: object}): Promise<Response>;
}
