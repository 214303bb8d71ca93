import {type Static, Type} from 'typebox';
import {EndCta, LeadCapture} from './cards.ts';
import {chapters} from './paths/actions.ts';
import {Pictures} from './pictures/shown.ts';
import {Choice, Closed, Nullable, PublicUrl, pixelSize, Timestamp} from './schema.ts';
import {Step} from './step.ts';
import {Theme} from './theme.ts';

export const PublishedLink = Closed(
	{
		url: PublicUrl,
		embedCode: Type.String({description: 'HTML that shows the tour inside another page.'}),
		coverUrl: Type.String({description: 'Absolute URL of the cover image (og:image), 1200x630 JPEG.'}),
		slug: Type.String(),
		title: Type.String(),
		bytes: Type.Integer({description: 'What counts against the 12 MB: page, largest image of each step, audio.'}),
		publishedAt: Timestamp,
	},
	{title: 'Link', description: 'The permanent public link.'},
);
export type PublishedLink = Static<typeof PublishedLink>;

const listFields = {
	id: Type.String(),
	name: Type.String(),
	status: Choice(['unpublished', 'published']),
	createdBy: Choice(['agent', 'editor']),
	tags: Type.Array(Type.String()),
	stepCount: Type.Integer(),
	publishedLink: Nullable(PublishedLink),
	createdAt: Timestamp,
	updatedAt: Timestamp,
};

export const TourListItem = Closed(listFields, {title: 'TourListItem', description: 'A tour as the list shows it.'});
export type TourListItem = Static<typeof TourListItem>;

export const Thumbnail = Closed(
	{
		url: PublicUrl,
		...pixelSize,
		color: Type.String({description: '#rrggbb of what covers most of the image, to be shown until it has loaded.'}),
	},
	{title: 'Thumbnail', description: 'The first image of a tour, within 320 x 640 pixels.'},
);
export type Thumbnail = Static<typeof Thumbnail>;

const hasUnpublishedChanges = Type.Boolean({
	description: 'true where the tour was changed after what its link shows; false while it has no link.',
});

export const FoundTour = Closed(
	{...listFields, thumbnail: Nullable(Thumbnail), hasUnpublishedChanges},
	{title: 'FoundTour', description: 'A tour as the list shows it, with a picture.'},
);
export type FoundTour = Static<typeof FoundTour>;

export const NarrationSettings = Closed(
	{
		language: Type.String({description: 'Narration language of the tour, also the language of its page; pt means pt-BR.'}),
		voices: Type.Record(Type.String(), Type.String(), {description: 'Voice UUID per language code.'}),
	},
	{title: 'NarrationSettings', description: "The tour's narration language, and its voice per language."},
);
export type NarrationSettings = Static<typeof NarrationSettings>;

export const Tour = Closed(
	{
		...listFields,
		theme: Theme,
		leadCapture: LeadCapture,
		endCta: EndCta,
		pictures: Pictures,
		chapters: Type.Optional(chapters),
		steps: Type.Array(Step),
		hasUnpublishedChanges,
		version: Type.Integer({description: 'Grows with each change; the ETag is "v<version>".'}),
		narrationSettings: NarrationSettings,
	},
	{title: 'Tour', description: 'A tour with everything in it.'},
);
export type Tour = Static<typeof Tour>;
