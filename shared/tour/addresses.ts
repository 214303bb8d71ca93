import type {PublishedLink} from '../contract/tour.ts';
import {embedCode} from './embed.ts';

/** The public addresses of a tour and of its files. All begin with the configured base URL, never with the Host header. */

/** Where anyone can fetch a public file. */
export function mediaUrl(baseUrl: string, file: string): string {
	return `${baseUrl}/media/${file}`;
}

export function tourUrl(baseUrl: string, slug: string): string {
	return `${baseUrl}/p/${slug}`;
}

export function previewUrl(baseUrl: string, token: string): string {
	return `${baseUrl}/p/preview/${token}`;
}

/** Derives from the snapshot's hash, so that a new content has a new cover address. `snapshot` is its file name. */
export function coverUrl(baseUrl: string, slug: string, snapshot: string): string {
	return `${baseUrl}/p/${slug}/cover-${coverVersion(snapshot)}.jpg`;
}

export function coverVersion(snapshot: string): string {
	return snapshot.slice(0, 16);
}

/** `width` and `height`: pixels of the first screenshot, for the shape of the embedded frame. */
export function publishedLink(
	baseUrl: string,
	link: {slug: string; title: string; snapshot: string; bytes: number; publishedAt: Date; width: number; height: number},
): PublishedLink {
	const url = tourUrl(baseUrl, link.slug);
	return {
		url,
		embedCode: embedCode({url, title: link.title, width: link.width, height: link.height}),
		coverUrl: coverUrl(baseUrl, link.slug, link.snapshot),
		slug: link.slug,
		title: link.title,
		bytes: link.bytes,
		publishedAt: link.publishedAt.toISOString(),
	};
}
