import type {Loaded} from '../browser/browser.ts';
import type {Page, PageOptions} from '../player/page.ts';

/** Returns options of a page that is only drawn, at an address of a host that does not exist. */
export function drawnPage(pageUrl: string): PageOptions {
	const coverUrl = new URL('/cover.jpg', pageUrl).href;
	return {pageUrl, coverUrl, oembedUrl: null, basePath: '', preview: false, lead: null, reportPath: null};
}

/** Returns a loader of such a page, its fonts, and files that `read` returns. */
export function answersOf(
	pageUrl: string,
	{html, csp, fonts}: Page,
	read: (file: string) => Promise<Buffer | null>,
): (path: string) => Promise<Loaded | null> {
	const {pathname} = new URL(pageUrl);
	return async (path): Promise<Loaded | null> => {
		if (path === pathname)
			return {body: Buffer.from(html), headers: {'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': csp}};
		const file = path.replace(/^\/media\//, '');
		const body = fonts.find(({name}) => name === file)?.bytes ?? (await read(file));
		return body && {body, headers: {}};
	};
}
