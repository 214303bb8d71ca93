import type {Voice} from '../../contract/ai/text.ts';
import {primaryLanguage} from '../../contract/page-language.ts';
import type {Actor} from '../../contract/version.ts';
import {sha256} from '../../ids.ts';
import {languageTag} from '../../tour/document/document.ts';
import {spokenWords} from '../../tour/marked.ts';
import {attachNarration, type NarrationPlan} from '../../tour/narration.ts';
import {stepIndex} from '../../tour/steps.ts';
import {affected, type Db, findAmong} from '../database.ts';
import {SpeechEntity, type SpeechRow, VoiceEntity, type VoiceRow} from '../entities/narration.ts';
import {changeTour, lockTour} from '../tours.ts';
import {lockUnused} from './uses.ts';

export type NewSpeech = Omit<SpeechRow, 'createdAt' | 'referencedAt' | 'unusedSince'>;

/** The properties by which narrations are equal. */
type SpokenThing = {
	/** UUID of the voice. */
	voice: string;
	/** Language of the words, and the one that is spoken: where they differ, the words are translated. */
	from: string;
	spoken: string;
	words: string;
};

export type NarrationTarget = NarrationPlan & {tourId: string; stepId: string; voice: {id: string}};

/** Milliseconds after which a voice counts as gone if only others were offered. */
const GONE_AFTER_MS = 3_600_000;

export function speechHash({voice, from, spoken, words}: SpokenThing): Buffer {
	return sha256(JSON.stringify([voice, from, spoken, words]));
}

/** Returns the hash of an imported sound, which equals that of no spoken text. */
export function broughtHash(file: string): Buffer {
	return sha256(JSON.stringify(['brought', file]));
}

/** Returns the account's existing speech, or null. Marks it as used, so that a sweep leaves it alone. */
export async function touchSpeech(db: Db, accountId: string, hash: Buffer): Promise<SpeechRow | null> {
	const found = await affected(
		db,
		`UPDATE speech SET referenced_at = UTC_TIMESTAMP(3), unused_since = IF(unused_since IS NULL, NULL, UTC_TIMESTAMP(3))
		 WHERE account_id = ? AND hash = ?`,
		[accountId, hash],
	);
	return found ? db.getRepository(SpeechEntity).findOneBy({accountId, hash}) : null;
}

/** Stores the speech. */
export async function saveSpeech(db: Db, speech: NewSpeech): Promise<void> {
	const now = new Date();
	await db.getRepository(SpeechEntity).upsert({...speech, createdAt: now, referencedAt: now, unusedSince: now}, ['accountId', 'hash']);
}

/** Finds speech that has been unused since `before`, `limit` rows at most. */
export function findUnusedSpeech(db: Db, before: Date, limit: number): Promise<SpeechRow[]> {
	return db
		.getRepository(SpeechEntity)
		.createQueryBuilder('speech')
		.where('speech.unusedSince < :before', {before})
		.orderBy('speech.unusedSince')
		.limit(limit)
		.getMany();
}

/** Deletes the row if it has no users and was not asked for since `before`; returns whether it did. Must run in a transaction. */
export async function deleteUnusedSpeech(db: Db, {accountId, hash, file}: SpeechRow, before: Date): Promise<boolean> {
	if (!(await lockUnused(db, ['speech', 'hash'], [accountId, hash], file, before))) return false;
	return (await affected(db, 'DELETE FROM speech WHERE account_id = ? AND hash = ?', [accountId, hash])) === 1;
}

/** Returns those of the files that hold speech. */
export function speechFilesInUse(db: Db, files: readonly string[]): Promise<Set<string>> {
	return findAmong(db, files, 'SELECT DISTINCT file FROM speech WHERE file IN (?)');
}

/**
 * Attaches the speech to its step, unless a person has changed the step's words since the call: then it is only returned,
 * and `saved` is false. Throws `not_found` if the step is gone.
 */
export async function saveNarration(
	db: Db,
	{accountId, actor, ifMatch}: {accountId: string; actor: Actor | null; ifMatch: number | null},
	{tourId, stepId, voice, spoken, lang, ...plan}: NarrationTarget,
	{file, durationMs, bytes, script}: Pick<SpeechRow, 'file' | 'durationMs' | 'bytes' | 'script'>,
) {
	const tour = await lockTour(db, accountId, tourId, ifMatch);
	const step = tour.content.steps[stepIndex(tour.content, stepId)]!;
	const words = spokenWords(step);
	const saved = words === plan.before || (plan.becomesScript && words === plan.words);
	let {version} = tour;
	if (saved) {
		const narration = {file, durationMs, bytes, language: spoken, lang, voice: voice.id, script};
		const change = await changeTour(db, {accountId, id: tourId, ifMatch, actor}, content =>
			attachNarration(content, stepId, narration, plan),
		);
		version = change.version;
	}
	return {saved, version};
}

/** Stores the voices that a worker offers, the best of each language first. */
export async function offerVoices(db: Db, voices: Array<Omit<VoiceRow, 'position' | 'offeredAt'>>): Promise<void> {
	if (voices.length === 0) return;
	const offeredAt = new Date();
	await db.getRepository(VoiceEntity).upsert(
		voices.map((voice, position) => ({...voice, position, offeredAt})),
		['id'],
	);
}

/** The provider's voices, the best of each language first; `default` marks the one that is taken where none is chosen. */
export async function readVoices(db: Db, provider: string): Promise<Array<Voice & Pick<VoiceRow, 'key'>>> {
	// A raw query: TypeORM takes long to map a hundred rows.
	const rows: VoiceRow[] = await db.query(
		`SELECT id, provider, voice_key AS \`key\`, name, language, quality, position, offered_at AS offeredAt
		 FROM voices WHERE provider = ? ORDER BY position, id`,
		[provider],
	);
	const latest = Math.max(...rows.map(row => row.offeredAt.getTime()));
	const offered = rows.filter(row => row.offeredAt.getTime() > latest - GONE_AFTER_MS);
	const languages = new Set(offered.map(({language}) => primaryLanguage(language)));
	const defaults = new Set([...languages].map(language => defaultVoice(offered, language)!.id));
	return offered.map(({position: _position, offeredAt: _offeredAt, ...voice}) => ({...voice, default: defaults.has(voice.id)}));
}

/** The first voice of exactly this language (`pt` means pt-BR), else the first that shares its primary language. */
export function defaultVoice<V extends Pick<Voice, 'language'>>(voices: readonly V[], language: string): V | undefined {
	const tag = languageTag(language).toLowerCase();
	return voices.find(voice => voice.language.toLowerCase() === tag) ?? voices.find(voice => speaks(voice, language));
}

/** True where the voice speaks that language, whatever the country. */
export function speaks(voice: Pick<Voice, 'language'>, language: string): boolean {
	return primaryLanguage(voice.language) === primaryLanguage(language);
}
