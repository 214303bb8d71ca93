import type {Voice} from '../../contract/ai/voice.ts';
import {primaryLanguage} from '../../contract/page-language.ts';
import {languageTag} from '../../tour/document/document.ts';
import type {Db} from '../database.ts';
import {VoiceEntity, type VoiceRow} from '../entities/narration.ts';

/** A voice that was not offered for this long while others were is gone. */
const GONE_AFTER_MS = 3_600_000;

/** Remembers what a worker can speak with, the best voice of each language first. */
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
	// A list of a hundred rows, which the mapper takes long to make.
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
