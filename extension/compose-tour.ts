import {altOf, composeStep, farewell, keyOf, pictureName, tourName} from '../cli/recorder/compose-step.ts';
import type {PageWords} from '../cli/recorder/page/facts.ts';
import {LivePlan} from '../cli/recorder/plan-actions.ts';
import {PAGES, type RecordedStep} from '../cli/recorder/recording.ts';
import {Secrets, secretsOf} from '../cli/recorder/secrets.ts';
import {matchLanguage, type PageLanguage, primaryLanguage} from '../shared/contract/page-language.ts';
import {keyFrom} from '../shared/folder/names.ts';
import type {ComposedTour, Recording} from './messages.ts';

/** Characters of a tour's name in its key. */
const NAME = 40;

/** Returns a recording as tour.json has it, and each step's picture. `fallback`: the language if the application's is none of ours. */
export function composeTour(recording: Recording, name: string, fallback: PageLanguage): {tour: ComposedTour; pictures: number[]} {
	const {actions} = new LivePlan(recording.done as never);
	const language = matchLanguage(recording.language) ?? fallback;
	const secrets = new Secrets();
	for (const {action, named} of recording.kept) for (const secret of secretsOf(actions[action]!, named)) secrets.add(secret);
	const called = tourName(name.trim() || recording.name || 'Tour', secrets);
	const steps: RecordedStep[] = [];
	const add = (words: string, shown: Omit<RecordedStep, 'key' | 'type' | 'image'>, page: PageWords, name: string | null) => {
		const said = altOf(page, shown.highlight ? name : null, language);
		const alt = said === undefined ? {} : {alt: secrets.without(said)};
		const key = keyOf(
			words,
			steps.map(step => step.key!),
		);
		steps.push({key, type: 'screen', ...shown, ...alt, image: pictureName(steps.length, key)});
	};
	for (const {action, named, place, page} of recording.kept) {
		const {words, shown} = composeStep(actions[action]!, {named, place}, {language, isFirst: steps.length === 0, secrets});
		add(words, shown, page, named?.name ?? null);
	}
	if (recording.ending !== null && steps.length > 0) add('end', farewell(called, language), recording.endingPage, null);
	const pictures = recording.kept.map(({picture}) => picture);
	if (steps.length > pictures.length) pictures.push(recording.ending!);
	const key = `${keyFrom(called, 'tour').slice(0, NAME)}-${recording.begunAt.toString(36)}`;
	return {tour: {key, name: called, language: primaryLanguage(language), pictures: PAGES, steps}, pictures};
}

export type ZipFile = {name: string; bytes: Uint8Array<ArrayBuffer>};

/** 1985-10-26, 08:15, in the format of MS-DOS: a fixed time, so that the same files make the same bytes. */
const TIME = {date: (5 << 9) | (10 << 5) | 26, time: (8 << 11) | (15 << 5)};
/** Names are UTF-8. */
const FLAGS = 0x0800;

/** Returns files as a zip, uncompressed: pictures are compressed already. */
export function zip(files: readonly ZipFile[]): Blob {
	const parts: BlobPart[] = [];
	const directory: BlobPart[] = [];
	let at = 0;
	let length = 0;
	for (const {name, bytes} of files) {
		const called = new TextEncoder().encode(name);
		const common = [
			[2, 20],
			[2, FLAGS],
			[2, 0],
			[2, TIME.time],
			[2, TIME.date],
			[4, crc32(bytes)],
			[4, bytes.length],
			[4, bytes.length],
			[2, called.length],
			[2, 0],
		] as const;
		const head = fields([[4, 0x04034b50], ...common]);
		const entry = fields([[4, 0x02014b50], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]]);
		parts.push(head, called, bytes);
		directory.push(entry, called);
		at += head.length + called.length + bytes.length;
		length += entry.length + called.length;
	}
	const end = fields([
		[4, 0x06054b50],
		[2, 0],
		[2, 0],
		[2, files.length],
		[2, files.length],
		[4, length],
		[4, at],
		[2, 0],
	]);
	return new Blob([...parts, ...directory, end], {type: 'application/zip'});
}

/** Returns numbers one after the other, each in so many bytes, the lowest first. */
function fields(values: ReadonlyArray<readonly [bytes: number, value: number]>): Uint8Array<ArrayBuffer> {
	const view = new DataView(new ArrayBuffer(values.reduce((sum, [bytes]) => sum + bytes, 0)));
	let at = 0;
	for (const [bytes, value] of values) {
		if (bytes === 2) view.setUint16(at, value, true);
		else view.setUint32(at, value, true);
		at += bytes;
	}
	return new Uint8Array(view.buffer);
}

let table: Uint32Array | null = null;

/** Returns the checksum of zip files, which browsers lack. */
function crc32(bytes: Uint8Array): number {
	table ??= Uint32Array.from({length: 256}, (_, index) => {
		let value = index;
		for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
		return value;
	});
	let crc = 0xffffffff;
	for (const byte of bytes) crc = table[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
	return (crc ^ 0xffffffff) >>> 0;
}
