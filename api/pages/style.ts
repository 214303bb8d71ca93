import {readFileSync} from 'node:fs';
import {fileName} from '../../shared/files/file-store.ts';
import {sha256} from '../../shared/ids.ts';

/** The style of our own pages, and the one font that it loads: that of the headlines, so that they look the same on every system. */

const FONT = readFileSync(new URL('headline.woff2', import.meta.url));
export const HEADLINE_FONT = {path: `/fonts/${fileName('media', FONT, '.woff2')}`, bytes: FONT, type: 'font/woff2'};
/** The name that base.css gives it. */
const PLACE = 'url("headline.woff2")';

/** Has a browser fetch the font with the page. */
export const FONT_PRELOAD = preload('');

/** A style sheet of these files after that of all pages, and what a policy must allow of it. `root`: the path of the service. */
export function pageStyle(files: URL[], root = ''): {style: string; policy: string} {
	const style = [new URL('base.css', import.meta.url), ...files]
		.map(url => readFileSync(url, 'utf8'))
		.join('\n')
		.replaceAll(PLACE, `url("${root}${HEADLINE_FONT.path}")`);
	return {style, policy: `style-src 'sha256-${sha256(style).toString('base64')}'; font-src 'self'`};
}

export function preload(root: string): string {
	return `<${root}${HEADLINE_FONT.path}>; rel=preload; as=font; type="${HEADLINE_FONT.type}"; crossorigin`;
}
