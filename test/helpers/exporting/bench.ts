import {existsSync} from 'node:fs';
import {mkdir, mkdtemp, readFile, rename, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Browser} from '../../../renderers/browser/browser.ts';
import type {Exported, Exporter, ExportSource, ExportWork} from '../../../renderers/exporter.ts';
import {readConfig} from '../../../shared/config/config.ts';
import {sourceOf} from './sources.ts';

/** For the tests of exporters: what one works with, without a service. `sources.ts` beside it has tours to export. */

export type Bench = {
	/** Another work, in a folder of its own; parts are kept from one to the next. */
	work(signal?: AbortSignal): Promise<ExportWork>;
	/** Paths of the parts that were made, and not kept from before. */
	made: string[];
	/** All that was said of how far a work is. */
	seen: number[];
	remove(): Promise<void>;
};

export async function openBench(browser: Browser, {ffmpeg}: Pick<ExportWork, 'ffmpeg'> = readConfig({})): Promise<Bench> {
	const folder = await mkdtemp(join(tmpdir(), 'roteiro-export-'));
	const [made, seen]: [string[], number[]] = [[], []];
	let works = 0;
	const keeping = new Map<string, Promise<string>>();
	const kept: ExportWork['kept'] = (name, extension, make) => {
		const path = join(folder, `${name}${extension}`);
		const keep = async () => {
			if (existsSync(path)) return path;
			made.push(path);
			const begun = join(folder, `begun-${name}${extension}`);
			await make(begun);
			await rename(begun, path);
			return path;
		};
		const keeps = keeping.get(path) ?? keep().finally(() => keeping.delete(path));
		keeping.set(path, keeps);
		return keeps;
	};
	return {
		made,
		seen,
		async work(signal = new AbortController().signal) {
			const own = join(folder, `work-${++works}`);
			await mkdir(own);
			return {browser, ffmpeg, folder: own, progress: fraction => seen.push(fraction), signal, kept};
		},
		remove: () => rm(folder, {recursive: true, force: true}),
	};
}

export type ExportedFile = Exported & {bytes: Buffer; folder: string};
type Given<Options> = Pick<ExportSource, 'snapshot' | 'language'> & {media: Map<string, Buffer>; options: Options};

/** Runs an exporter that needs no browser and keeps no parts on this tour; `media` has its files. The folder stays. */
export async function runWithoutBrowser<Options>(
	exporter: Exporter<Options>,
	{snapshot, language, media, options}: Given<Options>,
): Promise<ExportedFile> {
	const browser = new Proxy({} as Browser, {get: () => () => Promise.reject(new Error('This format is made without a browser.'))});
	const {work, made} = await openBench(browser);
	const own = await work();
	const source = {...sourceOf(snapshot, media), ...(language !== undefined && {language})};
	const exported = await exporter.make(source, options, own);
	if (made.length > 0) throw new Error('This format keeps no parts.');
	return {...exported, bytes: await readFile(exported.path), folder: own.folder};
}
