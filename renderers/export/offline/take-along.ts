import type {Snapshot, SnapshotStep} from '../../../shared/contract/snapshot.ts';
import {narrationOf} from '../../../shared/tour/timeline.ts';
import type {ExportSource, ExportWarning} from '../../exporter.ts';
import {largestOf} from '../../video/present.ts';

/** A tour without the service: each picture in one size, and the files that it names. */
export type TakenAlong = {snapshot: Snapshot; files: Map<string, Buffer>; warnings: ExportWarning[]};

/** Reads the narration and the largest size of each picture; drops, and reports, what needs the service or whose file is gone. */
export async function takeAlong(
	{snapshot, language, read}: ExportSource,
	{narration}: {narration: boolean},
	signal: AbortSignal,
): Promise<TakenAlong> {
	const files = new Map<string, Buffer>();
	const warnings = leftOut(snapshot);
	const has = async (file: string): Promise<boolean> => {
		signal.throwIfAborted();
		const bytes = files.get(file) ?? (await read(file));
		if (bytes) files.set(file, bytes);
		return bytes !== null;
	};
	const steps: SnapshotStep[] = [];
	for (const step of snapshot.steps) {
		const stepId = step.id;
		const image = step.image && (await largestOf(step.image, has));
		if (step.image && !image)
			warnings.push({
				code: 'picture_missing',
				message: 'The picture of this step is no longer stored; the step is shown without it.',
				stepId,
			});
		const narrations: SnapshotStep['narrations'] = [];
		// Without a language in the options, the page lets people choose one.
		const chosen = language ? [narrationOf(step, language) ?? []].flat() : step.narrations;
		if (narration && chosen.length < Math.min(1, step.narrations.length))
			warnings.push({code: 'narration_missing', message: `This step says nothing in ${language}.`, stepId});
		for (const one of narration ? chosen : []) {
			if (await has(one.file)) narrations.push(one);
			else warnings.push({code: 'narration_missing', message: `The narration (${one.language}) of this step is no longer stored.`, stepId});
		}
		steps.push({...step, image, narrations});
	}
	return {snapshot: {...snapshot, leadCapture: {...snapshot.leadCapture, enabled: false}, steps}, files, warnings};
}

function leftOut({leadCapture}: Snapshot): ExportWarning[] {
	const form = {
		code: 'lead_form_left_out',
		message: 'The opening form is left out: without the service there is nobody to send it to. The tour begins with its first step.',
	};
	const statistics = {code: 'statistics_left_out', message: 'What is looked at in this copy is not counted in the statistics of the tour.'};
	return leadCapture.enabled ? [form, statistics] : [statistics];
}

/** Returns the content type of a file of the store. Throws for an unknown extension. */
export function contentTypeOf(file: string): string {
	const types: Record<string, string> = {webp: 'image/webp', mp3: 'audio/mpeg', woff2: 'font/woff2'};
	const type = types[file.split('.').at(-1)!];
	if (!type) throw new Error(`No file of a tour is called "${file}".`);
	return type;
}
