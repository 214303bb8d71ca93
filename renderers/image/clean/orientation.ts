/** A block of EXIF that says how the image is turned (2 to 8), and nothing else. */
export function orientationOnly(orientation: number): Buffer {
	const exif = Buffer.from('4d4d002a0000000800010112000300000001000000000000000000', 'hex').subarray(0, 26);
	exif.writeUInt16BE(orientation, 18);
	return exif;
}

/** Whether the orientation turns the image at all, so that it has to be said. */
export function isTurned(orientation: number | undefined): orientation is number {
	return orientation !== undefined && orientation >= 2 && orientation <= 8;
}
