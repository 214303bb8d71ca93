import {execFile} from 'node:child_process';
import {readFile} from 'node:fs/promises';
import {promisify} from 'node:util';
import sharp from 'sharp';

/** Returns true if this machine can read text in pictures. */
export function canRead(): Promise<boolean> {
	return promisify(execFile)('which', ['tesseract']).then(
		() => true,
		() => false,
	);
}

/** Returns those of these texts (lower case, without blanks, points and hyphens) that the picture shows. `file`: its path. */
export async function readInPicture(file: string, parts: readonly string[]): Promise<string[]> {
	const {stdout} = await promisify(execFile)('tesseract', [file, '-', '--psm', '11'], {env: {...process.env, OMP_THREAD_LIMIT: '1'}});
	const read = stdout.replace(/[\s.-]/g, '').toLowerCase();
	return parts.filter(part => read.includes(part));
}

/** Returns the rectangle that is painted in pure magenta, `[x, y, width, height]` in shares of the picture; null if nothing is. */
export async function paintedIn(file: string): Promise<number[] | null> {
	const {data, info} = await sharp(await readFile(file))
		.removeAlpha()
		.raw()
		.toBuffer({resolveWithObject: true});
	const {width, height, channels} = info;
	let [left, top, right, bottom] = [width, height, -1, -1];
	for (let pixel = 0; pixel < width * height; pixel++) {
		const [red = 0, green = 0, blue = 0] = data.subarray(pixel * channels, pixel * channels + 3);
		if (red < 250 || green > 5 || blue < 250) continue;
		const [x, y] = [pixel % width, Math.floor(pixel / width)];
		[left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
	}
	return right < 0 ? null : [left / width, top / height, (right - left + 1) / width, (bottom - top + 1) / height];
}
