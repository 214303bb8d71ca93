import {type Static, Type} from 'typebox';
import {rectangle} from '../geometry.ts';
import {LIMITS} from '../limits.ts';
import {Choice, Closed, PublicUrl} from '../schema.ts';
import {Step} from '../step.ts';

/** Areas of a picture that are burnt into its pixels, and what happens to the places that show the picture. */

const REDACTION_STYLES = ['box', 'blur'] as const;
export const REDACTION_PLACES = ['step', 'tour'] as const;
export const REDACTION_OF_LINK = ['replace', 'keep'] as const;

export const RedactionArea = Closed(
	{
		// What lies outside of the picture is cut off.
		...rectangle,
		style: Choice(REDACTION_STYLES, {description: 'box: one dark colour. blur: at most 4 x 2 colours of what was there.'}),
	},
	{title: 'RedactionArea', description: 'A rectangle whose pixels are replaced.'},
);
export type RedactionArea = Static<typeof RedactionArea>;

export const redactionFields = {
	areas: Type.Array(RedactionArea, {
		minItems: 1,
		maxItems: LIMITS.redactionAreas,
		description: `What is to be unreadable: ${LIMITS.redactionAreas} rectangles at most.`,
	}),
	where: Type.Optional(
		Choice(REDACTION_PLACES, {description: 'step: this step alone (default). tour: every step of the tour with the same picture.'}),
	),
	live: Type.Optional(
		Choice(REDACTION_OF_LINK, {
			description:
				'replace: the published page shows the redacted picture at once, and nothing else of the draft; needs the permission to publish. keep (default): it changes with the next publish.',
		}),
	),
};

const TourShowing = Closed({tourId: Type.String(), name: Type.String(), stepIds: Type.Array(Type.String())});
export type TourShowing = Static<typeof TourShowing>;

const LinkShowing = Closed({
	tourId: Type.String(),
	url: PublicUrl,
	state: Choice(['replaced', 'replacing', 'kept'], {
		description: 'replaced: shows the redacted picture. replacing: does so within seconds. kept: shows the picture as it was.',
	}),
});
export type LinkShowing = Static<typeof LinkShowing>;

export const redactionResponse = {
	step: Step,
	steps: Type.Array(Step, {description: 'Every step that changed.'}),
	alsoIn: Type.Array(TourShowing, {
		description: 'What of the account still shows the picture as it was, 100 tours at most: as long as one does, the picture stays stored.',
	}),
	live: Type.Array(LinkShowing, {description: 'Published pages that showed the picture.'}),
	purged: Type.Array(PublicUrl, {
		description:
			'Files that are removed within five minutes, for a cache in front of the service; none as long as something shows the picture.',
	}),
};
