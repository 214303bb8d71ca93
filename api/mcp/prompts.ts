import {TEXT_LANGUAGES} from '../../shared/contract/ai/text.ts';
import {type Method, RPC, rpcError} from './context.ts';

type Argument = {name: string; description: string; required?: boolean};
type Prompt = {name: string; title: string; description: string; arguments: Argument[]; text: (given: Record<string, string>) => string};

const tour: Argument = {name: 'tour', description: 'Id or name of the tour.', required: true};
const language: Argument = {
	name: 'language',
	description: `Language of the texts: ${new Intl.ListFormat('en', {type: 'disjunction'}).format(TEXT_LANGUAGES)}.`,
};

const PROMPTS: Prompt[] = [
	{
		name: 'create-tour-from-screenshots',
		title: 'Create a tour from screenshots',
		description: 'Make a tour out of screenshots, step by step, up to a preview.',
		arguments: [
			{name: 'goal', description: 'What the tour shows, and to whom.', required: true},
			{name: 'screenshots', description: 'Where the screenshots are: files, addresses, or "attached".'},
			language,
		],
		text: ({goal, screenshots = 'those that I attached', language = 'the language I write in'}) =>
			`Create an interactive tour. What it shows, and to whom: ${goal}
Screenshots: ${screenshots}. Language of the texts: ${language}.

1. Look at every screenshot and settle their order and what is clicked in each.
2. Call create_tour with a short name.
3. For each screenshot call add_step with its image, a title of a few words, a text of one or two sentences that says what to do and why, alt, highlight around what is clicked and click in its middle. Coordinates are fractions of the image: divide pixels by its width and height. For a local file get an upload URL from upload_media first, send the bytes there, and pass mediaId.
4. Look at the picture that each answer brings. Where highlight or click lie beside their target, correct them with update_step.
5. Choose a theme with set_theme that goes with the screenshots.
6. Call publish with dryRun: true, tell me the preview's address and its warnings, and ask me before you publish.`,
	},
	{
		name: 'polish-tour-copy',
		title: "Polish a tour's copy",
		description: 'Go through the titles and texts of a tour and make them better.',
		arguments: [tour, {name: 'voice', description: 'How it should sound: friendly, formal, brief.'}],
		text: ({tour, voice = 'clear, friendly and brief'}) =>
			`Polish the copy of the tour ${tour}. It should sound ${voice}.

1. Find it with list_tours where you have only its name, and read it with get_tour.
2. Titles: a few words that name the step. Texts: one or two sentences that say what to do and what comes of it; the same words for the same things as in the interface. Keep the language of the tour. Give each screenshot an alt that says what is to be seen.
3. Show me old and new of each step that you would change, and wait for my word.
4. Change them with update_step, only the fields that change. Narration of a changed script is stale: tell me of which steps, and offer generate_narration.
5. The public page stays as it is until publish: ask me before you publish.`,
	},
	{
		name: 'translate-tour-narration',
		title: "Translate a tour's narration",
		description: 'Speak the narration of every step in another language.',
		arguments: [tour, {name: 'lang', description: 'Language to translate to, such as en or es-MX.', required: true}],
		text: ({tour, lang}) =>
			`Translate the narration of the tour ${tour} to ${lang}.

1. Find it with list_tours where you have only its name, and read it with get_tour.
2. Count the steps that have a narrationScript or a text, estimate their length, and tell me how much of the month's narration that will use; wait for my word.
3. For each of them call generate_narration with lang: "${lang}". It translates the script and keeps the narration in the tour's own language beside it. Where the answer is processing, call again with the same arguments.
4. Tell me of each step what is spoken now (narration.script), so that I can correct it: with text in ${lang}, and language and lang both "${lang}", it is spoken as it is.
5. The public page stays as it is until publish: ask me before you publish.`,
	},
];

export const listPrompts: Method = {
	run: () => ({prompts: PROMPTS.map(({text: _text, ...prompt}) => prompt)}),
};

export const getPrompt: Method = {
	run({params: {name, arguments: given}}) {
		const prompt = PROMPTS.find(candidate => candidate.name === name);
		if (!prompt)
			throw rpcError(RPC.invalidParams, `There is no prompt of that name. The prompts are ${PROMPTS.map(({name}) => name).join(', ')}.`);
		const values = (given ?? {}) as Record<string, string>;
		const missing = prompt.arguments.filter(({name, required}) => required && !values[name]);
		if (missing.length > 0) throw rpcError(RPC.invalidParams, `Missing: ${missing.map(({name}) => name).join(', ')}.`);
		return {description: prompt.description, messages: [{role: 'user', content: {type: 'text', text: prompt.text(values)}}]};
	},
};
