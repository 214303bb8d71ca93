import {existsSync} from 'node:fs';
import {mkdir, mkdtemp, rename, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Browser} from '../../renderers/browser/browser.ts';
import type {ExportWork} from '../../renderers/export/export.ts';
import {readConfig} from '../../shared/config.ts';

/** What an exporter works with, in a folder of its own; `made` names the parts that were not kept from before. */
export type WorkBench = {work(signal?: AbortSignal): Promise<ExportWork>; made: string[]; remove(): Promise<void>};

export async function openWorkBench(
	browser: Browser,
	{ffmpeg, ffprobe}: Pick<ExportWork, 'ffmpeg' | 'ffprobe'> = readConfig({}),
): Promise<WorkBench> {
	const folder = await mkdtemp(join(tmpdir(), 'roteiro-export-'));
	const made: string[] = [];
	let works = 0;
	const keeping = new Map<string, Promise<string>>();
	const kept: ExportWork['kept'] = (name, extension, make) => {
		const path = join(folder, `${name}${extension}`);
		const keep = async () => {
			if (existsSync(path)) return path;
			made.push(extension);
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
		async work(signal = new AbortController().signal) {
			const own = join(folder, `work-${++works}`);
			await mkdir(own);
			return {browser, ffmpeg, ffprobe, folder: own, progress() {}, signal, kept};
		},
		remove: () => rm(folder, {recursive: true, force: true}),
	};
}
