import {createHash} from 'node:crypto';
import {Readable} from 'node:stream';
import {fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile} from 'yauzl';
import {BUNDLE_DOCUMENT, DOCUMENT_VERSION} from '../../../shared/contract/document-format.ts';
import type {Fault} from '../../../shared/contract/error.ts';
import {BundleDocument} from '../../../shared/contract/exports/bundle-document.ts';
import {LIMITS} from '../../../shared/contract/limits.ts';
import {AppError, invalid} from '../../../shared/errors.ts';
import type {FileStore, Folder} from '../../../shared/files/file-store.ts';
import {outageOf} from '../../../shared/outage.ts';
import {compileSchema} from '../../../shared/schema/schema.ts';
import {canonicalLanguage} from '../../../shared/tour/language/language-tag.ts';
import {type OpenZip, openZip, ZIP_OPTIONS} from '../../../shared/zip/open-zip.ts';

/** A bundle whose document fits its schema, and whose files are all there. */
export type OpenBundle = {
	document: BundleDocument;
	/** The bytes of a file that the document names. Throws a fault on `field` where it is damaged. */
	read(file: string, field: string): Promise<Buffer>;
	close(): void;
};

const ZIP_LIMITS = {entries: LIMITS.bundleFiles, bytesEach: LIMITS.imageBytes, bytes: LIMITS.bundleBytes};
const HINT =
	'Send a bundle as an export (format bundle) or "roteiro pull KEY --bundle FILE" writes it: tour.json and the files that it names.';
/** Files that bundles name by what is in them. */
const NAMED_BY_HASH = /^(?:media|audio)\/([0-9a-f]{32}|[0-9a-f]{64})\.\w+$/;

let check: ((document: unknown) => Fault[]) | null = null;

/** Opens the bundle that is stored under this name among the originals. Throws the faults of the zip, of its document, and of files that are missing. */
export async function openBundle(files: FileStore, name: string): Promise<OpenBundle> {
	const zip = await open(files, name);
	try {
		const document = parse(await bytesOf(zip, BUNDLE_DOCUMENT, BUNDLE_DOCUMENT));
		requireFiles(document, new Set(zip.names));
		return {
			document,
			async read(file, field) {
				const bytes = await bytesOf(zip, file, field);
				const [, hash] = NAMED_BY_HASH.exec(file) ?? [];
				if (hash && !createHash('sha256').update(bytes).digest('hex').startsWith(hash))
					throw invalid([{field, message: `${file} is damaged: it is not what its name says.`, hint: 'Export the tour once more.'}]);
				return bytes;
			},
			close: zip.close,
		};
	} catch (error) {
		zip.close();
		throw error;
	}
}

async function open(files: FileStore, name: string): Promise<OpenZip> {
	const zip = await openStoredZip(files, 'originals', name).catch(refuse);
	if (!zip) throw new AppError('not_found', {message: 'The bundle is no longer stored. Send it again.'});
	const opened = await openZip(zip, () => true, ZIP_LIMITS).catch(refuse);
	if (opened.names.includes(BUNDLE_DOCUMENT)) return opened;
	opened.close();
	const hint =
		'The document must be at the top of the zip. Import folders with tour.yaml or only pictures with the command: roteiro import FILE, roteiro publish.';
	throw invalid([{field: BUNDLE_DOCUMENT, message: 'Is not in the zip.', hint}]);
}

/** Throws an error of reading the zip as a fault; an outage of the store stays what it is. */
function refuse(error: unknown): never {
	if (error instanceof AppError || outageOf(error)) throw error;
	const {message} = error as Error;
	throw invalid([{field: 'bundle', message: `Is not a zip that can be read: ${message}`, hint: HINT}]);
}

async function bytesOf(zip: OpenZip, file: string, field: string): Promise<Buffer> {
	return zip.read(file).catch(error => {
		if (outageOf(error)) throw error;
		throw invalid([{field, message: `${file} cannot be read: ${(error as Error).message}`, hint: HINT}]);
	});
}

function parse(bytes: Buffer): BundleDocument {
	if (bytes.length > LIMITS.documentBodyBytes) {
		const message = `Has ${bytes.length} bytes; ${LIMITS.documentBodyBytes} are the most.`;
		throw invalid([{field: BUNDLE_DOCUMENT, message, hint: 'Split the tour.'}]);
	}
	let document: unknown;
	try {
		document = JSON.parse(new TextDecoder('utf-8', {fatal: true}).decode(bytes));
	} catch {
		throw invalid([{field: BUNDLE_DOCUMENT, message: 'Is not JSON in UTF-8.', hint: HINT}]);
	}
	const {version, steps} = (typeof document === 'object' && document !== null ? document : {}) as {version?: unknown; steps?: unknown};
	if (Number.isInteger(version) && (version as number) > DOCUMENT_VERSION) {
		const hint = `This service reads version ${DOCUMENT_VERSION}: update it, or export the bundle there.`;
		throw new AppError('document_version', {errors: [{field: 'version', message: `The document is of version ${version}.`, hint}]});
	}
	if (Array.isArray(steps) && steps.length > LIMITS.stepsPerTour) {
		const message = `The document has ${steps.length} steps; ${LIMITS.stepsPerTour} is the most.`;
		throw new AppError('too_many_steps', {errors: [{field: 'steps', message, hint: 'Split it into several tours.'}]});
	}
	check ??= compileSchema(BundleDocument);
	const faults = check(document);
	if (faults.length > 0) throw invalid(faults);
	return document as BundleDocument;
}

/** Throws one fault for each file that is named and not there, and for each second narration of a language. */
function requireFiles({steps = []}: BundleDocument, there: ReadonlySet<string>): void {
	const missing = (file: string | undefined, field: string): Fault[] =>
		file === undefined || there.has(file) ? [] : [{field, message: `${file} is not in the zip.`, hint: HINT}];
	const faults = steps.flatMap(({image, narrations = []}, index) => [
		...missing(image?.file, `steps[${index}].image.file`),
		...narrations.flatMap(({file, lang}, at) => {
			const field = `steps[${index}].narrations[${at}]`;
			const first = narrations.findIndex(other => targetOf(other.lang) === targetOf(lang));
			const twice =
				first < at ? [{field: `${field}.lang`, message: `narrations[${first}] is for the same language.`, hint: 'One for each.'}] : [];
			return [...missing(file, `${field}.file`), ...twice];
		}),
	]);
	if (faults.length > 0) throw invalid(faults);
}

function targetOf(lang: string | undefined): string | null {
	return lang === undefined ? null : canonicalLanguage(lang);
}

/** Bytes that are read from the store at once. */
const PIECE_BYTES = 1024 * 1024;

/** A stored zip, read by parts: it may be larger than memory. Null where there is no such file. */
async function openStoredZip(files: FileStore, folder: Folder, name: string): Promise<ZipFile | null> {
	const size = await files.size(folder, name);
	if (size === null) return null;
	return fromRandomAccessReaderPromise(new StoredFile(files, folder, name), size, ZIP_OPTIONS);
}

class StoredFile extends RandomAccessReader {
	readonly #read: (start: number, end: number) => Promise<Buffer | null>;

	constructor(files: FileStore, folder: Folder, name: string) {
		super();
		this.#read = (start, end) => files.read(folder, name, {start, end: end - 1});
	}

	override _readStreamForRange(start: number, end: number): Readable {
		return Readable.from(this.#pieces(start, end));
	}

	async *#pieces(start: number, end: number): AsyncGenerator<Buffer> {
		for (let at = start; at < end; at += PIECE_BYTES) {
			const bytes = await this.#read(at, Math.min(at + PIECE_BYTES, end));
			if (!bytes) throw new Error('The stored zip has gone.');
			yield bytes;
		}
	}
}
