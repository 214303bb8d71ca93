/** The accepted formats. A client's own claim about its bytes (a name, a Content-Type) is never trusted. */
export type ImageFormat = 'png' | 'jpeg' | 'webp' | 'gif';

const MAGIC: [format: ImageFormat, pattern: RegExp][] = [
	['png', /^\x89PNG\r\n\x1a\n/],
	['jpeg', /^\xff\xd8\xff/],
	['webp', /^RIFF.{4}WEBPVP8[ LX]/s],
	['gif', /^GIF8[79]a/],
];

/** Returns the format by the first bytes; null for anything else (SVG, AVIF, TIFF, HTML). Decodes nothing. */
export function sniffFormat(bytes: Uint8Array): ImageFormat | null {
	const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
	return MAGIC.find(([, pattern]) => pattern.test(head))?.[0] ?? null;
}
