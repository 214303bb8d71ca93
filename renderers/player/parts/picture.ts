import type {ImageVariant, SnapshotImage} from '../../../shared/contract/snapshot.ts';
import {type Html, html} from '../../../shared/html.ts';

/** `zoom`: how many times the whole picture the camera shows of it. */
export type PictureOptions = {alt: string; eager: boolean; zoom?: number; url: (file: string) => string};

/** A screenshot in every size that there is: AVIF where the browser reads it, the first frame alone for people who prefer reduced motion. */
export function picture(image: SnapshotImage, {alt, eager, zoom = 1, url}: PictureOptions): Html {
	const near = sizesOf(image, zoom);
	// The first one is seen whole at once, and sharp when the camera comes: what is fetched before anything is seen stays small.
	const sizes = eager ? sizesOf(image) : near;
	const later = sizes !== near && html` data-sizes="${near}"`;
	const largest = image.variants.at(-1)!;
	const tag = html`<img alt="${alt}" src="${url(largest.file)}" srcset="${srcset(image.variants, url)}" sizes="${sizes}"${later} width="${image.width}" height="${image.height}"${loading(eager)}>`;
	const still = image.still && html`<source media="(prefers-reduced-motion:reduce)" srcset="${url(image.still.file)}">`;
	const better = hasAvif(image) && html`<source type="image/avif" srcset="${srcset(withAvif(image), url)}" sizes="${sizes}">`;
	return still || better ? html`<picture>${still}${better}${tag}</picture>` : tag;
}

/**
 * The hint that makes the browser fetch the first screenshot before it has read the page to it: the very file that the
 * picture will choose. A browser that reads no AVIF passes over a hint for it, and fetches nothing twice.
 */
export function preload(image: SnapshotImage, url: (file: string) => string): Html {
	const type = hasAvif(image) ? 'image/avif' : 'image/webp';
	// People who prefer reduced motion get another file.
	const media = image.still && html` media="(prefers-reduced-motion:no-preference)"`;
	return html`<link rel="preload" as="image" type="${type}" imagesrcset="${srcset(withAvif(image), url)}" imagesizes="${sizesOf(image)}" fetchpriority="high"${media}>`;
}

function hasAvif({avif = []}: SnapshotImage): boolean {
	return avif.length > 0;
}

/** Every width once: WebP where there is no smaller AVIF. Whoever reads AVIF reads both, and nobody fetches a larger width for want of their own. */
function withAvif({variants, avif = []}: SnapshotImage): ImageVariant[] {
	return variants.map(variant => avif.find(({width}) => width === variant.width) ?? variant);
}

// As the style shows it: enlarged around the highlight where it is narrow, else as large as the window's height lets it be.
function sizesOf({width, height}: SnapshotImage, zoom = 1): string {
	const times = (length: number) => Number((length * zoom).toFixed(1));
	return `(width < 52rem) ${times(150)}vw, min(${times(100)}vw, calc(${times(92)}vh * ${Number((width / height).toFixed(3))}))`;
}

function srcset(variants: ImageVariant[], url: (file: string) => string): string {
	return variants.map(({file, width}) => `${url(file)} ${width}w`).join(', ');
}

function loading(eager: boolean): Html {
	return eager ? html` fetchpriority="high"` : html` loading="lazy" decoding="async"`;
}
