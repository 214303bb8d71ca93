import {stat} from 'node:fs/promises';
import {join} from 'node:path';
import {keyFrom} from '../../shared/folder/names.ts';
import {asCommandError, connect} from '../connection.ts';
import {interruption, refused, usageError} from '../errors.ts';
import {loadRecorder} from '../fetched/load-parts.ts';
import type {Output} from '../output.ts';
import {LANGUAGES, PAGES, type RecordedTour, type RecordOptions} from '../recorder/recording.ts';
import {findBrowser, profileFolder} from '../recording/find-browser.ts';
import {beginFolder, type NewFolder} from '../recording/new-folder.ts';
import {isWebUrl, judgeRecording, type Recording, readRecording} from '../recording/read-recording.ts';
import {publish} from './publish.ts';

export type RecordValues = {
	out?: string;
	url?: string;
	language?: string;
	viewport?: string;
	scale?: string;
	'as-recorded'?: boolean;
	browser?: string;
	profile?: string;
	fresh?: boolean;
	headed?: boolean;
	timeout?: string;
	force?: boolean;
	publish?: boolean;
};

const VIEWPORT = '1440x900';
const SCALE = '2';
/** Pixels of a side that a picture of a tour may have. */
const MAX_SIDE = 8000;

/** Replays a recording in a browser of this machine, and writes it as a folder that `publish` reads. */
export async function record(file: string, values: RecordValues, schemaUrl: string | null, output: Output): Promise<void> {
	const settings = settingsFrom(values);
	const recording = await readRecording(file);
	if (values.url === undefined) judgeRecording(recording);
	else if (!isWebUrl(values.url)) throw usageError('--url must be a URL that begins with https:// or http://.');
	const title = titleOf(recording, file);
	const given = values.out ?? keyFrom(title, 'tour');
	if (values.publish) await expectWelcome();
	const browser = await findBrowser(values.browser);
	const recorder = await loadRecorder(output);
	const folder = await beginFolder(given, {force: Boolean(values.force)});
	const stopped = interruption();
	const options: RecordOptions = {
		...settings,
		browser,
		profile: await profileOf(values),
		signal: stopped.signal,
		savePicture: folder.saveFile,
		progress: (done, total) => output.progress('Recording', done, total),
		warn: (step, message) => output.warn(step === null ? `note: ${message}` : `${recording.placeOf(step)}: note: ${message}`),
	};
	try {
		const tour = values.url
			? await recorder.recordElements(recording.steps, values.url, options)
			: await recorder.recordFlow(recording.value as object, options);
		stopped.signal.throwIfAborted();
		await write(tour, folder, {title, given, schemaUrl, output, publishes: Boolean(values.publish)});
	} catch (error) {
		throw asFault(error, recording);
	} finally {
		output.progress(null);
		stopped.end();
		await folder.discard();
	}
	if (values.publish) await publish(given, {}, output);
}

/** Checks the key first: nobody should watch a browser for a minute before learning that it does not work. */
async function expectWelcome(): Promise<void> {
	const {client, url} = await connect();
	await client.call('GET /me', {}).catch((error: unknown) => {
		throw asCommandError(error, url);
	});
}

async function write(
	{name, language, steps, refused: missing}: RecordedTour,
	folder: NewFolder,
	{
		title,
		given,
		schemaUrl,
		output,
		publishes,
	}: {title: string; given: string; schemaUrl: string | null; output: Output; publishes: boolean},
): Promise<void> {
	if (steps.length === 0 && missing > 0) throw refused('There is nothing to show: no picture could be taken. Nothing was written.');
	if (steps.length === 0) throw refused('There is nothing to show: the recording has no step that is done to something.');
	await folder.writeTour({key: keyFrom(title, 'tour'), name, language, pictures: PAGES, steps}, schemaUrl);
	await folder.place();
	const made = `${join(given, 'tour.yaml')}: ${steps.length} ${steps.length === 1 ? 'step' : 'steps'}${missing > 0 ? `, ${missing} left out without a picture` : ''}.`;
	if (publishes) return output.line(made);
	output.line(`${made} Read what they say, then "roteiro publish ${given}".`);
	output.json({folder: folder.path, steps: steps.length, refused: missing});
}

/** Returns the recorder's error at its place in the file. */
function asFault(error: unknown, {placeOf}: Recording): unknown {
	if (!(error instanceof Error) || error.name !== 'RecordingError') return error;
	const {step = null} = error as {step?: number | null};
	return refused([{...(step !== null && {place: placeOf(step)}), message: `${error.message} Nothing was written.`}]);
}

function titleOf({value}: Recording, file: string): string {
	const title = typeof value === 'object' && value !== null && 'title' in value ? value.title : null;
	return typeof title === 'string' && title.trim() ? title : file.replace(/^.*[\\/]|\.json$/g, '');
}

function settingsFrom(values: RecordValues): Omit<RecordOptions, 'browser' | 'profile' | 'signal' | 'savePicture' | 'progress' | 'warn'> {
	const size = /^(\d{2,4})x(\d{2,4})$/.exec(values.viewport ?? VIEWPORT);
	const scale = Number(values.scale ?? SCALE);
	const timeout = values.timeout === undefined ? null : Number(values.timeout);
	if (!size) throw usageError('--viewport is WIDTHxHEIGHT in CSS pixels, such as 1440x900.');
	const viewport = {width: Number(size[1]), height: Number(size[2])};
	if (!(scale >= 1 && scale <= 4) || Math.max(viewport.width, viewport.height) * scale > MAX_SIDE)
		throw usageError(`--scale is from 1 to 4, and no side of a picture has more than ${MAX_SIDE} pixels.`);
	if (timeout !== null && !(timeout > 0 && timeout <= 300)) throw usageError('--timeout is in seconds, 300 at most.');
	if (values.language !== undefined && !Object.hasOwn(LANGUAGES, values.language))
		throw usageError(`--language is one of ${Object.keys(LANGUAGES).join(', ')}.`);
	return {
		viewport,
		scale,
		asRecorded: Boolean(values['as-recorded']),
		headed: Boolean(values.headed),
		language: values.language ?? null,
		timeoutMs: timeout === null ? null : timeout * 1000,
	};
}

/** Returns the named profile, else the one that `login --browser` has made, if any. */
async function profileOf({profile, fresh}: RecordValues): Promise<string | null> {
	if (profile !== undefined) return profile;
	const kept = profileFolder();
	return !fresh && (await stat(kept).catch(() => null)) ? kept : null;
}
