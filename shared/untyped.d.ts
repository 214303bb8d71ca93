/** Types for modules without their own. */

/** Styles that are imported `with {type: 'text'}`. */
declare module '*.css' {
	const text: string;
	export default text;
}
/** Files that are served under the URL which the import names. */
declare module '*.woff2' {
	const url: string;
	export default url;
}

/** Types of `undici/index-fetch.js`, which has none; it is a third smaller than the whole package. */
declare module 'undici/index-fetch.js' {
	export {EnvHttpProxyAgent} from 'undici';
	export function fetch(url: string, init: RequestInit & {dispatcher: object}): Promise<Response>;
}
/** Types of one class of undici, which `index-fetch.js` has in it and does not export. */
declare module 'undici/lib/dispatcher/pool.js' {
	export {Pool as default} from 'undici';
}

/** True in scripts of tours that have paths; the compiler leaves out what a page without them does not need. */
declare const PATHS: boolean;
/** True in scripts of tours with an opening form; `NEAR`: of tours whose camera moves to a step. */
declare const FORM: boolean;
declare const NEAR: boolean;
