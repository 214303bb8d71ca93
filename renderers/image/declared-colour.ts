import {AppError} from '../../shared/errors.ts';

/** Primaries in a PNG's `cICP` chunk (ITU-T H.273) that are wider than sRGB's: BT.2020, DCI and Display P3. */
const WIDE = new Set([9, 11, 12]);
/** PQ and HLG. */
const HDR = new Set([16, 18]);
const LINEAR = 8;

/**
 * Throws `image_unreadable` if a PNG declares colours that the decoder does not know and would draw wrongly: high
 * dynamic range, or wide or linear colours without an equivalent profile.
 */
export function refuseUnknownColours(png: Buffer): void {
	let cicp: Buffer | null = null;
	let hasProfile = false;
	for (let at = 8; at + 12 <= png.length; at += 12 + png.readUInt32BE(at)) {
		const kind = png.toString('latin1', at + 4, at + 8);
		if (kind === 'IDAT' || kind === 'IEND') break;
		if (kind === 'cICP' && png.readUInt32BE(at) === 4) cicp ??= png.subarray(at + 8, at + 12);
		hasProfile ||= kind === 'iCCP';
	}
	const [primaries, transfer] = cicp ?? [];
	if (primaries === undefined || transfer === undefined) return;
	if (HDR.has(transfer)) throw refused('The image is of high dynamic range (HDR)');
	if (!hasProfile && (WIDE.has(primaries) || transfer === LINEAR)) throw refused('The image declares its colours by numbers alone (cICP)');
}

function refused(what: string): AppError {
	return new AppError('image_unreadable', {
		message: `${what}, and would be drawn in other colours. Save it as sRGB, or take the screenshot without HDR.`,
	});
}
