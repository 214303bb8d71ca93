import {mkdtemp, readFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Browser} from '../../renderers/browser/browser.ts';
import type {Exported, Exporter} from '../../renderers/export/export.ts';
import type {Snapshot} from '../../shared/contract/snapshot.ts';

export type ExportedFile = Exported & {bytes: Buffer; folder: string};

/** Runs an exporter that needs no browser on this tour; `media` has its files. The folder stays. */
export async function runExporter<Options>(
	exporter: Exporter<Options>,
	{snapshot, media, options}: {snapshot: Snapshot; media: Map<string, Buffer>; options: Options},
): Promise<ExportedFile> {
	const folder = await mkdtemp(join(tmpdir(), 'roteiro-export-'));
	const source = {snapshot, url: 'https://tours.example/p/abc', read: async (file: string) => media.get(file) ?? null};
	const browser = new Proxy({} as Browser, {get: () => () => Promise.reject(new Error('This format is made without a browser.'))});
	const kept = () => Promise.reject(new Error('This format keeps no parts.'));
	const signal = new AbortController().signal;
	const exported = await exporter.make(source, options, {browser, ffmpeg: '', ffprobe: '', folder, progress: () => {}, signal, kept});
	return {...exported, bytes: await readFile(exported.path), folder};
}
