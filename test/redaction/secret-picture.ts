import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import sharp from 'sharp';
import type {RedactionArea} from '../../shared/contract/pictures/redaction.ts';
import {screenshot} from '../helpers/images.ts';
import type {TestService} from '../helpers/service.ts';

/** A screenshot with something in it that nobody may see: found in whatever was made of it by its colour, which stands nowhere else. */

const SIZE = {width: 800, height: 500};
const SECRET: RedactionArea = {x: 0.3, y: 0.3, width: 0.25, height: 0.2, style: 'box'};
/** A little more than the secret. */
export const AREAS: RedactionArea[] = [{x: 0.29, y: 0.29, width: 0.27, height: 0.22, style: 'box'}];

/** `mark` makes pictures that differ. */
export async function secretPicture(mark = 0): Promise<Buffer> {
	const [width, height] = [SECRET.width * SIZE.width, SECRET.height * SIZE.height];
	const secret = await sharp({create: {width, height, channels: 3, background: '#ff00ff'}})
		.png()
		.toBuffer();
	const base = await screenshot(SIZE.width, SIZE.height).png().toBuffer();
	const dot = await sharp({create: {width: 8, height: 8, channels: 3, background: {r: mark, g: 200, b: 0}}})
		.png()
		.toBuffer();
	return sharp(base)
		.composite([
			{input: secret, left: SECRET.x * SIZE.width, top: SECRET.y * SIZE.height},
			{input: dot, left: 700, top: 480},
		])
		.png()
		.toBuffer();
}

/** The share of the pixels, of all frames, that have the secret's colour. */
export async function secretShare(bytes: Buffer): Promise<number> {
	const {data, info} = await sharp(bytes, {animated: true}).removeAlpha().toColourspace('srgb').raw().toBuffer({resolveWithObject: true});
	let found = 0;
	for (let at = 0; at < data.length; at += info.channels) if (data[at]! > 180 && data[at + 1]! < 90 && data[at + 2]! > 180) found++;
	return found / (data.length / info.channels);
}

/** Every stored file that shows the secret, of those that are pictures; `looked` counts them. */
export async function filesWithSecret({config}: Pick<TestService, 'config'>): Promise<{found: string[]; looked: number}> {
	const root = join(config.dataDir, 'files');
	const entries = await readdir(root, {recursive: true, withFileTypes: true});
	const found: string[] = [];
	let looked = 0;
	for (const entry of entries.filter(entry => entry.isFile())) {
		const bytes = await readFile(join(entry.parentPath, entry.name)).catch(() => null);
		const isPicture = bytes && !/\.(json|html|gz|br|woff2|mp3)$/.test(entry.name);
		if (!isPicture) continue;
		looked++;
		const path = join(entry.parentPath, entry.name).slice(root.length);
		const share = await secretShare(bytes).catch(error => {
			// What a killed process had begun to write is no picture yet, and nobody can ask for it.
			if (path.startsWith('/incoming/')) return 0;
			throw error;
		});
		if (share > 0.0005) found.push(path);
	}
	return {found, looked};
}
