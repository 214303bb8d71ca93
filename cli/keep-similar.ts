import {readFile} from 'node:fs/promises';
import {ApiError} from '../client/index.ts';
import type {TourDocument} from '../shared/contract/document.ts';
import type {Connection} from './connection.ts';
import {loadFormats} from './fetched/load-parts.ts';
import type {TourFolder} from './folder/read-folder.ts';
import type {Output} from './output.ts';

/**
 * Replaces pictures of the folder by the service's if at most `percent` of their pixels differ: a new screenshot of an unchanged screen
 * makes no change.
 */
export async function keepSimilar(
	folder: TourFolder,
	{client}: Connection,
	percent: number,
	output: Output,
): Promise<{folder: TourFolder; kept: number}> {
	const {key, document, pictures} = folder;
	const {difference} = await loadFormats();
	const now = await client.call('GET /documents/{key}', {key}).catch((error: unknown) => {
		if (error instanceof ApiError && error.status === 404) return null;
		throw error;
	});
	const there = new Map((now?.document.steps ?? []).map(step => [step.key, step.image?.mediaId]));
	const own = new Map(pictures.map(picture => [picture.sha256, picture]));
	const kept = new Map<string, string>();
	for (const [index, {key: step, image}] of (document.steps ?? []).entries()) {
		output.progress('Comparing pictures', index, document.steps!.length);
		const [mine, theirs] = [image?.mediaId, there.get(step)];
		const picture = mine === undefined ? undefined : own.get(mine);
		if (!picture || !theirs || mine === theirs || kept.has(mine!)) continue;
		const share = difference(await readFile(picture.path), Buffer.from(await client.readOriginal(theirs)));
		if (share !== null && share * 100 <= percent) kept.set(mine!, theirs);
	}
	output.progress(null);
	if (kept.size === 0) return {folder, kept: 0};
	const steps = document.steps!.map(step => {
		const theirs = step.image?.mediaId && kept.get(step.image.mediaId);
		return theirs ? {...step, image: {mediaId: theirs}} : step;
	});
	const same: TourDocument = {...document, steps};
	return {folder: {...folder, document: same, pictures: pictures.filter(({sha256}) => !kept.has(sha256))}, kept: kept.size};
}
