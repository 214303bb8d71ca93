import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import type {Experiment} from './experiment.ts';

const FOLDER = join(import.meta.dirname, 'experiments');

/** Every experiment by its name, in the order of their names. Throws where a file of `experiments/` holds none of that name. */
export async function allExperiments(): Promise<Map<string, Experiment>> {
	const files = (await readdir(FOLDER)).filter(file => file.endsWith('.ts')).toSorted();
	return new Map(await Promise.all(files.map(async file => [file.slice(0, -3), await load(file)] as const)));
}

async function load(file: string): Promise<Experiment> {
	const {experiment} = (await import(join(FOLDER, file))) as {experiment?: Experiment};
	if (`${experiment?.name}.ts` !== file) throw new Error(`${file} holds no experiment of its name.`);
	return experiment!;
}
