import type {ImageVariant, SnapshotImage} from '../../../shared/contract/snapshot.ts';
import {type Html, html} from '../../../shared/html.ts';

/** The largest view of a picture: window widths on a phone, elsewhere as a multiple of a frame of this ratio, width by height, by default the picture's. */
export type Seen = {phone: number; zoom: number; frame?: number};
/**
 * Size of the picture at first (`seen`) and once the camera has come near (`near`); `lang`: the attribute of `alt`'s
 * language; `told`: true if `alt` says what the texts do not.
 */
export type PictureOptions = {
	alt: string;
	lang?: Html | null;
	told?: boolean;
	eager: boolean;
	seen?: Seen;
	near?: Seen;
	url: (file: string) => string;
};

/** The view of a picture in which nothing is pointed at. */
const WHOLE: Seen = {phone: 1, zoom: 1};
/** Most width of the first picture that loads before the page is seen, in window widths. */
const FIRST = 1.5;
/** Widths beyond this are for dense displays and near cameras; the first picture does without one until it has been seen. */
const USUAL = 1920;
/** Share of its width for which the first picture is fetched on dense displays: of a window of 1440 pixels, that which `USUAL` fills. */
const FIRST_ON_DENSE = 0.7;

/** Renders a screenshot in all its sizes: AVIF for browsers that read it, the first frame alone for visitors who prefer reduced motion. */
export function picture(
	image: SnapshotImage,
	{alt, lang = null, told = false, eager, seen = WHOLE, near = seen, url}: PictureOptions,
): Html {
	const best = sizesOf(image, near);
	// The first one is seen whole at once, and sharp when the camera comes: what is fetched before anything is seen stays small.
	const sizes = eager ? firstSizes(image, seen) : best;
	const later = sizes !== best && html` data-sizes="${best}"`;
	const largest = image.variants.at(-1)!;
	// A single size needs no `srcset`: its URL, which may be the file itself, occurs only once.
	const choice = image.variants.length > 1 && html` srcset="${srcset(image.variants, url)}" sizes="${sizes}"${later}`;
	const tag = html`<img alt="${alt}"${lang}${told && html` class="told"`} src="${url(largest.file)}"${choice} width="${image.width}" height="${image.height}"${loading(eager)}>`;
	const still = image.still && html`<source media="(prefers-reduced-motion:reduce)" srcset="${url(image.still.file)}">`;
	const better = hasAvif(image) && html`<source type="image/avif" srcset="${srcset(withAvif(image), url)}" sizes="${sizes}">`;
	return still || better ? html`<picture>${still}${better}${tag}</picture>` : tag;
}

/**
 * Renders the hint by which browsers fetch the first screenshot early: the very file that the picture will
 * choose. Browsers without AVIF skip a hint for it, and fetch nothing twice.
 */
export function preload(image: SnapshotImage, url: (file: string) => string, seen = WHOLE): Html {
	const type = hasAvif(image) ? 'image/avif' : 'image/webp';
	// People who prefer reduced motion get another file.
	const media = image.still && html` media="(prefers-reduced-motion:no-preference)"`;
	return html`<link rel="preload" as="image" type="${type}" imagesrcset="${srcset(withAvif(image), url)}" imagesizes="${firstSizes(image, seen)}" fetchpriority="high"${media}>`;
}

function hasAvif({avif = []}: SnapshotImage): boolean {
	return avif.length > 0;
}

/**
 * Lists every width once: WebP if there is no smaller AVIF. Browsers with AVIF read both, so none fetches a larger
 * width for lack of its own. The largest widths are AVIF alone.
 */
function withAvif({variants, avif = []}: SnapshotImage): ImageVariant[] {
	const larger = avif.filter(({width}) => width > variants.at(-1)!.width);
	return [...variants.map(variant => avif.find(({width}) => width === variant.width) ?? variant), ...larger];
}

function firstSizes(image: SnapshotImage, seen: Seen): string {
	const narrow = narrowSize(Math.min(seen.phone, FIRST));
	const wide = wideSize(image, seen);
	if (withAvif(image).at(-1)!.width <= USUAL) return `${narrow}, ${wide}`;
	return `${narrow}, (resolution > 1.3dppx) ${wideSize(image, seen, FIRST_ON_DENSE)}, ${wide}`;
}

function sizesOf(image: SnapshotImage, seen: Seen): string {
	return `${narrowSize(seen.phone)}, ${wideSize(image, seen)}`;
}

// As the style shows it: enlarged around the highlight where it is narrow, else as large as the window's height lets it be.
function narrowSize(phone: number): string {
	return `(width < 52rem) ${Math.round(phone * 100)}vw`;
}

function wideSize({width, height}: SnapshotImage, {zoom, frame = width / height}: Seen, share = 1): string {
	const [across, down] = [100, 92].map(length => Number((share * zoom * length).toFixed(1)));
	return `min(${across}vw, calc(${down}vh * ${Number(frame.toFixed(3))}))`;
}

function srcset(variants: ImageVariant[], url: (file: string) => string): string {
	return variants.map(({file, width}) => `${url(file)} ${width}w`).join(', ');
}

function loading(eager: boolean): Html {
	return eager ? html` fetchpriority="high"` : html` loading="lazy" decoding="async"`;
}
