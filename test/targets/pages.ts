import {createHash} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import sharp from 'sharp';
import type {Click, Highlight} from '../../shared/contract/geometry.ts';
import type {SnapshotImage} from '../../shared/contract/snapshot.ts';

/** A place in a real application: the box of an element of its DOM, and a point in it. Fractions of the picture. */
export type Target = {app: string; size: string; box: Highlight; click: Click; image: SnapshotImage};

type Listed = {file: string; width: number; height: number; targets: (Highlight & {click: Click})[]};
type Written = {file: string; width: number; height: number; dpr: number; targets: {highlight: Highlight | null; click: Click}[]};

const HERE = import.meta.dirname;
/** Screenshots of eight more applications, with boxes that have up to 6 pixels around them. */
const WRITER = join(HERE, '..', 'evals', 'local-writer');
/** Targets of each of those pictures. */
const OF_EACH = 1;
const WIDTHS = [640, 1440, 2880];

/** All targets, with the files of their pictures by name. */
export async function readTargets(): Promise<{targets: Target[]; files: Map<string, Buffer>}> {
	const own: Listed[] = JSON.parse(await readFile(join(HERE, 'targets.json'), 'utf8'));
	const written = await Promise.all(['tuned-on.json', 'held-out.json'].map(list => readFile(join(WRITER, list), 'utf8')));
	const more = written
		.flatMap((list): Written[] => JSON.parse(list))
		.map(({targets, ...picture}): Listed & {dpr: number} => ({
			...picture,
			file: join(WRITER, picture.file),
			targets: targets.flatMap(({highlight, click}) => (highlight ? [{...highlight, click}] : [])).slice(0, OF_EACH),
		}));
	const files = new Map<string, Buffer>();
	const targets: Target[] = [];
	for (const {file, width, height, dpr = 1, targets: places} of [...own, ...more] as (Listed & {dpr?: number})[]) {
		const image = await readImage(join(file.startsWith('/') ? '' : HERE, file), files);
		const app = file
			.split('/')
			.at(-1)!
			.replace(/(-\w\w(-\w\w)?-\d+)?\.webp$/, '');
		for (const {click, ...box} of places) {
			const size = `${Math.round((box.width * width) / dpr)} x ${Math.round((box.height * height) / dpr)}`;
			targets.push({app, size, box, click, image});
		}
	}
	return {targets, files};
}

async function readImage(path: string, files: Map<string, Buffer>): Promise<SnapshotImage> {
	const bytes = await readFile(path);
	const {width, height} = await sharp(bytes).metadata();
	const variants: SnapshotImage['variants'] = [];
	for (const target of new Set(WIDTHS.map(each => Math.min(each, width)))) {
		const {data, info} = await sharp(bytes).resize(target).webp({quality: 80}).toBuffer({resolveWithObject: true});
		const file = `${createHash('sha256').update(data).digest('hex').slice(0, 32)}.webp`;
		files.set(file, data);
		variants.push({file, width: info.width, height: info.height, bytes: data.length, format: 'webp'});
	}
	return {width, height, color: '#ffffff', variants, still: null};
}
