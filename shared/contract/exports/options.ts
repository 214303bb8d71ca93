import {type Static, Type} from 'typebox';
import {Choice, Closed} from '../schema.ts';

/** Options of every export format, each with its default. */

/** Pixels of each format of a video. */
const VIDEO_SIZES = {
	'1080p': {width: 1920, height: 1080},
	'720p': {width: 1280, height: 720},
	square: {width: 1080, height: 1080},
	vertical: {width: 1080, height: 1350},
} as const;
export type VideoSize = keyof typeof VIDEO_SIZES;

const CAPTIONS = ['soft', 'burnt', 'none'] as const;
const QUALITIES = ['high', 'small'] as const;

/** Options of an export as MP4: H.264 with 30 frames a second, AAC if the tour speaks, chapters. */
export const Mp4Options = Closed(
	{
		size: Choice(Object.keys(VIDEO_SIZES) as VideoSize[], {
			default: '1080p',
			description: '1080p (1920 x 1080), 720p (1280 x 720), square (1080 x 1080) or vertical (1080 x 1350).',
		}),
		captions: Choice(CAPTIONS, {
			default: 'soft',
			description:
				'Of what is said. soft: a track that the viewer switches on. burnt: drawn below the picture. none. Files of their own are the formats vtt and srt.',
		}),
		quality: Choice(QUALITIES, {default: 'high', description: 'high, or small: about two thirds of the bytes.'}),
		opening: Type.Boolean({default: true, description: "Begins with the tour's cover."}),
		closing: Type.Boolean({default: true, description: 'Ends with the closing card, where the tour has one.'}),
		narration: Type.Boolean({
			default: true,
			description: 'With what the tour says; false: silent, each step for as long as it takes to read.',
		}),
	},
	{description: 'A video (MP4).'},
);
export type Mp4Options = Static<typeof Mp4Options>;

/** Bytes that GitHub takes as an image in a README, with room to spare: its limit is 10 MB. */
const README_BYTES = 9_500_000;

/** Returns the options of an export as an animated picture; `style` is the default. */
function animationOptions(style: 'slides' | 'motion', description: string) {
	return Closed(
		{
			style: Choice(['slides', 'motion'], {
				default: style,
				description: 'slides: one frame a step. motion: with camera, pointer and cross-fades, as in the video.',
			}),
			width: Type.Integer({minimum: 320, maximum: 1280, default: 800, description: 'Pixels across; five eighths of them high.'}),
			loop: Type.Boolean({default: true, description: 'Begins again after the end.'}),
			maxBytes: Type.Integer({
				minimum: 100_000,
				maximum: 50_000_000,
				default: README_BYTES,
				description: 'The file is never larger: frames, then width, then colours, then motion are given up, and warnings say which.',
			}),
			opening: Type.Boolean({default: false, description: "Begins with the tour's cover."}),
			closing: Type.Boolean({default: true, description: 'Ends with the closing card, where the tour has one.'}),
		},
		{description},
	);
}

export const GifOptions = animationOptions('slides', 'An animated GIF, for whatever shows nothing else.');
export type GifOptions = Static<typeof GifOptions>;

export const WebpOptions = animationOptions('motion', 'An animated WebP, for READMEs and wikis.');
export type WebpOptions = Static<typeof WebpOptions>;

/** Options of an export as WebVTT or SubRip: the captions of the video with equal choices. */
export const CaptionsOptions = Closed(
	{
		opening: Type.Boolean({default: true, description: "The video begins with the tour's cover, two seconds in which nothing is said."}),
	},
	{description: 'Captions of what is said, to go beside the video.'},
);
export type CaptionsOptions = Static<typeof CaptionsOptions>;

const BRANCHES = Choice(['named', 'sections'], {
	default: 'named',
	description:
		'Of a tour with paths. named: the main path, with what its buttons say, and warnings name the steps that it leaves out. sections: after it each branch under the button that leads there, and each step says where it leads.',
});

const PAPERS = ['a4', 'letter'] as const;
const LAYOUTS = ['portrait', 'landscape'] as const;

/** Options of an export as PDF. */
export const PdfOptions = Closed(
	{
		paper: Choice(PAPERS, {default: 'a4', description: 'Size of the sheets.'}),
		layout: Choice(LAYOUTS, {
			default: 'portrait',
			description: 'portrait: two steps a page where they fit. landscape: one, larger.',
		}),
		branches: BRANCHES,
		scripts: Type.Boolean({default: false, description: 'Print what is said of each step under its text; default false.'}),
	},
	{description: 'How the PDF looks.'},
);
export type PdfOptions = Static<typeof PdfOptions>;

const CROPS = ['around', 'none'] as const;

/** Options of an export as a guide. */
export const GuideOptions = Closed(
	{
		branches: BRANCHES,
		crop: Choice(CROPS, {
			default: 'around',
			description: 'around: each picture shows what is pointed at and its surroundings, half of the screenshot at least. none: all of it.',
		}),
	},
	{description: 'How the guide looks.'},
);
export type GuideOptions = Static<typeof GuideOptions>;

export const HtmlExportOptions = Closed(
	{narration: Type.Boolean({default: true, description: 'Takes the narration along; without it the scripts are left out as well.'})},
	{description: 'One HTML file that opens without a network, with pictures, narration and font inside.'},
);
export type HtmlExportOptions = Static<typeof HtmlExportOptions>;

/** Status that a SCORM 1.2 course reports once the last step is reached. */
const COURSE_STATUSES = ['completed', 'passed'] as const;
export type CourseStatus = (typeof COURSE_STATUSES)[number];

export const ScormExportOptions = Closed(
	{
		status: Choice(COURSE_STATUSES, {
			default: 'completed',
			description: 'The lesson status that is set when the last step is reached: `passed` for an LMS that looks at that one alone.',
		}),
		narration: Type.Boolean({default: true, description: 'Takes the narration along; without it the scripts are left out as well.'}),
	},
	{description: 'A package of SCORM 1.2 (zip) for a learning management system (LMS), with all files inside.'},
);
export type ScormExportOptions = Static<typeof ScormExportOptions>;

export const BundleExportOptions = Closed(
	{
		pretty: Type.Boolean({default: true, description: 'Writes tour.json with a line for each value; without it on one line.'}),
	},
	{
		description:
			'A zip with the tour as tour.json, its pictures without their metadata and its narrations, which `POST /v1/tours/import` and `roteiro import` read.',
	},
);
export type BundleExportOptions = Static<typeof BundleExportOptions>;
