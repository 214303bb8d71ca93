import {createHash} from 'node:crypto';
import {basename} from 'node:path';
import {BUNDLE_DOCUMENT} from '../../shared/contract/document-format.ts';
import {LIMITS} from '../../shared/contract/limits.ts';
import {refused} from '../errors.ts';
import {loadFormats, loadZip} from '../fetched/load-parts.ts';
import {TOUR_FILES} from '../folder/read-folder.ts';
import type {Importing} from '../recording/new-folder.ts';
import type {ZipEntry} from '../zip/index.ts';
import {readJson, writeImported} from './foreign.ts';

/** The service's limits for a bundle, so that both accept equal bundles. */
const ZIP_LIMITS = {entries: LIMITS.bundleFiles, bytesEach: LIMITS.imageBytes, bytes: 500 * 1024 * 1024};
/** Pictures, and the guide in which a tour's steps may be. */
const WANTED = /\.(?:png|jpe?g|webp|gif|md)$/i;

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
	if (!foreign) throw refused([{place: file, message: `Has no tour: one of ${documents.join(', ')}.`}]);
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
		if (hash && createHash('sha256').update(bytes).digest('hex') !== hash)
			throw refused([{place: file, message: `${name} is damaged: it is not the picture that its name says.`}]);
		const silent = name === `${root}${BUNDLE_DOCUMENT}` ? withoutNarrations(bytes) : null;
		if (silent) output.warn(`note: a folder has no narrations: they are left out. "roteiro import ${file} --send" keeps them.`);
		await folder.saveFile(name.slice(root.length), silent ?? bytes);
	}
}
