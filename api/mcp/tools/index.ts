import {Type} from 'typebox';
import {Target} from '../../../shared/contract/pictures/element.ts';
import {generateText} from '../../operations/ai/generate-text.ts';
import {generateNarration} from '../../operations/ai/narration.ts';
import {listVoices} from '../../operations/ai/voices.ts';
import {setEndCta, setLeadCapture, setTheme} from '../../operations/appearance.ts';
import {duplicateTour, trashTourOperation} from '../../operations/bin.ts';
import {getDocument, putDocumentOperation} from '../../operations/documents.ts';
import {findElements} from '../../operations/media/elements.ts';
import {setStepActions} from '../../operations/paths/paths.ts';
import {publish, unpublish} from '../../operations/publish.ts';
import {addStepOperation, deleteStepOperation, reorderStepsOperation, updateStep} from '../../operations/steps.ts';
import {createTour, getTour, listToursOperation} from '../../operations/tours.ts';
import {listVersionsOperation, restoreVersion} from '../../operations/versions.ts';
import {briefTour, briefVoices} from './brief-answer.ts';
import {asInAddStep, confirmed, defineTool, keyAsInCreate, type Tool} from './define-tool.ts';
import {CHANGES, CHANGES_EACH_TIME, CREATES, CREATES_ONCE, READS, reachingOut} from './hints.ts';
import {analyticsTool, exportTool, placeable, previewTool, uploadTool} from './tool-operations.ts';
import {updateTour} from './update-tour.ts';

/** Every tool, in the order in which they are listed; agents know the order of the first sixteen. */
export const TOOLS: readonly Tool[] = [
	defineTool({
		operation: listToursOperation,
		like: {q: 'Words of the name.', createdBy: 'Made by an agent or a key, or in the editor.'},
		title: 'List tours',
		hints: READS,
		use: 'Finds a tour and its id; get_tour reads one. Costs nothing, changes nothing.',
	}),
	defineTool({
		operation: getTour,
		title: 'Read a tour',
		hints: READS,
		use: 'All of it; get_tour_document outlines it, with the ids of steps, in a fifth. Costs nothing, changes nothing.',
	}),
	defineTool({
		operation: createTour,
		like: {theme: 'Look, as in set_theme.'},
		repeatable: true,
		title: 'Create a tour',
		hints: CREATES,
		use: 'Use it once, then add_step for each screenshot. Nothing becomes public. Each call makes another tour. Costs no quota.',
	}),
	defineTool({
		operation: uploadTool,
		title: 'Store a screenshot',
		hints: reachingOut(CREATES_ONCE),
		use: 'With either it answers media.mediaId for add_step and update_step. Without, it answers upload.url for one PUT of the bytes within 15 minutes (uploads with count): use that for local files, where you can send HTTP. Nothing becomes public. Costs no quota.',
	}),
	defineTool({
		operation: placeable(addStepOperation),
		also: {target: Type.Optional(Target)},
		like: {
			...keyAsInCreate,
			highlight: 'The highlighted rectangle: left, top, width and height, 0..1 of the image.',
			click: 'The point that is clicked, 0..1 of the image; always kept inside the highlight.',
			target:
				'Places highlight and click: {text: "Save"} finds the element with these words on it or beside it (nth: which of several, from 1), "[icon] Save" the icon next to them, {pixels} takes pixels of the image.',
			image: 'The screenshot: exactly one of mediaId (as upload_media answers it), url and base64 (both as in upload_media).',
		},
		repeatable: true,
		title: 'Add a step',
		hints: reachingOut(CREATES),
		picture: true,
		use: 'Use it once for each screenshot or slide, in order; update_step changes a step that is there. highlight and click are fractions 0..1 of the image, from its top-left corner: divide pixels by its width and height; or give target and they are placed for you. Look at the picture in the answer, the step as visitors see it, and at its findings. Public only after publish; no quota.',
	}),
	defineTool({
		operation: placeable(updateStep),
		also: {target: Type.Optional(Target), picture: Type.Optional(Type.Boolean({description: 'false = none.'}))},
		like: asInAddStep,
		clears: true,
		title: 'Change a step',
		hints: reachingOut(CHANGES),
		picture: true,
		use: 'Use it to correct a step; only what you give is changed, what it replaces is gone, and clear empties fields. Fields as in add_step, which makes a new one; reorder_steps moves many. Look at the picture. Public only after publish; no quota.',
	}),
	defineTool({
		operation: reorderStepsOperation,
		title: 'Reorder steps',
		hints: CHANGES,
		use: 'update_step with position moves a single one; get_tour lists the ids. Public only after publish; no quota.',
	}),
	defineTool({
		operation: deleteStepOperation,
		title: 'Remove a step',
		hints: CHANGES,
		use: 'Ask the person first where they did not ask for it; restore_version undoes it. update_step changes one instead. Public only after publish; no quota.',
	}),
	defineTool({
		operation: setTheme,
		like: {colors: 'Over those of the preset, #RRGGBB: accent is of the highlight frame and the progress, overlay of the dimmed rest.'},
		title: 'Set the theme',
		hints: CHANGES,
		use: 'It is of balloons, slides and cards; create_tour takes a theme as well. Heed its warnings. Public only after publish; no quota.',
	}),
	defineTool({
		operation: setLeadCapture,
		title: 'Set the opening form',
		hints: CHANGES,
		use: 'Use it where the person wants to collect contacts before the first step; set_end_cta is the card after the last one. Get the consent text from the person rather than writing one. Public only after publish; no quota.',
	}),
	defineTool({
		operation: setEndCta,
		title: 'Set the closing card',
		hints: CHANGES,
		use: 'Use it for what the visitor may do after the last step; set_lead_capture is the form before the first one. Take numbers and addresses from the person, never guess. Public only after publish; no quota.',
	}),
	defineTool({
		operation: publish,
		title: 'Publish',
		hints: reachingOut(CHANGES),
		use: 'First call it with dryRun: true and show the preview to the person; publish only after they have agreed, for anyone with the link can open it then. unpublish takes it down. Costs no quota; 30 times an hour at most.',
	}),
	defineTool({
		operation: unpublish,
		title: 'Take the link down',
		hints: reachingOut(CHANGES),
		also: confirmed,
		use: 'Use it to take the page down; publish changes what it shows. The tour itself stays as it is. Costs no quota.',
	}),
	defineTool({
		operation: {...generateText, description: 'Uses 1 text of the monthly quota.'},
		title: "Write a step's text",
		hints: reachingOut(CHANGES_EACH_TIME),
		use: 'Use it where you cannot see the screenshot, or the person asks for it; where you know the words, update_step writes them for nothing. It replaces the title and text of the step unless save is false. Public only after publish.',
	}),
	defineTool({
		operation: generateNarration,
		like: {
			lang: 'Translates into this language (en, es-MX), kept beside the own one; a text that is in it already (language the same) is spoken as it is.',
			voice: "UUID of a voice of list_voices that speaks the language; default the tour's for it, else the language's.",
		},
		title: "Speak a step's narration",
		hints: reachingOut(CHANGES_EACH_TIME),
		use: 'Use it once the texts are settled, for each step; write the words with update_step or generate_step_text first. It replaces the audio of the step in that language. Public only after publish.',
	}),
	defineTool({
		operation: analyticsTool,
		title: 'Read statistics',
		hints: READS,
		use: 'Use it to tell how a published tour does: with id (or tourId; list_tours finds it) its days and where visitors stop, else a summary. Costs nothing, changes nothing.',
	}),
	defineTool({
		operation: listVoices,
		title: 'List voices',
		brief: briefVoices,
		hints: READS,
		use: 'For generate_narration. Costs nothing, changes nothing.',
	}),
	defineTool({
		operation: {...findElements, description: undefined},
		title: 'Find elements',
		hints: READS,
		use: 'Use it where you cannot measure the screenshot: pass highlight and click to add_step, or use target. Costs nothing, changes nothing.',
	}),
	defineTool({
		operation: previewTool,
		title: 'Look at a step',
		hints: READS,
		picture: true,
		structured: true,
		use: 'Use it to look back before publish: the answer has the picture, and the target twice as large without the balloon; without stepId up to 12 steps on one picture. update_step corrects what findings name. Costs nothing, changes nothing.',
	}),
	defineTool({
		operation: {
			...putDocumentOperation,
			description: 'Steps are found again by id, else by key; those that are not named are removed. An equal document changes nothing.',
		},
		like: {
			document:
				'As get_tour_document answers it; theme, leadCapture, endCta as in set_theme, set_lead_capture, set_end_cta; camera.zoom also 1..4; steps as in add_step, key your own name.',
		},
		title: 'Make a whole tour',
		guarded: true,
		brief: briefTour,
		hints: reachingOut(CHANGES),
		use: 'The short way: upload_media, put_tour, publish; preview_step looks back. First with dryRun: true where the tour exists; get_tour_document reads one to change. Public only after publish; no quota.',
	}),
	defineTool({
		operation: {...getDocument, description: 'What has its default is left out.'},
		like: {key: 'As in put_tour.'},
		title: 'Read a whole tour as a document',
		brief: briefTour,
		hints: READS,
		use: 'The answer outlines it; full: true brings the document, which put_tour takes. Costs nothing, changes nothing.',
	}),
	defineTool({
		operation: updateTour,
		like: {pictures: 'auto: a browser’s bar where they lack one.', voices: 'A UUID per language.', language: 'As in create_tour.'},
		title: 'Change name and language',
		brief: briefTour,
		hints: CHANGES,
		use: 'update_step changes steps. Public only after publish; no quota.',
	}),
	defineTool({
		operation: {...listVersionsOperation, description: 'Kept at each publish, before a series of changes, and on request.'},
		title: 'List versions',
		hints: READS,
		use: 'Use it to undo, with restore_version. Costs nothing, changes nothing.',
	}),
	defineTool({
		operation: {...restoreVersion, description: undefined},
		like: keyAsInCreate,
		repeatable: true,
		also: confirmed,
		title: 'Restore a version',
		brief: briefTour,
		hints: CHANGES,
		use: 'put_tour and this answer the version before (replaced), publish its own; list_versions has all. Public only after publish; no quota.',
	}),
	defineTool({
		operation: exportTool,
		like: {
			format: 'mp4 webp gif pdf guide html scorm vtt srt bundle',
			language: 'Spoken.',
			options: 'Of the format.',
			source: 'Default draft.',
		},
		title: 'Export a tour',
		hints: CREATES_ONCE,
		use: 'Give the person export.url: anyone with it has it for 7 days; publish is for looking. Changes nothing. 30 an hour; video has a daily quota.',
	}),
	defineTool({
		operation: {...duplicateTour, description: undefined},
		like: keyAsInCreate,
		repeatable: true,
		title: 'Duplicate a tour',
		brief: briefTour,
		hints: CREATES,
		use: 'For a variant; list_tours finds the tour. Nothing becomes public. Costs no quota.',
	}),
	defineTool({
		operation: trashTourOperation,
		also: confirmed,
		title: 'Delete a tour',
		hints: reachingOut(CHANGES),
		use: 'A person undoes it in the editor. Costs no quota.',
	}),
	defineTool({
		operation: {...setStepActions, description: 'Replaces all three. With buttons there is no Next, unless next is set.'},
		title: 'Let a step lead to several places',
		hints: CHANGES,
		use: 'Where the visitor chooses: the answer tells the paths, and steps that no way leads to. put_tour takes the same as actions of a step. Public only after publish; no quota.',
	}),
];

/** The tool of that name, if there is one. */
export function findTool(name: unknown): Tool | undefined {
	return TOOLS.find(tool => tool.name === name);
}
