import {type Call, first, fractions, type Mistake, type Scene, step} from './mistake.ts';

type Button = {label: string; target: Record<string, unknown>};

const END = {label: 'Stop', target: {to: 'end'}};
const actions =
	(...buttons: object[]) =>
	(scene: Scene): Call => ['set_step_actions', {...step(scene), buttons}];
const buttonsOf = (input: Record<string, unknown>) => input.buttons as Button[];
/** The same call with another target of its first button. */
const led = (input: Record<string, unknown>, target: object): Call => {
	const [button, ...others] = buttonsOf(input);
	return ['set_step_actions', {...input, buttons: [{...button!, target}, ...others]}];
};
const forked = (target: object) => ({
	name: 'Forked',
	steps: [
		{key: 'ask', type: 'slide', title: 'Ask', actions: {buttons: [{label: 'Prices', target}, END]}},
		{key: 'prices', type: 'slide', title: 'Prices'},
	],
});

const round = (target: object) => ({
	name: 'Round',
	steps: [
		{key: 'a', type: 'slide', title: 'A'},
		{key: 'b', type: 'slide', title: 'B', actions: {buttons: [{label: 'Again', target}]}},
	],
});

/** Where buttons and hotspots lead. */
export const OF_PATHS: Mistake[] = [
	{
		what: 'a step that the tour has not',
		// The second is what the next but one errs with.
		call: actions({label: 'On', target: {to: 'step', step: 'pricing'}}, {label: 'Later', target: {to: 'later'}}),
		field: 'buttons[0].target.step',
		says: /has no step pricing.*Its steps: /,
		mend: ({input, hint}) => led(input, {to: 'step', step: first(hint, /Its steps: ([^,.]+)/)}),
	},
	{
		what: 'a key of a document that no step has',
		call: () => ['put_tour', {key: 'forked-key', document: forked({to: 'step', step: 'pricing'})}],
		field: 'steps[0].actions.buttons[0].target.step',
		says: /Its steps: ask, prices/,
		mend: ({input, hint}) => ['put_tour', {...input, document: forked({to: 'step', step: first(hint, /Its steps: ask, ([^,.]+)/)})}],
	},
	{
		what: 'publishing what is still to be decided',
		call: ({id}) => ['publish', {id, dryRun: true}],
		field: 'steps[0].actions.buttons[1].target',
		says: /Step 1: where “Later”.*Choose a step, end/,
		mend: ({hint}, scene) => actions({label: 'Later', target: {to: first(hint, /(end)/)}})(scene),
	},
	{
		what: 'five buttons',
		call: actions(...Array.from({length: 5}, (_, index) => ({...END, label: `On ${index}`}))),
		field: 'buttons',
		says: /4/,
		mend: ({input, hint, body}) => {
			const most = Number(first(`${body.errors[0].message} ${hint}`, /(\d+)/));
			return ['set_step_actions', {...input, buttons: buttonsOf(input).slice(0, most)}];
		},
	},
	{
		what: 'a URL without https',
		call: actions({label: 'Out', target: {to: 'url', url: 'http://example.com/a'}}),
		field: 'buttons[0].target.url',
		says: /https/,
		mend: ({input, body, hint}) => {
			const scheme = first(`${body.errors[0].message} ${hint}`, /(https)/);
			return led(input, {to: 'url', url: `${scheme}://example.com/a`});
		},
	},
	{
		what: 'a step without its name',
		call: actions({label: 'On', target: {to: 'step'}}),
		field: 'buttons[0].target.step',
		says: /missing.*key or id of a step/i,
		mend: ({input}, {stepIds}) => led(input, {to: 'step', step: stepIds[1]}),
	},
	{
		what: 'stepId instead of step',
		call: actions({label: 'On', target: {to: 'step', stepId: 'x'}}),
		field: 'buttons[0].target.stepId',
		says: /Known: to, step, url|step/,
		mend: ({input, hint}, {stepIds}) => led(input, {to: 'step', [first(hint, /\b(step)\b/)]: stepIds[1]}),
	},
	{
		what: 'a way that there is not',
		call: actions({label: 'Back', target: {to: 'back'}}),
		field: 'buttons[0].target.to',
		says: /previous/,
		mend: ({input, body, hint}) => led(input, {to: first(`${body.errors[0].message} ${hint}`, /(previous)/)}),
	},
	{
		what: 'a label longer than a button',
		call: actions({label: 'Everything that you always wanted to know of it', target: {to: 'end'}}),
		field: 'buttons[0].label',
		says: /40/,
		mend: ({input, body, hint}) => {
			const most = Number(first(`${body.errors[0].message} ${hint}`, /(\d+)/));
			return ['set_step_actions', {...input, buttons: buttonsOf(input).map(each => ({...each, label: each.label.slice(0, most)}))}];
		},
	},
	{
		what: 'a target as one word',
		call: actions({label: 'Stop', target: 'end'}),
		field: 'buttons[0].target',
		says: /to/,
		mend: ({input, hint}) => led(input, {[first(hint, /\b(to)\b/)]: 'end'}),
	},
	{
		what: 'one id for two buttons',
		call: actions({...END, id: 'a'}, {...END, id: 'a', label: 'On'}),
		field: 'buttons[1].id',
		says: /buttons\[0\]\.id is a as well.*its own id/,
		mend: ({input}) => ['set_step_actions', {...input, buttons: buttonsOf(input).map((each, index) => ({...each, id: `a${index}`}))}],
	},
	{
		what: 'a hotspot in pixels',
		call: scene => [
			'set_step_actions',
			{...step(scene), hotspots: [{label: 'There', area: {x: 720, y: 90, width: 144, height: 45}, target: {to: 'end'}}]},
		],
		field: 'hotspots[0].area.x',
		says: /720 \/ 1440 = 0\.5000/,
		mend: ({input, body}) => {
			const [spot] = input.hotspots as object[];
			return ['set_step_actions', {...input, hotspots: [{...spot, area: fractions(body, 'hotspots[0].area.')}]}];
		},
	},
	{
		what: 'a step of another tour',
		call: ({stepIds}) => ['put_tour', {key: 'foreign', document: forked({to: 'step', step: stepIds[1]})}],
		field: 'steps[0].actions.buttons[0].target.step',
		says: /Its steps: ask, prices/,
		mend: ({input, hint}) => ['put_tour', {...input, document: forked({to: 'step', step: first(hint, /Its steps: ask, ([^,.]+)/)})}],
	},
	{
		what: 'a script as a URL',
		call: actions({label: 'Out', target: {to: 'url', url: 'javascript:alert(1)'}}),
		field: 'buttons[0].target.url',
		says: /https/,
		mend: ({input, body, hint}) => {
			const scheme = first(`${body.errors[0].message} ${hint}`, /(https)/);
			return led(input, {to: 'url', url: `${scheme}://example.com/`});
		},
	},
	{
		what: 'a label of 40 emoji that are several code points each',
		call: actions({label: '👩‍🚀'.repeat(40), target: {to: 'end'}}),
		field: 'buttons[0].label',
		says: /40/,
		mend: ({input, body, hint}) => {
			const most = Number(first(`${body.errors[0].message} ${hint}`, /(\d+)/));
			const short = ({label}: Button) => [...label].slice(0, most).join('');
			return ['set_step_actions', {...input, buttons: buttonsOf(input).map(each => ({...each, label: short(each)}))}];
		},
	},
	{
		what: 'a button that leads to its own step, and no other way on',
		call: scene => actions({label: 'Again', target: {to: 'step', step: scene.stepIds[0]}})(scene),
		field: 'steps[0]',
		says: /no way leads to the end.*lead to the end/,
		isDone: true,
		mend: ({input, hint}) => led(input, {to: first(hint, /to the (end)/)}),
	},
	{
		what: 'a round without an end',
		call: () => ['put_tour', {key: 'round', document: round({to: 'restart'})}],
		field: 'steps[0]',
		says: /no way leads to the end.*lead to the end/,
		isDone: true,
		mend: ({input, hint}) => ['put_tour', {...input, document: round({to: first(hint, /to the (end)/)})}],
	},
];
