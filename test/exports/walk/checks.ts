import {execFileSync} from 'node:child_process';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {Parser} from 'commonmark';
import sharp from 'sharp';
import {readConfig} from '../../../shared/config/config.ts';
import {readZip} from '../../helpers/zip.ts';
import type {OddTour} from './tours.ts';

/** What other programs find in an export: each check returns what is wrong, in words. */
export type Check = (path: string, tour: OddTour) => string[] | Promise<string[]>;

const {ffmpeg, ffprobe} = readConfig({});
const run = (command: string, ...args: string[]) =>
	execFileSync(command, args, {maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'pipe']}).toString();
const unless = (holds: boolean, fault: string): string[] => (holds ? [] : [fault]);

type Probed = {
	streams: {
		codec_type: string;
		width: number;
		height: number;
		r_frame_rate: string;
		avg_frame_rate: string;
		pix_fmt: string;
		tags?: {language?: string};
	}[];
	format: {tags: {title?: string}};
	chapters: unknown[];
};

export const checkMp4: Check = async (path, {name, steps}) => {
	const probed: Probed = JSON.parse(run(ffprobe, '-v', 'error', '-show_streams', '-show_format', '-show_chapters', '-of', 'json', path));
	const video = probed.streams.find(({codec_type}) => codec_type === 'video')!;
	const bytes = await readFile(path);
	let broken = '';
	try {
		run(ffmpeg, '-v', 'error', '-nostdin', '-xerror', '-i', path, '-f', 'null', '-');
	} catch (error) {
		broken = String(error);
	}
	const title = probed.format.tags.title ?? '';
	const others = probed.streams.filter(({codec_type}) => ['audio', 'subtitle'].includes(codec_type));
	return [
		...unless(video.width === 1920 && video.height === 1080, `${video.width} x ${video.height}`),
		...unless(
			video.r_frame_rate === '30/1' && video.avg_frame_rate === '30/1',
			`frame rates ${video.r_frame_rate} and ${video.avg_frame_rate}`,
		),
		...unless(video.pix_fmt === 'yuv420p', video.pix_fmt),
		...unless(bytes.indexOf('moov') < bytes.indexOf('mdat'), 'not ready to be played while it is fetched'),
		...unless(probed.chapters.length >= steps.length + 1, `${probed.chapters.length} chapters`),
		...unless(title !== '' && name.startsWith(title), `title ${title}`),
		...unless(
			others.every(({tags}) => tags?.language && tags.language !== 'und'),
			'a track without a language',
		),
		...unless(broken === '', broken),
	];
};

export const checkPicture: Check = async path => {
	const bytes = await readFile(path);
	const {pages = 1, loop} = await sharp(bytes, {animated: true, limitInputPixels: false}).metadata();
	return [
		...unless(bytes.length <= 9_500_000, `${bytes.length} bytes`),
		...unless(pages > 1 && loop === 0, `${pages} frames, loop ${loop}`),
	];
};

/** Marks of direction and joiners are invisible; ligatures come back as letters, and poppler turns those of lam and alef around. */
const plain = (text: string) =>
	text
		.normalize('NFKC')
		.replaceAll(/\p{Cf}|\p{Emoji_Modifier}|\uFE0F/gu, '')
		.replaceAll(/\s+/gu, '')
		.replaceAll('لا', 'ال');

const checkPdf =
	(size: RegExp): Check =>
	(path, {name, steps}) => {
		const info = run('pdfinfo', path);
		const text = plain(run('pdftotext', '-layout', path, '-'));
		const raw = plain(run('pdftotext', '-raw', path, '-'));
		const fonts = run('pdffonts', path).split('\n').slice(2).filter(Boolean);
		const words = [name, ...steps.map(({title}) => title)].filter(title => title !== undefined);
		let at = 0;
		const lost: string[] = [];
		for (const title of words) {
			const wanted = plain(title);
			if (!text.includes(wanted) && !raw.includes(wanted)) lost.push(`"${title.slice(0, 40)}" is not found`);
			const next = raw.indexOf(wanted, at);
			if (next >= 0) at = next;
		}
		return [
			...lost,
			...unless(/Tagged:\s+yes/.test(info), 'not tagged'),
			...unless(/Title:\s+\S/.test(info), 'no title'),
			...unless(size.test(info), `size ${/Page size:.*/.exec(info)?.[0]}`),
			// The columns of embedded, subset and Unicode stand before the object's number.
			...fonts.filter(font => !/\byes (yes|no) +(yes|no) +\d+ +\d+$/.test(font)).map(font => `not embedded: ${font}`),
		];
	};
export const checkA4 = checkPdf(/Page size:\s+59[45]\.?\d* x 84[12]/);
export const checkLetter = checkPdf(/Page size:\s+(?:612 x 792|792 x 612)/);

export const checkGuide: Check = async (path, {steps}) => {
	const files = await readZip(await readFile(path));
	const walker = new Parser().parse(files.get('guide.md')!.toString()).walker();
	const [headings, pictures, faults]: [number[], string[], string[]] = [[], [], []];
	for (let event = walker.next(); event; event = walker.next()) {
		const {node} = event;
		if (!event.entering) continue;
		if (node.type === 'heading') headings.push(node.level);
		if (node.type === 'image') pictures.push(node.destination ?? '');
		if (node.type.startsWith('html') && !/^<!--.*-->\s*$/s.test(node.literal ?? '')) faults.push(`HTML: ${node.literal}`);
	}
	const wanted = steps.filter(({image}) => image).length;
	return [
		...faults,
		...unless(headings.filter(level => level === 2).length >= steps.length, `${headings.length} headings`),
		...unless(pictures.length === wanted, `${pictures.length} pictures of ${wanted}`),
		...pictures.filter(picture => !files.has(decodeURI(picture))).map(picture => `${picture} is not in it`),
	];
};

export const checkCaptions: Check = path =>
	unless(run(ffprobe, '-v', 'error', '-show_entries', 'format=format_name', '-of', 'csv=p=0', path).length > 0, 'no captions');

export const checkBundle: Check = async (path, {name, steps}) => {
	const document = JSON.parse((await readZip(await readFile(path))).get('tour.json')!.toString());
	return unless(document.name === name && document.steps.length === steps.length, 'another tour');
};

/** The files of a zip, written into this folder. */
export async function manifestFaults(folder: string): Promise<string[]> {
	const path = join(folder, 'imsmanifest.xml');
	try {
		run('xmllint', '--noout', path);
	} catch (error) {
		return [String(error)];
	}
	return [];
}
