import {Type} from 'typebox';
import {TEXT_LANGUAGES} from '../../contract/ai/text.ts';
import {Choice, Closed, Nullable} from '../../contract/schema.ts';
import {defineJob} from '../job.ts';

const SpeakingVoice = Closed({id: Type.String(), key: Type.String(), language: Type.String()});

/** Writes a step's title and text, and a narration script on request; saves them unless the step's words have changed. */
export const writeStep = defineJob({
	name: 'write-step',
	pool: 'ai',
	attempts: 3,
	input: Closed({
		tourId: Type.String(),
		stepId: Type.String(),
		language: Choice(TEXT_LANGUAGES),
		instructions: Nullable(Type.String()),
		narrationScript: Type.Boolean(),
		alt: Type.Optional(Type.Boolean()),
		useImage: Type.Boolean(),
		save: Type.Boolean(),
		/** The step's words when the call was made: what a person has written since stays. */
		before: Closed({title: Nullable(Type.String()), text: Nullable(Type.String()), narrationScript: Nullable(Type.String())}),
	}),
});

/** Speaks a step's words, translated first where another language is wanted, and saves the audio as the step's narration. */
export const narrateStep = defineJob({
	name: 'narrate-step',
	pool: 'audio',
	attempts: 3,
	input: Closed({
		tourId: Type.String(),
		stepId: Type.String(),
		/** Text to speak, or to translate and speak. */
		words: Type.String(),
		/** Language of the words, and the one to speak. */
		from: Type.String(),
		spoken: Type.String(),
		/** The target language under which the narration is kept; null for the tour's own. */
		lang: Nullable(Type.String()),
		voice: SpeakingVoice,
		/** True if the words become the step's script. */
		becomesScript: Type.Boolean(),
		/** The step's words when the call was made: later changes by people are kept. */
		before: Nullable(Type.String()),
	}),
});

/** Speaks a few words, so that a voice can be heard before it is chosen. */
export const speakSample = defineJob({
	name: 'speak-sample',
	pool: 'audio',
	attempts: 3,
	input: Closed({words: Type.String(), voice: SpeakingVoice}),
});

/** Registers the voices with which the workers can speak. */
export const offerVoices = defineJob({
	name: 'offer-voices',
	pool: 'audio',
	attempts: 1,
	crashes: 0,
	every: 600_000,
	input: Closed({}),
});
