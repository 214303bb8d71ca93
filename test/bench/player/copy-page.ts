import type {StaticFile} from './static-site.ts';

export type CopiedPage = {
	/** Path of the page. */
	path: string;
	/** The page, its policy, and every image and font that it names, byte for byte; URLs inside stay as they were. */
	files: Map<string, StaticFile>;
};

/** A published page with all that it may ask for, as the service serves it. */
export async function copyPage(url: string): Promise<CopiedPage> {
	const {origin, pathname} = new URL(url);
	const page = await get(url);
	const html = await page.text();
	const policy = page.headers.get('content-security-policy')!;
	const files = new Map<string, StaticFile>([
		[pathname, {type: 'text/html; charset=utf-8', body: html, headers: {'Content-Security-Policy': policy}}],
	]);
	for (const [path] of html.matchAll(/\/media\/[\w.-]+/g)) {
		if (files.has(path)) continue;
		const file = await get(origin + path);
		files.set(path, {type: file.headers.get('content-type')!, body: Buffer.from(await file.arrayBuffer())});
	}
	return {path: pathname, files};
}

async function get(url: string): Promise<Response> {
	const response = await fetch(url);
	if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
	return response;
}
