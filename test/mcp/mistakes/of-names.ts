import {first, fractions, type Mistake, step} from './mistake.ts';

/** What things are called, and what is left out. */
export const OF_NAMES: Mistake[] = [
	{
		what: 'bytes that are no image',
		call: () => ['upload_media', {base64: Buffer.from('%PDF-1.7 and so on').toString('base64')}],
		field: 'base64',
		says: /PNG, JPEG, WebP or GIF/,
		mend: (_, {png}) => ['upload_media', {base64: png}],
	},
	{
		what: 'a tour by its name',
		call: () => ['get_tour', {id: 'Mended'}],
		field: 'id',
		says: /list_tours/,
		mend: async ({hint}, _, agent) => {
			const {tours} = (await agent.call(first(hint, /(list_tours)/), {})).body;
			return ['get_tour', {id: tours.find(({name}: {name: string}) => name === 'Mended').id}];
		},
	},
	{
		what: 'tourId instead of id',
		call: ({id}) => ['get_tour', {tourId: id}],
		field: 'tourId',
		says: /Known: id\./,
		mend: ({input, hint}) => ['get_tour', {[first(hint, /Known: (\w+)\./)]: input.tourId}],
	},
	{
		what: 'a step by its number',
		call: ({id}) => ['update_step', {id, stepId: '1', title: 'First'}],
		field: 'stepId',
		says: /get_tour/,
		mend: async ({input, hint}, {id}, agent) => {
			const {tour} = (await agent.call(first(hint, /(get_tour)/), {id})).body;
			return ['update_step', {...input, stepId: tour.steps[0].id}];
		},
	},
	{
		what: 'a step of another tour',
		call: ({empty, stepIds}) => ['update_step', {id: empty, stepId: stepIds[0], title: 'First'}],
		field: 'stepId',
		says: /tour_/,
		mend: ({input, hint}) => ['update_step', {...input, id: first(hint, /(tour_\w+)/)}],
	},
	{
		what: 'a title instead of a name',
		call: () => ['create_tour', {title: 'My flow'}],
		field: 'title',
		says: /Known: name/,
		mend: ({input, hint}) => ['create_tour', {[first(hint, /Known: (\w+)/)]: input.title}],
	},
	{
		what: 'a language in the spelling of an operating system',
		call: ({id}) => ['update_tour', {id, language: 'pt_BR'}],
		field: 'language',
		says: /Send pt-BR\./,
		mend: ({input, hint}) => ['update_tour', {...input, language: first(hint, /Send ([\w-]+)/)}],
	},
	{
		what: 'a language by its name',
		call: ({id}) => ['update_tour', {id, language: 'English'}],
		field: 'language',
		says: /Send en\./,
		mend: ({input, hint}) => ['update_tour', {...input, language: first(hint, /Send ([\w-]+)/)}],
	},
	{
		what: 'a voice that nobody has',
		call: scene => ['generate_narration', {...step(scene), text: 'Press the button.', voice: 'alloy'}],
		field: 'voice',
		says: /[0-9a-f]{8}-/,
		mend: ({input, hint}) => ['generate_narration', {...input, voice: first(hint, /([0-9a-f]{8}-[0-9a-f-]+)/)}],
	},
	{
		what: 'a link as a text',
		call: ({id}) => ['set_end_cta', {id, enabled: true, link: 'https://example.com/'}],
		field: 'link',
		says: /\{.*url.*\}/,
		mend: ({input}) => ['set_end_cta', {...input, link: {url: input.link}}],
	},
	{
		what: 'a card with content that is not switched on',
		call: ({id}) => ['set_end_cta', {id, title: 'Try it', link: {url: 'https://example.com/'}}],
		field: 'enabled',
		says: /enabled/,
		isDone: true,
		mend: ({input}) => ['set_end_cta', {...input, enabled: true}],
	},
	{
		what: 'marks of Markdown or HTML in a text',
		call: scene => ['update_step', {...step(scene), text: 'Press <b>Save</b>.'}],
		field: 'text',
		says: /HTML/,
		isDone: true,
		mend: ({input}) => ['update_step', {...input, text: 'Press Save.'}],
	},
	{
		what: 'a theme that is none',
		call: ({id}) => ['set_theme', {id, preset: 'Corporate Blue'}],
		field: 'preset',
		says: /Send corporate-blue\. One of/,
		mend: ({input, hint}) => ['set_theme', {...input, preset: first(hint, /Send ([\w-]+)/)}],
	},
	{
		what: 'a colour by its name',
		call: ({id}) => ['set_theme', {id, colors: {accent: 'red'}}],
		field: 'colors.accent',
		says: /#RRGGBB/,
		mend: ({input}) => ['set_theme', {...input, colors: {accent: '#ff0000'}}],
	},
	{
		what: 'an order that leaves steps out',
		call: ({id, stepIds}) => ['reorder_steps', {id, stepIds: [stepIds[1]]}],
		field: 'stepIds',
		says: /each step/,
		mend: ({input, body}) => {
			const missing = body.errors.map(({message}: {message: string}) => first(message, /(step_\w+)/));
			return ['reorder_steps', {...input, stepIds: [...(input.stepIds as string[]), ...missing]}];
		},
	},
	{
		what: 'publishing a tour without steps',
		call: ({empty}) => ['publish', {id: empty}],
		field: 'steps',
		says: /add_step/,
		mend: async ({input, hint}, {mediaId}, agent) => {
			await agent.call(first(hint, /(add_step)/), {...input, title: 'One', image: {mediaId}});
			return ['publish', input];
		},
	},
	{
		what: 'deleting without a confirmation',
		call: ({empty}) => ['trash_tour', {id: empty}],
		field: 'confirm',
		says: /Must be true/,
		mend: ({input}) => ['trash_tour', {...input, confirm: true}],
	},
	{
		what: 'words that stand on a screenshot twice',
		call: ({id, read}) => ['add_step', {id, title: 'Read', image: {mediaId: read}, target: {text: 'Comentarios'}}],
		field: 'target.nth',
		says: /send text ".+" and nth \d/,
		mend: ({input, hint}) => {
			const [, text, nth] = /send text "(.+)" and nth (\d+)/.exec(hint)!;
			return ['add_step', {...input, target: {text, nth: Number(nth)}}];
		},
	},
	{
		what: 'pixels in a document',
		call: ({mediaId}) => [
			'put_tour',
			{key: 'pixels', document: {name: 'P', steps: [{key: 'a', image: {mediaId}, highlight: {x: 720, y: 450, width: 144, height: 90}}]}},
		],
		field: 'steps[0].highlight.x',
		says: /720 \/ 1440 = 0\.5000/,
		mend: ({input, body}) => {
			const {name, steps} = input.document as {name: string; steps: object[]};
			return ['put_tour', {...input, document: {name, steps: [{...steps[0], highlight: fractions(body, 'steps[0].highlight.')}]}}];
		},
	},
	{
		what: 'a version that is not kept',
		call: ({id}) => ['restore_version', {id, number: 9999, confirm: true}],
		field: 'number',
		says: /list_versions/,
		mend: async ({input, hint}, {id}, agent) => {
			const {versions} = (await agent.call(first(hint, /(list_versions)/), {id})).body;
			return ['restore_version', {...input, number: versions[0].number}];
		},
	},
];
