import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {ExportSource} from '../../../renderers/exporter.ts';
import {type EncodedVariant, ingestImage} from '../../../renderers/image/variants.ts';
import type {Snapshot, SnapshotImage} from '../../../shared/contract/snapshot.ts';
import {resolveTheme} from '../../../shared/tour/themes.ts';
import {EXAMPLE_FOLDER, readExample} from '../example-tour.ts';
import {sampleStep, sampleTour} from '../sample-snapshot.ts';

/** For the tests of exporters: tours as snapshots with real pictures. `bench.ts` beside it has what an exporter works with. */

export const LINK = 'https://tours.example.org/p/build-your-first-flow';

/** The first so many steps of it; all eleven without a number. */
export async function exampleSource(count = Number.POSITIVE_INFINITY): Promise<ExportSource & {files: Map<string, Buffer>}> {
	const tour = await readExample();
	const files = new Map<string, Buffer>();
	const steps = [];
	for (const [index, {file, ...step}] of tour.steps.slice(0, count).entries()) {
		const image = file ? await storedImage(await readFile(join(EXAMPLE_FOLDER, file)), files) : null;
		steps.push(sampleStep({highlight: null, click: null, type: 'screen', ...step, id: `step_${index + 1}`, image} as object));
	}
	const snapshot = sampleTour(steps, {title: tour.name, language: tour.language, theme: resolveTheme(tour.theme as object)});
	return {...sourceOf(snapshot, files), files};
}

/** A picture as it is stored at its ingest; its files are added to `files`. */
export async function storedImage(bytes: Buffer, files: Map<string, Buffer>): Promise<SnapshotImage> {
	const {variants, width, height, color, still} = await ingestImage(bytes);
	const stored = (variant: EncodedVariant) => {
		const file = `${files.size}-${variant.width}.webp`;
		files.set(file, variant.bytes);
		return {...variant, file, bytes: variant.bytes.length};
	};
	return {width, height, color, variants: variants.map(stored), still: still && stored(still)};
}

export function sourceOf(snapshot: Snapshot, files: ReadonlyMap<string, Buffer>, url: string | null = LINK): ExportSource {
	return {snapshot, url, read: async file => files.get(file) ?? null};
}
