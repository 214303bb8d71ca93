import {watch as watchFiles} from 'node:fs';
import {setTimeout as sleep} from 'node:timers/promises';
import type {Adjustment} from '../../shared/contract/geometry.ts';
import {placeShape} from '../../shared/tour/place/geometry.ts';
import {CommandError, EXIT} from '../errors.ts';
import {readFolder, type TourFolder} from '../folder/read-folder.ts';
import type {Output} from '../output.ts';
import {publish} from './publish.ts';
import {asWarnings, notesOf} from './send-bundle.ts';

/** Milliseconds without a change before sending: files that an editor saves together are sent together. */
const QUIET_MS = 300;
/** Milliseconds between two sendings: an hour allows fewer changes than it has seconds. */
const PAUSE_MS = 2000;

/** Reads the folder and reports what is wrong with it, without the service. */
export async function check(given: string, output: Output): Promise<void> {
	const folder = await readFolder(given);
	const {key, document, pictures, shown} = folder;
	const steps = document.steps?.length ?? 0;
	const adjustments = misplaced(folder);
	for (const line of notesOf(asWarnings(adjustments, folder), folder.placeOf)) output.warn(line);
	output.line(
		`${shown} is right: "${document.name}", ${steps} ${steps === 1 ? 'step' : 'steps'}, ${pictures.length} ${pictures.length === 1 ? 'picture' : 'pictures'}.`,
	);
	output.json({key, name: document.name, steps, pictures: pictures.length, adjustments});
}

/** Returns what the service will change in highlights and clicks that do not fit their pictures. */
function misplaced({document, pictures}: TourFolder): Adjustment[] {
	const sizes = new Map(pictures.map(picture => [picture.sha256, picture]));
	return (document.steps ?? []).flatMap(({highlight, click, image}, index) => {
		const size = sizes.get(image?.mediaId ?? '') ?? null;
		const {adjustments} = placeShape({highlight, click}, {highlight: null, click: null}, size);
		return adjustments.map(one => ({...one, field: `steps[${index}].${one.field}`}));
	});
}

/** Updates the draft whenever the folder changes, until it is ended. Reports faults and waits; only a wrong command line ends it. */
export async function watch(folder: string, similar: number | null, output: Output): Promise<void> {
	let changed = true;
	const watcher = watchFiles(folder, {recursive: true}, (_event, file) => {
		if (!file?.toString().startsWith('.roteiro')) changed = true;
	});
	try {
		for (;;) {
			while (changed) {
				changed = false;
				await sleep(QUIET_MS);
				if (changed) continue;
				await apply(folder, similar, output);
				await sleep(PAUSE_MS);
			}
			await sleep(QUIET_MS);
		}
	} finally {
		watcher.close();
	}
}

async function apply(folder: string, similar: number | null, output: Output): Promise<void> {
	try {
		await publish(folder, {draft: true, similar}, output);
	} catch (error) {
		if (!(error instanceof CommandError) || error.exitCode === EXIT.usage) throw error;
		output.warn(error.message);
	}
}
