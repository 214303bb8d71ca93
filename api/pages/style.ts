import {readFileSync} from 'node:fs';
import {fileName} from '../../shared/files/file-store.ts';
import {sha256} from '../../shared/ids.ts';

/** Builds the style of the service's own pages. Its one font, for headlines, makes them look equal on every system. */

const FONT = readFileSync(new URL('headline.woff2', import.meta.url));
export const HEADLINE_FONT = {path: `/fonts/${fileName('media', FONT, '.woff2')}`, bytes: FONT, type: 'font/woff2'};
/** The font's name in base.css. */
const PLACE = 'url("headline.woff2")';

/** Lets a browser fetch the font together with the page. */
export const FONT_PRELOAD = preload('');

/** Returns these files' style sheet, after the common one, and the policy that it needs. `root`: path of the service. */
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
