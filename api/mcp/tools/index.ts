import {Type} from 'typebox';
import {Target} from '../../../shared/contract/element.ts';
import {stepFields} from '../../../shared/contract/step.ts';
import {generateText} from '../../operations/ai/generate-text.ts';
import {generateNarration} from '../../operations/ai/narration.ts';
import {listVoices} from '../../operations/ai/voices.ts';
import {setEndCta, setLeadCapture, setTheme} from '../../operations/appearance.ts';
import {duplicateTour, trashTourOperation} from '../../operations/bin.ts';
import {getDocument, putDocumentOperation} from '../../operations/documents.ts';
import {exportAndWait} from '../../operations/exports/export-tool.ts';
import {listToursOperation} from '../../operations/list-tours.ts';
import {findElements} from '../../operations/media/elements.ts';
import {previewStep} from '../../operations/preview-step.ts';
import {publish, unpublish} from '../../operations/publish.ts';
import {addStepOperation, deleteStepOperation, reorderStepsOperation, updateStep} from '../../operations/steps.ts';
import {getTour} from '../../operations/tours.ts';
import {updateTour} from '../../operations/update-tour.ts';
import {listVersionsOperation, restoreVersion} from '../../operations/versions.ts';
import {Confirmed, defineTool, type Hints, type Tool} from './define-tool.ts';
import {analyticsTool, createTourTool, placeable, uploadTool} from './tool-operations.ts';

const hints = (readOnly: boolean, destructive: boolean, idempotent: boolean, openWorld: boolean): Hints => ({
	readOnly,
	destructive,
	idempotent,
	openWorld,
});

/** Arguments that another tool describes: a model reads them once. */
const asInAddStep = Object.fromEntries(Object.keys(stepFields).map(name => [name, 'As in add_step.']));
const keyAsInCreate = {idempotencyKey: 'As in create_tour.'};

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
		operation: createTourTool,
		like: {theme: 'Look, as in set_theme.'},
		repeatable: true,
		title: 'Create a tour',
		hints: hints(false, false, false, false),
		use: 'Use it once at the beginning, then add_step for each screenshot. Nothing becomes public. Each call makes another tour. Costs no quota.',
	}),
	defineTool({
		operation: uploadTool,
		title: 'Store a screenshot',
		hints: hints(false, false, true, true),
		use: 'With url or base64 it stores the image and answers media.mediaId for add_step and update_step. Without both it answers upload.url for one PUT of the bytes within 15 minutes (uploads with count): use that for local files, where you can send HTTP yourself. Nothing becomes public. Costs no quota.',
	}),
	defineTool({
		operation: placeable(addStepOperation),
		also: {target: Type.Optional(Target)},
		like: {
			...keyAsInCreate,
			image: 'The screenshot: exactly one of mediaId (as upload_media answers it), url and base64 (both as in upload_media).',
		},
		repeatable: true,
		title: 'Add a step',
		hints: hints(false, false, false, true),
		picture: true,
		use: 'Use it once for each screenshot or slide, in order; update_step changes a step that is there. highlight and click are fractions 0..1 of the image, from its top-left corner: divide pixels by its width and height; or give target and they are placed for you. Look at the picture in the answer, the step as visitors see it, and at its findings. Public only after publish. Costs no quota.',
	}),
	defineTool({
		operation: placeable(updateStep),
		also: {target: Type.Optional(Target)},
		like: {...asInAddStep, target: 'As in add_step.'},
		title: 'Change a step',
		hints: hints(false, true, true, true),
		picture: true,
		use: 'Use it to correct a step; only what you give is changed, what it replaces is gone, and null takes a field away. add_step makes a new one, reorder_steps moves many. Coordinates and picture as with add_step. Public only after publish. Costs no quota.',
	}),
	defineTool({
		operation: reorderStepsOperation,
		title: 'Reorder steps',
		hints: hints(false, true, true, false),
		use: 'To move a single one, update_step with position is enough; get_tour lists the ids. Public only after publish. Costs no quota.',
	}),
	defineTool({
		operation: deleteStepOperation,
		title: 'Remove a step',
		hints: hints(false, true, true, false),
		use: 'Ask the person first where they did not ask for it; restore_version undoes it. update_step changes one. Public only after publish. Costs no quota.',
	}),
	defineTool({
		operation: setTheme,
		title: 'Set the theme',
		hints: hints(false, true, true, false),
		use: 'It is of balloons, slides and cards; create_tour takes a theme as well. Heed the warnings about contrast. Public only after publish. Costs no quota.',
	}),
	defineTool({
		operation: setLeadCapture,
		title: 'Set the opening form',
		hints: hints(false, true, true, false),
		use: 'Use it where the person wants to collect contacts before the first step; set_end_cta is the card after the last one. Get the consent text from the person rather than writing one. Public only after publish. Costs no quota.',
	}),
	defineTool({
		operation: setEndCta,
		title: 'Set the closing card',
		hints: hints(false, true, true, false),
		use: 'Use it for what the visitor may do after the last step; set_lead_capture is the form before the first one. Take numbers and addresses from the person, never from your own guess. Public only after publish. Costs no quota.',
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
		like: {
			lang: 'Translates into this language (en, es-MX) and keeps that beside the narration in the own one; a text that is in it already (language the same) is spoken as it is.',
			voice: "UUID of a voice of list_voices that speaks the language; default the tour's for it, else the language's.",
		},
		title: "Speak a step's narration",
		hints: hints(false, true, false, true),
		use: 'Use it once the texts are settled, for each step; write the words with update_step or generate_step_text first. It replaces the audio of the step in that language. The public page changes only with publish.',
	}),
	defineTool({
		operation: analyticsTool,
		title: 'Read statistics',
		hints: hints(true, false, true, false),
		use: 'Use it to tell how a published tour does: without id a summary per link, with id (or tourId; list_tours finds it) its days and where visitors stop. Changes nothing and costs nothing.',
	}),
	// Beside the sixteen of the specification.
	defineTool({
		operation: listVoices,
		title: 'List voices',
		hints: hints(true, false, true, false),
		use: 'Use it for the voice of generate_narration. Changes nothing and costs nothing.',
	}),
	defineTool({
		operation: {...findElements, description: undefined},
		title: 'Find elements',
		hints: hints(true, false, true, false),
		use: 'Use it where you cannot measure the screenshot: pass highlight and click on to add_step, or let its target do both. Changes nothing and costs nothing.',
	}),
	defineTool({
		operation: {...previewStep, description: 'The public page at rest, of the tour as it stands.'},
		title: 'Look at a step',
		hints: hints(true, false, true, false),
		picture: true,
		use: 'Use it to look back before publish: the answer brings the picture, and the target at twice its size without the balloon; update_step mends what findings name. Changes nothing and costs nothing.',
	}),
	defineTool({
		operation: putDocumentOperation,
		like: {
			document:
				'{name, language, theme (set_theme), leadCapture (set_lead_capture), endCta (set_end_cta), steps: [{key, image: {mediaId} or {url}, camera {zoom: auto, none or 1..4}, and fields as in add_step, target too}]}.',
		},
		title: 'Make a whole tour',
		hints: hints(false, true, true, true),
		use: 'The short way to a tour: upload_media, put_tour, publish; preview_step looks back. Call it with dryRun: true first where the tour exists; get_tour_document reads one to change. Public only after publish. Costs no quota.',
	}),
	defineTool({
		operation: {...getDocument, description: 'What has its default is left out.'},
		title: 'Read a whole tour as a document',
		hints: hints(true, false, true, false),
		use: 'Use it before put_tour. Changes nothing and costs nothing.',
	}),
	defineTool({
		operation: updateTour,
		title: 'Change name and language',
		hints: hints(false, true, true, false),
		use: 'update_step changes steps. Public only after publish. Costs no quota.',
	}),
	defineTool({
		operation: {...listVersionsOperation, description: 'Kept at each publish, before a sitting of changes, and on request.'},
		title: 'List versions',
		hints: hints(true, false, true, false),
		use: 'Use it to undo, with restore_version. Changes nothing and costs nothing.',
	}),
	defineTool({
		operation: {...restoreVersion, description: undefined},
		like: keyAsInCreate,
		repeatable: true,
		also: {confirm: Confirmed('Must be true, and only after the person has agreed.')},
		title: 'Restore a version',
		hints: hints(false, true, true, false),
		use: 'list_versions has the numbers. Public only after publish. Costs no quota.',
	}),
	defineTool({
		operation: exportAndWait,
		like: {
			format: 'What it becomes.',
			language: 'Spoken.',
			options: 'Of the format; a fault names them.',
			source: 'Default draft.',
		},
		title: 'Export a tour',
		hints: hints(false, false, true, false),
		use: 'Give the person export.url: whoever has it downloads it for 7 days; the link of publish is for looking. Changes nothing. 30 an hour; video has a daily quota.',
	}),
	defineTool({
		operation: {...duplicateTour, description: undefined},
		like: keyAsInCreate,
		repeatable: true,
		title: 'Duplicate a tour',
		hints: hints(false, false, false, false),
		use: 'Use it for a variant; list_tours finds the tour. Nothing becomes public. Costs no quota.',
	}),
	defineTool({
		operation: trashTourOperation,
		also: {confirm: Confirmed('Must be true, and only after the person has agreed: the public link is closed at once.')},
		title: 'Delete a tour',
		hints: hints(false, true, true, true),
		use: 'unpublish only takes the link down. Costs no quota.',
	}),
];

/** The tool of that name, if there is one. */
export function findTool(name: unknown): Tool | undefined {
	return TOOLS.find(tool => tool.name === name);
}
