import {type Static, Type} from 'typebox';
import {Choice, Closed, PublicUrl, pixelSize} from '../schema.ts';

/** The windows in which a step is looked at, CSS pixels. */
export const VIEWPORTS = {
	desktop: {width: 1440, height: 900},
	phone: {width: 390, height: 844},
} as const;
export type Viewport = keyof typeof VIEWPORTS;
export const Viewport = Choice(Object.keys(VIEWPORTS) as Viewport[], {
	description: 'The window: desktop (1440 x 900, default) or phone (390 x 844).',
});

/** Faults of a step as it is seen; an open set, like the errors. */
const FINDINGS = [
	'balloon_over_target',
	'balloon_over_click',
	'balloon_empty',
	'text_overflows',
	'target_small',
	'target_outside',
	'picture_missing',
	'picture_unreadable',
	'picture_coarse',
] as const;

export const Finding = Closed(
	{
		code: Type.String({description: `Stable: ${FINDINGS.join(', ')}; others may come.`}),
		field: Type.String({description: 'The property of the step that it is about.'}),
		message: Type.String({description: 'What is seen.'}),
		hint: Type.String({description: 'What would be right.'}),
	},
	{title: 'Finding', description: 'Something that a visitor would stumble over.'},
);
export type Finding = Static<typeof Finding> & {code: (typeof FINDINGS)[number]};

export const DrawnPicture = Closed(
	{url: PublicUrl, ...pixelSize},
	{title: 'DrawnPicture', description: 'A JPEG; its URL holds for some hours.'},
);
