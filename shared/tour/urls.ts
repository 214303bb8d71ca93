/** The public URLs of a tour and of its files. All begin with the configured base URL, never with the Host header. */

/** The service's URL, and that of its public media: below it, or at a host of their own (`MEDIA_URL`). */
export type Bases = {baseUrl: string; mediaUrl: string};

/** Largest thumbnail: twice the pixels of a row, once those of a card. */
const WIDTH = 320;
const MAX_HEIGHT = 640;

type Size = {width: number; height: number};

/** Returns the public URL of a file. */
export function mediaUrl(bases: Bases, file: string): string {
	return `${bases.mediaUrl}/${file}`;
}

/** True if media are served from elsewhere than below the service. */
export function servesMediaElsewhere(bases: Bases): boolean {
	return bases.mediaUrl !== `${bases.baseUrl}/media`;
}

/** The origin of media that are served elsewhere than the service, for a Content-Security-Policy; empty where they are not. */
export function otherOrigin(bases: Bases): string {
	const {origin} = new URL(bases.mediaUrl);
	return origin === new URL(bases.baseUrl).origin ? '' : origin;
}

/** Returns the URL of a thumbnail, which may not exist yet: the service then redirects to the image itself. `file`: the largest variant. */
export function thumbnailUrl(baseUrl: string, file: string): string {
	return `${baseUrl}/media/thumbnails/${file}`;
}

export function tourUrl(baseUrl: string, slug: string): string {
	return `${baseUrl}/p/${slug}`;
}

export function previewUrl(baseUrl: string, token: string): string {
	return `${baseUrl}/p/preview/${token}`;
}

/** The tour that a URL shows, and what the URL asks of its page: `?autoplay=1`, `#s3`; else an empty text. */
export type TourLink = {slug: string; url: string; asks: string};

/** Reads the link of a published tour; null for any other URL: another host, with a user, a preview's, a file's. */
export function readTourUrl(baseUrl: string, url: string): TourLink | null {
	if (!URL.canParse(url)) return null;
	const [base, {origin, username, password, pathname, searchParams, hash}] = [new URL(baseUrl), new URL(url)];
	const prefix = base.pathname.replace(/\/$/, '');
	if (origin !== base.origin || username || password || !pathname.startsWith(prefix)) return null;
	const slug = /^\/p\/([0-9A-Za-z]{22})\/?$/.exec(pathname.slice(prefix.length))?.[1];
	if (!slug) return null;
	// Only parameters that the page itself knows are passed into a frame.
	const autoplay = searchParams.get('autoplay') === '1' ? '?autoplay=1' : '';
	return {slug, url: tourUrl(baseUrl, slug), asks: autoplay + (/^#\w{1,64}$/.test(hash) ? hash : '')};
}

/** Returns the download URL of an export: everyone who knows the token may use it. */
export function exportUrl(baseUrl: string, token: string): string {
	return `${baseUrl}/exports/${token}`;
}

/** Returns the URL at which oEmbed describes how to embed this page. */
export function oembedUrl(baseUrl: string, pageUrl: string): string {
	return `${baseUrl}/oembed?url=${encodeURIComponent(pageUrl)}&format=json`;
}

/** Returns a URL that stays from publish to publish, and shows the current cover. */
export function currentCoverUrl(pageUrl: string): string {
	return `${pageUrl}/cover.jpg`;
}

/** Returns the cover's URL, derived from the snapshot's hash, so that new content has a new one. `snapshot`: its file name. */
export function coverUrl(baseUrl: string, slug: string, snapshot: string): string {
	return `${baseUrl}/p/${slug}/cover-${coverVersion(snapshot)}.jpg`;
}

export function coverVersion(snapshot: string): string {
	return snapshot.slice(0, 16);
}

/** True if a page may link there: a complete https URL without a user in it. */
export function isHttpsUrl(text: string): boolean {
	// The parser of URLs drops line breaks, trims blanks and adds what is missing of "//": a browser that reads
	// "https:example.com" in a page takes it for a path of that page's own host.
	if (!/^https:\/\/[^\s\u0000-\u001f\u007f\\]+$/i.test(text) || !URL.canParse(text)) return false;
	const url = new URL(text);
	return url.protocol === 'https:' && url.hostname !== '' && url.username === '' && url.password === '';
}

/** Pixels of the thumbnail of an image: within 320 x 640, in the image's proportions, and none larger than the image. */
export function thumbnailSize({width, height}: Size): Size {
	const scale = Math.min(1, WIDTH / width, MAX_HEIGHT / height);
	return {width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale))};
}
