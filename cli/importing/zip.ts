import {readFile, stat} from 'node:fs/promises';
import {basename, dirname, extname} from 'node:path';
import {BUNDLE_DOCUMENT} from '../../shared/contract/document-format.ts';
import {LIMITS} from '../../shared/contract/limits.ts';
import {distinct, keyFrom, pictureName} from '../../shared/folder/names.ts';
import {type Located, readYaml} from '../../shared/folder/read-yaml.ts';
import {sniffFormat} from '../../shared/image-format.ts';
import {refused} from '../errors.ts';
import {loadFormats, loadZip} from '../fetched/load-parts.ts';
import {hashOf, readPicture} from '../folder/pictures.ts';
import {TOUR_FILES} from '../folder/read-folder.ts';
import type {FormatFaults, ImportedTour} from '../formats/imported.ts';
import type {Importing} from '../recording/new-folder.ts';
import type {ZipEntry} from '../zip/index.ts';

/** The service's limits for a bundle, so that both accept equal bundles. */
const ZIP_LIMITS = {entries: LIMITS.bundleFiles, bytesEach: LIMITS.imageBytes, bytes: 500 * 1024 * 1024};
/** Pictures, and the guide in which a tour's steps may be. */
const WANTED = /\.(?:png|jpe?g|jfif|webp|gif|md)$/i;

const EXTENSIONS = {png: '.png', jpeg: '.jpg', webp: '.webp', gif: '.gif'};

type Json = {value: unknown; placeOf: Located['placeOf']};
type Source = {json: Json; name: string; read(file: string): Promise<Buffer | null>};

/** Demos of hundreds of steps have a tenth of it; no more is read. */
const MAX_BYTES = 4_000_000;

/** Makes a folder of what a zip has: a tour of ours, a guide of Mimik, or a demo of Inkly. */
export async function fromZip(file: string, importing: Importing): Promise<void> {
	const {readZip} = await loadZip();
	const {INKLY_CONFIG, MIMIK_MANIFEST, readInkly, readMimik} = await loadFormats();
	const documents = [...TOUR_FILES, MIMIK_MANIFEST, INKLY_CONFIG];
	const wants = (name: string) => WANTED.test(name) || documents.some(one => name === one || name.endsWith(`/${one}`));
	const entries = await readZip(file, wants, ZIP_LIMITS).catch((error: Error) => {
		throw refused([{place: file, message: `Is not a zip that can be read: ${error.message}`}]);
	});
	const documentOf = (names: readonly string[]) =>
		entries.find(({name}) => /^(?:[^/]+\/)?[^/]+$/.test(name) && names.includes(basename(name)));
	const own = documentOf(TOUR_FILES);
	if (own) return unpack(file, own.name.slice(0, -basename(own.name).length), entries, importing);
	const foreign = documentOf([MIMIK_MANIFEST, INKLY_CONFIG]);
	if (!foreign)
		throw refused([
			{
				place: file,
				message: `Has no tour (${documents.join(', ')}): unzip it, then import its Markdown, or run "roteiro init" where its pictures are.`,
			},
		]);
	const root = foreign.name.slice(0, -basename(foreign.name).length);
	const files = new Map(entries.flatMap(({name, bytes}) => (name.startsWith(root) ? [[name.slice(root.length), bytes] as const] : [])));
	const read = async (name: string) => files.get(name.replace(/^\.\//, '')) ?? null;
	const json = readJson(foreign.bytes.toString('utf8'), `${file}: ${foreign.name}`);
	const make = async () => (basename(foreign.name) === MIMIK_MANIFEST ? readMimik(json.value, files) : readInkly(json.value, read));
	await writeImported(make, {json, read, name: basename(file)}, importing);
}

async function unpack(file: string, root: string, entries: readonly ZipEntry[], {folder, output}: Importing): Promise<void> {
	const {withoutNarrations} = await loadZip();
	for (const {name, bytes} of entries) {
		if (!name.startsWith(root)) continue;
		const hash = /media\/([0-9a-f]{64})\.\w+$/.exec(name)?.[1];
		if (hash && hashOf(bytes) !== hash)
			throw refused([{place: file, message: `${name} is damaged: it is not the picture that its name says.`}]);
		const silent = name === `${root}${BUNDLE_DOCUMENT}` ? withoutNarrations(bytes) : null;
		if (silent) output.warn(`note: a folder has no narrations: they are left out. "roteiro import ${file} --send" keeps them.`);
		await folder.saveFile(name.slice(root.length), silent ?? bytes);
	}
}

/** Reads JSON that another tool has written. `name`: of the file, for places; they are worked out where something is wrong. */
function readJson(text: string, name: string): Json {
	const plain = text.replace(/^\uFEFF/, '');
	try {
		return {value: JSON.parse(plain), placeOf: field => readYaml(plain, name).located.placeOf(field)};
	} catch {
		throw refused([
			{...readYaml(plain, name).problems[0], place: readYaml(plain, name).problems[0]?.place ?? name, message: 'Is not JSON.'},
		]);
	}
}

/** Writes what another tool's file holds as the folder of a tour: each picture by the name of the first step that shows it. */
async function writeImported(
	make: () => Promise<ImportedTour>,
	{json, name, read}: Source,
	{folder, schemaUrl, output}: Importing,
): Promise<void> {
	const {tour, changed, notes} = await make().catch((error: Error) => {
		if (error.name !== 'FormatFaults') throw error;
		const {faults} = error as FormatFaults;
		throw refused(faults.map(({field, message}) => ({place: json.placeOf(field), message})));
	});
	const files = new Map<string, string>();
	for (const [index, {image, key, title}] of tour.steps.entries()) {
		if (!image || files.has(image) || /^https:/.test(image)) continue;
		const bytes = changed.get(image) ?? (await read(image));
		const format = bytes && sniffFormat(bytes);
		if (!bytes || !format) throw refused([{place: name, message: `${image} is not a PNG, JPEG, WebP or GIF.`}]);
		const [own] = distinct(
			[pictureName(index, key, title)],
			[...files.values()].map(file => file.replace(/\.\w+$/, '')),
		) as [string];
		files.set(image, own + EXTENSIONS[format]);
		await folder.saveFile(files.get(image)!, bytes);
	}
	const steps = tour.steps.map(({image, ...step}) => ({...step, ...(image && {image: files.get(image) ?? {url: image}})}));
	const key = keyFrom(tour.name.trim() || name.slice(0, -extname(name).length), 'tour');
	await folder.writeTour({key, ...tour, steps}, schemaUrl);
	for (const note of notes) output.warn(`note: ${note}`);
}

/** Makes a folder of a demo of Inkly, whose pictures lie beside its file. */
export async function fromDemo(file: string, importing: Importing): Promise<void> {
	const {size} = await stat(file);
	if (size > MAX_BYTES) throw refused([{place: file, message: 'Is far too large for a demo.'}]);
	const {readInkly} = await loadFormats();
	const json = readJson(await readFile(file, 'utf8'), basename(file));
	const read = (name: string) =>
		readPicture(dirname(file), name).then(
			({path}) => readFile(path),
			() => null,
		);
	await writeImported(() => readInkly(json.value, read), {json, read, name: basename(file)}, importing);
}
