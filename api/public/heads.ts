import type {PublishedPage} from '../../shared/store/publications.ts';
import {encodingFor} from '../http/accept-encoding.ts';
import {EMBEDDABLE, framable} from '../http/cross-origin.ts';

/** The headers of a public file, those of its bytes apart, and the file with the bytes. */
export type Head = {name: string; etag: string; headers: Record<string, string>; ofBytes: Record<string, string>};

const IMMUTABLE = 'public, max-age=31536000, immutable';
const TYPES: Record<string, string> = {
	webp: 'image/webp',
	avif: 'image/avif',
	jpg: 'image/jpeg',
	woff2: 'font/woff2',
	mp3: 'audio/mpeg',
};

/** The head of a page in the smallest encoding that the caller takes. `elsewhere`: its pictures come from another host. */
export function headOfPage({page, csp}: PublishedPage, acceptEncoding: string, elsewhere: boolean): Head {
	const encoding = encodingFor(acceptEncoding);
	const name = encoding ? page[encoding] : page.html;
	return {
		name,
		etag: `"${name.slice(0, 32)}"`,
		headers: {...framable(elsewhere), 'Content-Security-Policy': csp, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding'},
		ofBytes: {'Content-Type': 'text/html; charset=utf-8', ...(encoding && {'Content-Encoding': encoding})},
	};
}

/** The head of a picture, font or sound; null for a name that is none of these. */
export function headOfMedia(name: string, folder: 'media' | 'thumbnails' = 'media', cacheControl = IMMUTABLE): Head | null {
	const type = TYPES[name.split('.')[1] ?? ''];
	if (type === undefined) return null;
	return {
		name,
		etag: `"${folder === 'media' ? name.slice(0, 32) : `t${name.slice(0, 31)}`}"`,
		headers: {...EMBEDDABLE, 'Cache-Control': cacheControl, 'Accept-Ranges': 'bytes'},
		ofBytes: {'Content-Type': type},
	};
}
