import {type Static, Type} from 'typebox';
import {LIMITS} from '../limits.ts';
import {Choice, Closed, Text} from '../schema.ts';

/** The languages in which step texts are written. */
export const TEXT_LANGUAGES = ['pt-BR', 'es', 'en'] as const;
export type TextLanguage = (typeof TEXT_LANGUAGES)[number];

/** What a caller may say of the text that is wanted. */
export const textOptions = {
	instructions: Type.Optional(Text(LIMITS.instructions, 'Instructions (optional): tone, audience, emphasis.')),
	language: Type.Optional(
		Choice(TEXT_LANGUAGES, {description: "Language to write in; default the tour's own, pt-BR where that is none of these."}),
	),
	narrationScript: Type.Optional(Type.Boolean({description: 'true = write a narration script too.'})),
	alt: Type.Optional(Type.Boolean({description: 'true = write an alternative text of the screenshot too; saved where the step has none.'})),
	useImage: Type.Optional(Type.Boolean({description: 'false = write without looking at the screenshot; default true.'})),
	save: Type.Optional(Type.Boolean({description: 'false = only answer the text, leave the step as it is; default true.'})),
};

export const GeneratedText = Closed(
	{
		title: Text(LIMITS.stepTitle, 'Balloon title.'),
		text: Text(LIMITS.stepText, 'Balloon text.'),
		narrationScript: Type.Optional(Text(LIMITS.narrationScript, 'Narration script, where it was asked for.')),
		alt: Type.Optional(Text(LIMITS.alt, 'Alternative text of the screenshot, where it was asked for.')),
	},
	{title: 'GeneratedText', description: 'What was written.'},
);
export type GeneratedText = Static<typeof GeneratedText>;
