import {encodedDurationMs, encodeSpeech} from '../../../renderers/audio/encode-speech.ts';
import type {TourDocument} from '../../../shared/contract/document.ts';
import type {BundleDocument, BundleNarration} from '../../../shared/contract/exports/bundle-document.ts';
import type {Warning} from '../../../shared/contract/geometry.ts';
import {AppError, ERRORS, invalid} from '../../../shared/errors.ts';
import {sha256} from '../../../shared/ids.ts';
import {warningsOf} from '../../../shared/present/document.ts';
import {presentTour} from '../../../shared/present/tour.ts';
import type {JobInput} from '../../../shared/queue/job.ts';
import type {importBundle as job} from '../../../shared/queue/jobs/documents.ts';
import {tx} from '../../../shared/store/database.ts';
import {insertImported} from '../../../shared/store/documents/documents.ts';
import {knownAs, touchMedia} from '../../../shared/store/media/media.ts';
import {broughtHash, type NewSpeech, readVoices, speaks} from '../../../shared/store/media/speech.ts';
import {saveUnlessRedacted} from '../../../shared/store/redactions/save-unless-redacted.ts';
import type {Handler, Work} from '../../runtime/handler.ts';
import {orderAvif} from '../images/ingest-image.ts';
import {storeImage} from '../images/store-image.ts';
import {type OpenBundle, openBundle} from './read-bundle.ts';

/** The stored files of a bundle, by their names in it. */
type Imported = {pictures: Map<string, string>; sounds: Map<string, BroughtSound>};

/** Stores the pictures and sounds of a bundle, then makes the tour: all of it or nothing; unused pictures and sounds are swept. */
export const importBundle: Handler<typeof job> = async ({bundle: name, createdBy}: JobInput<typeof job>, work) => {
	const {services, accountId} = work;
	const bundle = await openBundle(services.files, name);
	try {
		const {document} = bundle;
		const imported = await importFiles(bundle, work);
		const {voices, warnings} = await knownVoices(document, work);
		return async db => {
			const {narrations, ...made} = assemble(document, imported);
			const {key} = document;
			const {tour, docKey} = await insertImported(db, {accountId, createdBy, key, document: {...made.document, voices}, narrations});
			const taken = key !== undefined && docKey === null ? [keyIsTaken(key)] : [];
			const body = {tour: presentTour(tour, services.config), warnings: [...taken, ...warnings, ...warningsOf(tour.content)]};
			return {response: {status: 201, body, version: tour.version}};
		};
	} finally {
		bundle.close();
	}
};

function keyIsTaken(key: string): Warning {
	const hint = 'GET /v1/documents/{key} returns that one. Delete it for good first, or give this tour to programs by its id.';
	return {field: 'key', message: `Another tour of yours has the key ${key}: this one has none.`, hint};
}

async function importFiles(bundle: OpenBundle, work: Work): Promise<Imported> {
	const steps = bundle.document.steps ?? [];
	const pictures = new Map<string, string>();
	const sounds = new Map<string, BroughtSound>();
	for (const [index, {image, narrations = []}] of steps.entries()) {
		work.signal.throwIfAborted();
		const field = `steps[${index}].image.file`;
		if (image && !pictures.has(image.file))
			pictures.set(image.file, await importPicture(await bundle.read(image.file, field), field, work));
		for (const [at, narration] of narrations.entries()) {
			if (sounds.has(narration.file)) continue;
			sounds.set(narration.file, await importSound(narration, `steps[${index}].narrations[${at}].file`, bundle, work));
		}
		work.progress((index + 1) / (steps.length + 1));
	}
	return {pictures, sounds};
}

/** The document as the service knows documents, and what its steps speak. */
function assemble({key: _key, steps = [], ...rest}: BundleDocument, {pictures, sounds}: Imported) {
	const document: TourDocument = {
		...rest,
		steps: steps.map(({image, narrations: _narrations, ...step}) => ({
			...step,
			...(image && {image: {mediaId: pictures.get(image.file)!}}),
		})),
	};
	const narrations = steps.map(step => (step.narrations ?? []).map(narration => ({...narration, sound: sounds.get(narration.file)!})));
	return {document, narrations};
}

/** The voices that the provider has: those of another service speak nothing here, and a warning names them. */
async function knownVoices(
	{voices = {}}: BundleDocument,
	{services}: Work,
): Promise<{voices: Record<string, string>; warnings: Warning[]}> {
	const known = await readVoices(services.database.manager, services.config.voiceProvider);
	const isKnown = ([language, id]: [string, string]) => known.some(voice => voice.id === id.toLowerCase() && speaks(voice, language));
	// Voices are unknown while no worker speaks.
	const [kept, gone] = known.length === 0 ? [Object.entries(voices), []] : partition(Object.entries(voices), isKnown);
	const hint = 'What it spoke stays. New narrations take the default voice, or one that set_narration_settings names.';
	const warnings = gone.map(([language, id]) => ({field: `voices.${language}`, message: `There is no voice ${id} here.`, hint}));
	return {voices: Object.fromEntries(kept), warnings};
}

function partition<T>(values: T[], isFirst: (value: T) => boolean): [T[], T[]] {
	return [values.filter(isFirst), values.filter(value => !isFirst(value))];
}

/**
 * Returns the mediaId of a bundle's picture, which is a file that the service handed out. A picture that the account
 * lacks is stored at once, with its row, so that a retry after a kill finds it. Throws its error as a fault on `field`.
 */
async function importPicture(bytes: Buffer, field: string, work: Work): Promise<string> {
	const {services, accountId, lease} = work;
	const hash = sha256(bytes).toString('hex');
	const mediaId = (await knownAs(services.database.manager, accountId, [hash])).get(hash) ?? hash;
	if (await touchMedia(services.database.manager, accountId, mediaId)) return mediaId;
	const media = await storeImage(bytes, null, work).catch(error => {
		const inStep = error instanceof AppError ? (ERRORS[error.code] as readonly unknown[])[2] : undefined;
		if (!(error instanceof AppError) || !inStep) throw error;
		const fault = {field, message: error.message, hint: 'PNG, JPEG, WebP or GIF, up to 15 MB.'};
		throw new AppError(error.code, {status: 400, message: error.message, errors: [fault], cause: error});
	});
	const {kept, next} = await tx(services.database, async db => {
		const saved = await saveUnlessRedacted(db, media, {since: lease.createdAt});
		const isStill = media.stills.length === 0;
		return {kept: saved.kept, next: saved.isNew && isStill ? await orderAvif(db, accountId, mediaId) : null};
	});
	if (next) await services.dispatcher.enqueue(next);
	return kept.mediaId;
}

/** A sound of the bundle as the service keeps it. */
type BroughtSound = Pick<NewSpeech, 'hash' | 'file' | 'durationMs' | 'bytes'>;

/** Stores the sound of a narration: unchanged in our own format, else encoded in it. Throws a fault on `field`. */
async function importSound({file}: BundleNarration, field: string, bundle: OpenBundle, work: Work): Promise<BroughtSound> {
	const {services, signal} = work;
	const {ffmpeg, ffprobe} = services.config;
	const bytes = await bundle.read(file, field);
	const durationMs = await encodedDurationMs(bytes, {ffprobe, signal});
	const sound =
		durationMs === null ? await encodeSpeech(bytes, {ffmpeg, ffprobe, signal}).catch(nameFault(file, field)) : {mp3: bytes, durationMs};
	const name = await services.files.put('media', sound.mp3, '.mp3');
	return {hash: broughtHash(name), file: name, durationMs: sound.durationMs, bytes: sound.mp3.length};
}

function nameFault(file: string, field: string) {
	return (error: unknown): never => {
		if (!(error instanceof AppError) || error.code === 'provider_unavailable') throw error;
		const hint = 'MP3, WAV, Ogg, FLAC or AAC with somebody to hear, 25 minutes at most.';
		throw invalid([{field, message: `${file} is no sound that can be used.`, hint}]);
	};
}
