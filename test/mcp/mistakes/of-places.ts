import {type Call, first, fractions, type Mistake, type Scene, step, uploaded} from './mistake.ts';

const byUrl =
	(url: string) =>
	(scene: Scene): Call => ['add_step', {id: scene.id, title: 'Next', image: {url}}];

/** Where a step points, and what its picture is. */
export const OF_PLACES: Mistake[] = [
	{
		what: 'pixels instead of fractions',
		call: scene => ['update_step', {...step(scene), highlight: {x: 720, y: 90, width: 144, height: 45}}],
		field: 'highlight.x',
		says: /720 \/ 1440 = 0\.5000/,
		mend: ({input, body}) => ['update_step', {...input, highlight: fractions(body, 'highlight.')}],
	},
	{
		what: 'percent instead of fractions',
		call: scene => ['update_step', {...step(scene), click: {x: 78.6, y: 12}}],
		field: 'click.x',
		says: /percent.*= 0\.786\./,
		mend: ({input, body}) => ['update_step', {...input, click: fractions(body, 'click.')}],
	},
	{
		what: 'a rectangle as a list of four numbers',
		call: scene => ['update_step', {...step(scene), highlight: [0.1, 0.2, 0.3, 0.1]}],
		field: 'highlight',
		says: /\{x, y, width, height\}/,
		mend: ({input, hint}) => {
			const names = first(hint, /\{(.+)\}/).split(', ');
			return [
				'update_step',
				{...input, highlight: Object.fromEntries(names.map((name, index) => [name, (input.highlight as number[])[index]]))},
			];
		},
	},
	{
		what: 'two corners instead of a corner and a size',
		call: scene => ['update_step', {...step(scene), highlight: {x1: 0.1, y1: 0.2, x2: 0.4, y2: 0.3}}],
		field: 'highlight.x1',
		says: /Known: x, y, width, height/,
		mend: ({input}) => ['update_step', {...input, highlight: {x: 0.1, y: 0.2, width: 0.3, height: 0.1}}],
	},
	{
		what: 'numbers with a comma',
		call: scene => ['update_step', {...step(scene), click: {x: '0,5', y: '0,5'}}],
		field: 'click.x',
		says: /0\.\.1/,
		mend: ({input}) => ['update_step', {...input, click: {x: 0.5, y: 0.5}}],
	},
	{
		what: 'a path on the own disk as image.url',
		call: byUrl('/home/ana/one.png'),
		field: 'image.url',
		says: /upload_media/,
		mend: uploaded,
	},
	{
		what: 'http as image.url',
		call: byUrl('http://example.com/one.png'),
		field: 'image.url',
		says: /https:\/\/.*upload_media/,
		mend: uploaded,
	},
	{
		what: 'a host of the own network as image.url',
		call: byUrl('https://nas.local/one.png'),
		field: 'image.url',
		says: /upload_media/,
		mend: uploaded,
	},
	{
		what: 'the image as a text',
		call: ({id, mediaId}) => ['add_step', {id, title: 'Next', image: mediaId}],
		field: 'image',
		says: /\{mediaId, /,
		mend: ({input, hint}) => ['add_step', {...input, image: {[first(hint, /\{(\w+)/)]: input.image}}],
	},
	{
		what: 'a mediaId of an image that was never sent',
		call: ({id}) => ['add_step', {id, title: 'Next', image: {mediaId: 'a'.repeat(64)}}],
		field: 'image.mediaId',
		says: /upload/i,
		mend: ({input}, {mediaId}) => ['add_step', {...input, image: {mediaId}}],
	},
];
