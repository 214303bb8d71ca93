import {type Static, Type} from 'typebox';
import {Choice, Closed, PublicUrl} from '../schema.ts';

/** Best first: studio is what a person would take for a person, basic is understood but plainly a machine. */
const VOICE_QUALITIES = ['studio', 'good', 'basic'] as const;

export const Voice = Closed(
	{
		id: Type.String({description: 'UUID; the same on every installation for the same voice of the same provider.'}),
		name: Type.String({description: 'A name to choose by.'}),
		language: Type.String({description: 'Language that it speaks, BCP 47: pt-BR, en-US, es.'}),
		provider: Type.String({description: 'Who speaks: local, cartesia or openai.'}),
		quality: Choice(VOICE_QUALITIES, {description: 'studio, good or basic.'}),
		default: Type.Boolean({description: 'true for the voice that is taken where none is chosen for its language.'}),
	},
	{title: 'Voice', description: 'A voice for narration.'},
);
export type Voice = Static<typeof Voice>;

export const VoiceSample = Closed(
	{
		url: PublicUrl,
		durationMs: Type.Integer({description: 'Milliseconds.'}),
		bytes: Type.Integer(),
		reused: Type.Boolean({description: 'true where the voice had spoken these words before: nothing was charged.'}),
	},
	{title: 'VoiceSample', description: 'A few words by a voice: MP3, mono, 64 kbit/s.'},
);
