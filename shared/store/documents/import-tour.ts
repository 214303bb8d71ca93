import type {TourDocument} from '../../contract/document.ts';
import type {BundleNarration} from '../../contract/exports/bundle-document.ts';
import {newId} from '../../ids.ts';
import {emptyTour, type StoredNarration, type StoredStep} from '../../tour/document/document.ts';
import {contentFrom} from '../../tour/document/from-document.ts';
import {canonicalLanguage} from '../../tour/language/language-tag.ts';
import {spokenWords} from '../../tour/narration.ts';
import {type Db, queryOne} from '../database.ts';
import {useImages} from '../media/media.ts';
import {type NewSpeech, saveSpeech} from '../media/speech.ts';
import type {StoredTour} from '../tour-list.ts';
import {insertTour} from '../tours.ts';
import {isOwnKey} from './documents.ts';

/** A narration of a bundle, and its sound as it is stored. */
export type BroughtNarration = BundleNarration & {sound: Pick<NewSpeech, 'hash' | 'file' | 'durationMs' | 'bytes'>};

/** A tour that came as a bundle: its images are the account's by now. `narrations`: of each step. */
export type ImportedTour = Pick<StoredTour, 'accountId' | 'createdBy'> & {
	key: string | undefined;
	document: TourDocument;
	narrations: BroughtNarration[][];
};

/**
 * Makes a new tour and returns its id. It gets the key that it brings along where no tour of the account has that one, also none in the bin. Must run in a
 * transaction. Throws the faults of the steps.
 */
export async function insertImported(db: Db, {accountId, createdBy, key, document, narrations}: ImportedTour): Promise<string> {
	const wanted = [...new Set((document.steps ?? []).flatMap(({image}) => image?.mediaId ?? []))];
	const images = await useImages(db, accountId, wanted, true, null);
	const gone = wanted.find(mediaId => !images.has(mediaId));
	if (gone !== undefined) throw new Error(`The image ${gone} was removed while its tour was imported.`);
	const {content} = contentFrom(
		document,
		emptyTour(document.name),
		({mediaId}) => images.get(mediaId!)!,
		() => newId('step'),
	);
	const steps = content.steps.map((step, index) => ({
		...step,
		narrations: narrations[index]!.map(narration => storedNarration(narration, step)).sort(
			(one, other) => Number(one.lang !== null) - Number(other.lang !== null),
		),
	}));
	for (const [index, step] of steps.entries())
		for (const {sound} of narrations[index]!)
			await saveSpeech(db, {accountId, ...sound, script: step.narrations.find(({file}) => file === sound.file)!.script});
	const tour = await insertTour(db, {accountId, createdBy, content: {...content, steps}, docKey: await freeKey(db, accountId, key)});
	return tour.id;
}

function storedNarration({sound, ...narration}: BroughtNarration, step: StoredStep): StoredNarration {
	const {file, durationMs, bytes} = sound;
	const source = narration.source ?? spokenWords(step) ?? '';
	return {
		...{file, durationMs, bytes},
		language: canonicalLanguage(narration.language) ?? narration.language,
		lang: narration.lang === undefined ? null : (canonicalLanguage(narration.lang) ?? narration.lang),
		voice: narration.voice,
		script: narration.script ?? source,
		source,
	};
}

async function freeKey(db: Db, accountId: string, key: string | undefined): Promise<string | null> {
	if (key === undefined || !isOwnKey(key)) return null;
	const taken = await queryOne(db, 'SELECT 1 AS taken FROM tours WHERE account_id = ? AND doc_key = ?', [accountId, key]);
	return taken ? null : key;
}
