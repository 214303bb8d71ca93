import type {ImageVariant, SnapshotImage} from '../../shared/contract/snapshot.ts';
import {type Html, html} from '../../shared/html.ts';

export type PictureOptions = {alt: string; eager: boolean; url: (file: string) => string};

/** A screenshot in every size that there is: AVIF where the browser reads it, the first frame alone for people who prefer reduced motion. */
export function picture(image: SnapshotImage, {alt, eager, url}: PictureOptions): Html {
	const webp = byFormat(image, 'webp');
	const avif = byFormat(image, 'avif');
	const sizes = sizesOf(image);
	const largest = (webp.at(-1) ?? image.variants.at(-1))!;
	const tag = html`<img alt="${alt}" src="${url(largest.file)}" srcset="${srcset(webp, url)}" sizes="${sizes}" width="${image.width}" height="${image.height}"${loading(eager)}>`;
	const still = image.still && html`<source media="(prefers-reduced-motion:reduce)" srcset="${url(image.still.file)}">`;
	const better = avif.length > 0 && html`<source type="image/avif" srcset="${srcset(avif, url)}" sizes="${sizes}">`;
	return still || better ? html`<picture>${still}${better}${tag}</picture>` : tag;
}

/** The hint that makes the browser fetch the first screenshot before it has read the page to it. */
export function preload(image: SnapshotImage, url: (file: string) => string): Html {
	const avif = byFormat(image, 'avif');
	const variants = avif.length > 0 ? avif : byFormat(image, 'webp');
	// People who prefer reduced motion get another file.
	const media = image.still && html` media="(prefers-reduced-motion:no-preference)"`;
	return html`<link rel="preload" as="image" type="${avif.length > 0 ? 'image/avif' : 'image/webp'}" imagesrcset="${srcset(variants, url)}" imagesizes="${sizesOf(image)}" fetchpriority="high"${media}>`;
}

// As the style shows it: enlarged around the highlight where it is narrow, else as large as the window's height lets it be.
function sizesOf({width, height}: SnapshotImage): string {
	return `(width < 52rem) 150vw, min(100vw, calc(92vh * ${Number((width / height).toFixed(3))}))`;
}

function byFormat({variants}: SnapshotImage, format: ImageVariant['format']): ImageVariant[] {
	return variants.filter(variant => variant.format === format);
}

function srcset(variants: ImageVariant[], url: (file: string) => string): string {
	return variants.map(({file, width}) => `${url(file)} ${width}w`).join(', ');
}

function loading(eager: boolean): Html {
	return eager ? html` fetchpriority="high"` : html` loading="lazy" decoding="async"`;
}
