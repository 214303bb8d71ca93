import {createHash} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {ingestImage} from '../../renderers/image/variants.ts';
import type {Snapshot} from '../../shared/contract/snapshot.ts';
import {emptyTour} from '../../shared/tour/document/document.ts';
import {makeSnapshot} from '../../shared/tour/snapshot.ts';
import {addStep} from '../../shared/tour/steps.ts';
import {EXAMPLE_FOLDER, readExample} from './example-tour.ts';

/** The sample tour as it would be published, and its files by name, without a service. */
export async function exampleSnapshot(): Promise<{snapshot: Snapshot; files: Map<string, Buffer>}> {
	const example = await readExample();
	const files = new Map<string, Buffer>();
	const media: Parameters<typeof makeSnapshot>[2] & Map<string, unknown> = new Map();
	let content = emptyTour(example.name);
	for (const [index, {file, ...fields}] of example.steps.entries()) {
		if (!file) {
			content = addStep(content, `step_${index}`, fields, null).content;
			continue;
		}
		const {variants, width, height, color} = await ingestImage(await readFile(join(EXAMPLE_FOLDER, file)));
		const stored = variants.map(({bytes, ...variant}) => {
			const name = `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.webp`;
			files.set(name, bytes);
			return {...variant, file: name, bytes: bytes.length};
		});
		media.set(file, {width, height, color, variants: stored, stills: []});
		content = addStep(content, `step_${index}`, fields, {mediaId: file, file: stored.at(-1)!.file, width, height}).content;
	}
	const {name, language, theme, endCta} = example;
	const whole = {...content, theme, endCta, narrationSettings: {...content.narrationSettings, language}};
	return {snapshot: makeSnapshot(whole as typeof content, name, media), files};
}
