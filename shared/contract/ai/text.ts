import {type Static, Type} from 'typebox';
import {LIMITS} from '../limits.ts';
import {PAGE_LANGUAGES, type PageLanguage} from '../page-language.ts';
import {audioFile, Choice, Closed, Text} from '../schema.ts';
import {STEP_TEXTS} from '../step-fields.ts';

/** The languages in which step texts are written. */
export const TEXT_LANGUAGES = PAGE_LANGUAGES;
export type TextLanguage = PageLanguage;

/** Options of a caller for the text to be written. */
export const textOptions = {
	instructions: Type.Optional(Text(LIMITS.instructions, 'Tone, audience, emphasis.')),
	language: Type.Optional(
		Choice(TEXT_LANGUAGES, {description: "Language to write in; default the tour's own, pt-BR where that is none of these."}),
	),
	narrationScript: Type.Optional(Type.Boolean({description: 'true = write one too.'})),
	alt: Type.Optional(Type.Boolean({description: 'true = write alt too.'})),
	useImage: Type.Optional(Type.Boolean({description: 'false = write without the screenshot; default true.'})),
	save: Type.Optional(Type.Boolean({description: 'false = only answer it; default true.'})),
};

export const GeneratedText = Closed(
	{
		title: Text(STEP_TEXTS.title, 'Balloon title.'),
		text: Text(STEP_TEXTS.text, 'Balloon text.'),
		narrationScript: Type.Optional(Text(STEP_TEXTS.narrationScript, 'Narration script, where it was asked for.')),
		alt: Type.Optional(Text(STEP_TEXTS.alt, 'Alternative text, where it was asked for; saved where the step has none.')),
	},
	{title: 'GeneratedText', description: 'What was written.'},
);
export type GeneratedText = Static<typeof GeneratedText>;

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
		...audioFile,
		reused: Type.Boolean({description: 'true where the voice had spoken these words before: nothing was charged.'}),
	},
	{title: 'VoiceSample', description: 'A few words by a voice: MP3, mono, 64 kbit/s.'},
);
