import {mkdtemp, readFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Browser} from '../../renderers/browser/browser.ts';
import type {Exported, Exporter, ExportSource} from '../../renderers/export/export.ts';
import {readConfig} from '../../shared/config.ts';

export type ExportedFile = Exported & {bytes: Buffer; folder: string};
type Given<Options> = Pick<ExportSource, 'snapshot' | 'language'> & {media: Map<string, Buffer>; options: Options; signal?: AbortSignal};

/** Runs an exporter that needs no browser on this tour; `media` has its files. The folder stays. */
export async function runExporter<Options>(exporter: Exporter<Options>, given: Given<Options>): Promise<ExportedFile> {
	const {snapshot, language, media, options, signal = new AbortController().signal} = given;
	const folder = await mkdtemp(join(tmpdir(), 'exported-'));
	const source = {snapshot, language, url: 'https://tours.example/p/abc', read: async (file: string) => media.get(file) ?? null};
	const browser = new Proxy({} as Browser, {get: () => () => Promise.reject(new Error('This format is made without a browser.'))});
	const kept = () => Promise.reject(new Error('This format keeps no parts.'));
	const {ffmpeg, ffprobe} = readConfig();
	const exported = await exporter.make(source, options, {browser, ffmpeg, ffprobe, folder, progress: () => {}, signal, kept});
	return {...exported, bytes: await readFile(exported.path), folder};
}
