import {Type} from 'typebox';
import {LIMITS} from '../../contract/limits.ts';
import {REDACTION_OF_LINK, REDACTION_PLACES, RedactionArea} from '../../contract/pictures/redaction.ts';
import {Choice, Closed, Nullable} from '../../contract/schema.ts';
import {defineJob} from '../job.ts';

const RedactInput = Closed({
	tourId: Type.String(),
	stepId: Type.String(),
	/** The picture that the step showed at the time of the call. */
	mediaId: Type.String(),
	areas: Type.Array(RedactionArea, {maxItems: LIMITS.redactionAreas}),
	where: Choice(REDACTION_PLACES),
	live: Choice(REDACTION_OF_LINK),
	ifMatch: Nullable(Type.Integer()),
});

/** Makes a picture with these areas replaced, and puts it into the steps and the link. */
export const redactStep = defineJob({
	name: 'redact-step',
	pool: 'images',
	// The decoder runs in a process of its own, which crashes no worker.
	attempts: 3,
	input: RedactInput,
});

/** Redacts an animation, which takes seconds; `redact-step` hands it over. */
export const redactAnimation = defineJob({
	name: 'redact-animation',
	pool: 'animations',
	attempts: 2,
	input: RedactInput,
});

/** Removes all traces of a redacted picture once nothing shows it. Workers order it again while anything is left. */
export const eraseRedacted = defineJob({
	name: 'erase-redacted',
	pool: 'render',
	attempts: 3,
	input: Closed({mediaId: Type.String()}),
});
