import {Type} from 'typebox';
import {getAnalytics} from '../operations/analytics.ts';
import {setEndCta, setLeadCapture, setTheme} from '../operations/appearance.ts';
import {generateText} from '../operations/generate-text.ts';
import {createUploadUrl, uploadMedia} from '../operations/media.ts';
import {generateNarration} from '../operations/narration.ts';
import {publish, unpublish} from '../operations/publish.ts';
import {addStepOperation, deleteStepOperation, reorderStepsOperation, updateStep} from '../operations/steps.ts';
import {createTour, getTour, listToursOperation} from '../operations/tours.ts';
import type {Operation} from '../pipeline/operation.ts';
import {bothInputs, Confirmed, defineTool, type Hints, misplaced, type Tool} from './define-tool.ts';

const hints = (readOnly: boolean, destructive: boolean, idempotent: boolean, openWorld: boolean): Hints => ({
	readOnly,
	destructive,
	idempotent,
	openWorld,
});

/** The two ways to bring an image in, as one: bytes or a URL store it, neither answers where to send it. */
const uploadOperation: Operation = {
	...uploadMedia,
	description: undefined,
	input: bothInputs(uploadMedia.input, createUploadUrl.input),
	success: {
		201: {
			description: 'The stored image (media), or where to send its bytes (upload).',
			body: Type.Object(
				{
					media: Type.Optional(uploadMedia.success[201]!.body.properties.media!),
					upload: Type.Optional(createUploadUrl.success[201]!.body.properties.upload!),
				},
				{additionalProperties: false},
			),
		},
	},
	counts: ['change'],
	countsWhen: bringsImage,
	check: input => {
		if (!bringsImage(input)) return [];
		const hint = 'contentType, bytes and sha256 announce what will be sent to an upload URL: leave out url and base64, or leave out these.';
		return [...(uploadMedia.check?.(input) ?? []), ...misplaced(input, uploadMedia.input, hint)];
	},
	handler: (input, call) => (bringsImage(input) ? uploadMedia : createUploadUrl).handler(input, call),
};

function bringsImage(input: Record<string, unknown>): boolean {
	return input.base64 !== undefined || input.url !== undefined;
}

/** Every tool, in the order in which they are listed. */
export const TOOLS: readonly Tool[] = [
	defineTool({
		operation: listToursOperation,
		title: 'List tours',
		hints: hints(true, false, true, false),
		use: 'Use it to find a tour and its id; get_tour reads one with its steps. Changes nothing and costs nothing.',
	}),
	defineTool({
		operation: getTour,
		title: 'Read a tour',
		hints: hints(true, false, true, false),
		use: 'Use it before you change a tour, and to look up the ids of its steps; list_tours finds the tour. Changes nothing and costs nothing.',
	}),
	defineTool({
		operation: createTour,
		title: 'Create a tour',
		hints: hints(false, false, false, false),
		use: 'Use it once at the beginning, then add_step for each screenshot; it is not for a tour that exists already. Nothing becomes public. Each call makes another tour. Costs no quota.',
	}),
	defineTool({
		operation: uploadOperation,
		title: 'Store a screenshot',
		hints: hints(false, false, true, true),
		use: 'With url or base64 it stores the image and answers media.mediaId for add_step and update_step. Without both it answers upload.url, good for 15 minutes and one PUT of the bytes: use that for local files, where you can send HTTP yourself. add_step takes url and base64 directly as well. Nothing becomes public in a tour. Costs no quota.',
	}),
	defineTool({
		operation: addStepOperation,
		title: 'Add a step',
		hints: hints(false, false, false, true),
		picture: true,
		use: 'Use it once for each screenshot or slide, in order; update_step changes a step that is there. highlight and click are fractions 0..1 of the image, from its top-left corner: divide pixels by its width and height. Look at the picture in the answer: it shows where highlight and click came to lie. The public page changes only with publish. Costs no quota.',
	}),
	defineTool({
		operation: updateStep,
		title: 'Change a step',
		hints: hints(false, true, true, true),
		picture: true,
		use: 'Use it to correct a step; only what you give is changed, and what it replaces is gone. add_step makes a new one, reorder_steps moves many. Coordinates and picture as with add_step. The public page changes only with publish. Costs no quota.',
	}),
	defineTool({
		operation: reorderStepsOperation,
		title: 'Reorder steps',
		hints: hints(false, true, true, false),
		use: 'Use it to change the order of several steps; to move a single one, update_step with position is enough. get_tour lists the ids. The public page changes only with publish. Costs no quota.',
	}),
	defineTool({
		operation: deleteStepOperation,
		title: 'Remove a step',
		hints: hints(false, true, true, false),
		use: 'The step cannot be brought back: ask the person first where they did not ask for it. update_step changes one instead. The public page changes only with publish. Costs no quota.',
	}),
	defineTool({
		operation: setTheme,
		title: 'Set the theme',
		hints: hints(false, true, true, false),
		use: 'Use it for the look of balloons, slides and cards; create_tour takes a theme as well. Heed the warnings about contrast. The public page changes only with publish. Costs no quota.',
	}),
	defineTool({
		operation: setLeadCapture,
		title: 'Set the opening form',
		hints: hints(false, true, true, false),
		use: 'Use it where the person wants to collect contacts before the first step; set_end_cta is the card after the last one. Get the consent text from the person rather than writing one. The public page changes only with publish. Costs no quota.',
	}),
	defineTool({
		operation: setEndCta,
		title: 'Set the closing card',
		hints: hints(false, true, true, false),
		use: 'Use it for what the visitor may do after the last step; set_lead_capture is the form before the first one. Take numbers and addresses from the person, never from your own guess. The public page changes only with publish. Costs no quota.',
	}),
	defineTool({
		operation: publish,
		title: 'Publish',
		hints: hints(false, true, true, true),
		use: 'First call it with dryRun: true and show the preview to the person; publish only after they have agreed, for anyone with the link can open it then. unpublish takes it down. Costs no quota; 30 times an hour at most.',
	}),
	defineTool({
		operation: unpublish,
		title: 'Take the link down',
		hints: hints(false, true, true, true),
		also: {confirm: Confirmed('Must be true, and only after the person has agreed: whoever has the link finds it closed.')},
		use: 'Use it where the person wants the public page gone; to change what it shows, use publish. The tour itself stays as it is. Costs no quota.',
	}),
	defineTool({
		operation: generateText,
		title: "Write a step's text",
		hints: hints(false, true, false, true),
		use: 'Use it where you cannot see the screenshot, or the person asks for it; where you know the words, update_step writes them for nothing. It replaces the title and text of the step unless save is false. The public page changes only with publish.',
	}),
	defineTool({
		operation: generateNarration,
		title: "Speak a step's narration",
		hints: hints(false, true, false, true),
		use: 'Use it after the texts are settled, for each step again; write the words with update_step or generate_step_text first. It replaces the audio of the step in that language. The public page changes only with publish.',
	}),
	defineTool({
		operation: getAnalytics,
		title: 'Read statistics',
		hints: hints(true, false, true, false),
		use: 'Use it to tell how a published tour does: without tourId a summary per link, with tourId (list_tours finds it) its days and where visitors stop. Changes nothing and costs nothing.',
	}),
];

/** The tool of that name, if there is one. */
export function findTool(name: unknown): Tool | undefined {
	return TOOLS.find(tool => tool.name === name);
}
