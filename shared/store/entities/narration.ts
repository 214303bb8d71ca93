import {EntitySchema} from 'typeorm';
import type {Voice} from '../../contract/ai/text.ts';
import {accountId, hash, time, word} from './columns.ts';

/** Narration: what was spoken, and who can speak. */

/** Words that a voice has spoken: the same words are neither spoken nor charged again. */
export type SpeechRow = {
	accountId: string;
	/** sha256 over voice, languages and words. */
	hash: Buffer;
	/** File name in the folder `media`. */
	file: string;
	durationMs: number;
	bytes: number;
	/** The spoken text: the words, or their translation. */
	script: string;
	createdAt: Date;
	/** Time of the last request for it. */
	referencedAt: Date;
	/** Time since which it may be unused; null while it is used. */
	unusedSince: Date | null;
};
export const SpeechEntity = new EntitySchema<SpeechRow>({
	name: 'Speech',
	tableName: 'speech',
	columns: {
		accountId: {...accountId, primary: true},
		hash: hash({primary: true}),
		file: word(80),
		durationMs: {type: 'int', name: 'duration_ms'},
		bytes: {type: 'int'},
		script: {type: 'mediumtext'},
		createdAt: time('created_at'),
		referencedAt: time('referenced_at'),
		unusedSince: time('unused_since', {nullable: true}),
	},
});

export type VoiceRow = Omit<Voice, 'default'> & {
	/** The provider's own name for the voice. */
	key: string;
	/** Place in the provider's list, the best of each language first. */
	position: number;
	/** Time at which a worker last offered the voice. */
	offeredAt: Date;
};
export const VoiceEntity = new EntitySchema<VoiceRow>({
	name: 'Voice',
	tableName: 'voices',
	columns: {
		id: word(36, {primary: true}),
		provider: word(12),
		key: word(255, {name: 'voice_key'}),
		name: {type: 'varchar', length: 255},
		language: word(35),
		quality: word(8),
		position: {type: 'int'},
		offeredAt: time('offered_at'),
	},
});
