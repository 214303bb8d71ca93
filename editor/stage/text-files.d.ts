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
