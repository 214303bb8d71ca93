import {mkdtemp, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {writeZip, type ZipEntry} from '../../renderers/export/zip.ts';
import type {Client} from './service.ts';

/** A zip of these files. */
export async function packZip(files: ZipEntry[]): Promise<Buffer> {
	const folder = await mkdtemp(join(tmpdir(), 'roteiro-bundle-'));
	try {
		const path = join(folder, 'tour.zip');
		await writeZip(path, files);
		return await readFile(path);
	} finally {
		await rm(folder, {recursive: true});
	}
}

/** The same with `tour` as its tour.json behind them: as JSON, or the bytes that it is. */
export const packBundle = (tour: unknown, files: ZipEntry[] = []) =>
	packZip([...files, {name: 'tour.json', bytes: Buffer.isBuffer(tour) ? tour : Buffer.from(JSON.stringify(tour))}]);

/** A call that brings a bundle. */
export const sendBundle = (client: Client, bundle: Buffer, headers: Record<string, string> = {}) =>
	client('POST', '/v1/tours/import', {raw: new Uint8Array(bundle), headers: {'Content-Type': 'application/zip', ...headers}});
