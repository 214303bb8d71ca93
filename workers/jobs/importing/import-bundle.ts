import type {TourDocument} from '../../../shared/contract/document.ts';
import type {BundleDocument} from '../../../shared/contract/exports/bundle-document.ts';
import type {Warning} from '../../../shared/contract/geometry.ts';
import {warningsOf} from '../../../shared/present/document.ts';
import {presentTour} from '../../../shared/present/tour.ts';
import type {JobInput} from '../../../shared/queue/job.ts';
import type {importBundle as job} from '../../../shared/queue/jobs/documents.ts';
import {insertImported} from '../../../shared/store/documents/import-tour.ts';
import {readVoices, speaks} from '../../../shared/store/media/voices.ts';
import {readTour} from '../../../shared/store/tour-list.ts';
import type {Handler, Work} from '../../runtime/handler.ts';
import {type BroughtSound, importSound} from './import-narrations.ts';
import {importPicture} from './import-picture.ts';
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
			const id = await insertImported(db, {accountId, createdBy, key: document.key, document: {...made.document, voices}, narrations});
			const tour = await readTour(db, accountId, id);
			const body = {tour: presentTour(tour, services.config), warnings: [...warnings, ...warningsOf(tour.content)]};
			return {response: {status: 201, body, version: tour.version}};
		};
	} finally {
		bundle.close();
	}
};

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
