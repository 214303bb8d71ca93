/** A `Content-Disposition` under which a browser saves the file as this (RFC 6266, and RFC 8187 for what is no ASCII). */
export function attachment(name: string): string {
	const ascii = name
		.normalize('NFKD')
		.replaceAll(/\p{M}/gu, '')
		.replaceAll(/[^\x20-\x7e]+/g, '_')
		.replaceAll(/["\\%]/g, '_');
	const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
		/['()*]/g,
		found => `%${found.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
