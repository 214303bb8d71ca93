import test from 'ava';
import {screenshot} from '../helpers/images.ts';
import {connectAgent, ERAS} from '../helpers/mcp.ts';
import {startService} from '../helpers/service.ts';

/** The mistakes that agents make: each is sent, and the one response must be enough to mend it. */

const service = await startService({}, {also: ['audio']});
const ana = await service.client();
const agent = await connectAgent(service.baseUrl, ana.key, ERAS[1]);
const {id} = (await agent.call('create_tour', {name: 'Mended', language: 'en'})).body.tour;
const {mediaId} = (await agent.call('upload_media', {base64: (await screenshot(1440, 900).png().toBuffer()).toString('base64')})).body
	.media;
const {step} = (await agent.call('add_step', {id, title: 'One', image: {mediaId}, highlight: {x: 0.1, y: 0.1, width: 0.2, height: 0.1}}))
	.body;
test.after.always(async () => {
	await agent.close();
	await service.stop();
});
const faults = (body: {errors?: Array<{field: string; message: string; hint: string}>}) => body.errors ?? [];
const change = (input: object) => agent.call('update_step', {id, stepId: step.id, ...input});

test.serial('percent is recognised as such, and every number of it is named with what it should be', async t => {
	const {isError, body} = await change({highlight: {x: 78.6, y: 12, width: 1.5, height: 0.8}, click: {x: 79, y: 12.4}});
	t.true(isError);
	const mended = Object.fromEntries(faults(body).map(({field, hint}) => [field, Number(/ = ([\d.]+)\.$/.exec(hint)![1])]));
	t.deepEqual(mended, {
		'highlight.x': 0.786,
		'highlight.y': 0.12,
		'highlight.width': 0.015,
		'highlight.height': 0.008,
		'click.x': 0.79,
		'click.y': 0.124,
	});
	for (const {message} of faults(body)) t.regex(message, /looks like percent/);
	const pixels = await change({highlight: {x: 720, y: 90, width: 144, height: 0.5}});
	t.deepEqual(
		faults(pixels.body).map(({field}) => field),
		['highlight.x', 'highlight.y', 'highlight.width'],
	);
	t.regex(faults(pixels.body)[0]!.hint, /720 \/ 1440 = 0\.5000/);
});

test.serial('an image.url that leads nowhere says why, on image.url, and what to call instead', async t => {
	for (const [url, why] of [
		['/home/ana/shot.png', /path on your own disk/],
		['C:\\shots\\one.png', /path on your own disk/],
		['file:///tmp/one.png', /path on your own disk/],
		['./one.png', /path on your own disk/],
		['http://example.com/one.png', /only https/],
		['http://localhost:3000/one.png', /private network/],
		['https://192.168.1.7/one.png', /private network/],
		['https://nas.local/one.png', /private network/],
	] as const) {
		const {isError, body} = await agent.call('add_step', {id, title: 'Two', image: {url}});
		t.true(isError);
		t.is(faults(body)[0]!.field, 'image.url', url);
		t.regex(faults(body)[0]!.message, why, url);
		t.regex(faults(body)[0]!.hint, /upload_media/, url);
	}
	t.is((await agent.call('get_tour', {id})).body.tour.stepCount, 1);
});

test.serial('what is not there names the field and the next call; a step of another tour says whose it is', async t => {
	const [noTour] = faults((await agent.call('get_tour', {id: 'tour_x'})).body);
	t.is(noTour!.field, 'id');
	t.regex(noTour!.hint, /list_tours/);
	const [noStep] = faults((await agent.call('update_step', {id, stepId: 'step_x', title: 'x'})).body);
	t.is(noStep!.field, 'stepId');
	t.regex(noStep!.hint, /get_tour/);
	const other = (await agent.call('create_tour', {name: 'Other'})).body.tour.id;
	const [elsewhere] = faults((await agent.call('update_step', {id: other, stepId: step.id, title: 'x'})).body);
	t.is(elsewhere!.field, 'stepId');
	t.true(elsewhere!.message.includes(id) && elsewhere!.hint.includes(id));
	const stranger = await service.client();
	const reply = await stranger('PATCH', `/v1/tours/${other}/steps/${step.id}`, {body: {title: 'x'}});
	t.is(reply.status, 404);
	t.false(JSON.stringify(reply.body).includes(id), 'Nobody learns whose step it is.');
});

test.serial('a tour may be named by the key that put_tour gave it, in every tool', async t => {
	const {tour} = (await agent.call('put_tour', {key: 'by-key', document: {name: 'By key', steps: [{type: 'slide', title: 'One'}]}})).body;
	t.is((await agent.call('get_tour', {id: 'by-key'})).body.tour?.id, tour.id);
	t.is((await agent.call('update_tour', {id: 'by-key', name: 'Named'})).body.tour?.name, 'Named');
	t.deepEqual((await agent.call('update_tour', {id: 'by-key', pictures: {frame: 'none'}})).body.changes, [
		{op: 'change', step: null, field: 'pictures', from: null, to: {frame: 'none'}},
	]);
	t.is((await agent.call('get_tour', {id: 'by-keys'})).body.error, 'not_found');
	t.true((await agent.call('trash_tour', {id: 'by-key', confirm: true})).body.ok);
	const gone = (await agent.call('get_tour', {id: 'by-key'})).body;
	t.is(gone.error, 'not_found');
	t.is(faults(gone)[0]!.field, 'id');
});

test.serial('a tour may be named by its link, by the slug in it and by its resource', async t => {
	const {publishedLink} = (await agent.call('publish', {id})).body;
	for (const named of [publishedLink.url, publishedLink.slug, `${publishedLink.url}?autoplay=1#s1`, `tour://${id}`]) {
		t.is((await agent.call('get_tour', {id: named})).body.tour?.id, id, named);
	}
	t.truthy((await agent.call('get_analytics', {id: publishedLink.url})).body.totals);
	t.truthy((await agent.call('get_analytics', {id})).body.totals);
	t.is(faults((await agent.call('get_analytics', {id, tourId: 'tour_x'})).body)[0]!.field, 'tourId');
	const stranger = await connectAgent(service.baseUrl, (await service.client()).key, ERAS[0]);
	t.is((await stranger.call('get_tour', {id: publishedLink.slug})).body.error, 'not_found');
	await stranger.close();
});

test.serial('null of an optional argument is as good as none, and takes away what a step can be without', async t => {
	const made = await agent.call('add_step', {
		id,
		title: 'Two',
		text: null,
		highlight: null,
		position: null,
		image: {mediaId, url: null, base64: null, name: null},
	});
	t.false(made.isError, JSON.stringify(made.body));
	const bare = await agent.call('update_step', {id, stepId: made.body.step.id, image: null, title: null, type: null});
	t.like(bare.body.step, {image: null, title: null, type: 'screen'});
	t.false((await agent.call('set_theme', {id, preset: 'dark', colors: null, font: null})).isError);
	t.true((await agent.call('delete_step', {id, stepId: bare.body.step.id})).body.deleted);
});

test.serial(
	'a highlight without a click is said, what is said of several steps is said once, and a picture comes only where it is wanted',
	async t => {
		const own = (await agent.call('create_tour', {name: 'Said once', language: 'en'})).body.tour.id;
		const base64 = (await screenshot(600, 400).png().toBuffer()).toString('base64');
		const highlight = {x: 0.1, y: 0.1, width: 0.2, height: 0.1};
		const stepIds: string[] = [];
		for (const click of [undefined, {x: 0.15, y: 0.15}, {x: 0.15, y: 0.15}]) {
			const added = await agent.call('add_step', {id: own, title: '**Save**', image: {base64}, highlight, ...(click && {click})});
			const said = (added.body.warnings as {field: string}[]).map(({field}) => field);
			t.is(said.includes('click'), click === undefined && added.body.step.click === null, said.join());
			t.truthy(added.picture);
			stepIds.push(added.body.step.id);
		}
		const changed = {id: own, stepId: stepIds[0]};
		t.is((await agent.call('update_step', {...changed, title: '**Store**', picture: false})).picture, null);
		t.truthy((await agent.call('update_step', {...changed, title: '**Save**'})).picture);
		const {warnings} = (await agent.call('publish', {id: own, dryRun: true})).body as {warnings: {message: string; also?: string[]}[]};
		t.is(new Set(warnings.map(({message}) => message)).size, warnings.length, JSON.stringify(warnings));
		t.deepEqual(warnings.find(({message}) => message.includes('Markdown'))?.also, ['steps[1].title', 'steps[2].title']);
	},
);

test.serial('a card with content and without enabled says that it is off, in the answer and in the dry run', async t => {
	const form = await agent.call('set_lead_capture', {id, title: 'Stay in touch', consentText: ''});
	t.is(form.body.warnings[0].field, 'enabled');
	t.like(form.body.adjustments, [{field: 'consentText', from: '', to: form.body.leadCapture.consentText}]);
	t.is((await agent.call('set_end_cta', {id, title: 'Try it'})).body.warnings[0].field, 'enabled');
	const {warnings} = (await agent.call('publish', {id, dryRun: true})).body;
	const fields = warnings.map(({field}: {field: string}) => field);
	t.true(fields.includes('endCta.enabled') && fields.includes('leadCapture.enabled'), fields.join());
	t.is((await agent.call('set_end_cta', {id, title: 'Try it', enabled: true})).body.warnings, undefined);
});

test.serial(
	'marks, an empty balloon, another language, a highlight of nothing and one made around a click are reported at once',
	async t => {
		const marked = await change({text: 'Click **Save** and <b>wait</b>.'});
		t.is(marked.body.warnings[0].field, 'text');
		t.regex(marked.body.warnings[0].message, /HTML/);
		const foreign = await change({text: 'Clique no botão para salvar e depois escolha uma pasta para o seu projeto.'});
		t.regex(foreign.body.warnings[0].message, /Reads like pt, and the page says en/);
		const empty = await change({title: '', text: ''});
		t.regex(empty.body.warnings[0].message, /balloon is empty/);
		const wide = await change({title: 'One', highlight: {x: 0.5, y: 0.5, width: 0, height: 0}});
		t.is(Math.round(wide.body.step.highlight.width * 1440), 24);
		t.is(Math.round(wide.body.step.highlight.height * 900), 24);
		t.true(wide.body.adjustments.some(({field}: {field: string}) => field === 'highlight.width'));
		const around = await change({highlight: null, click: {x: 0.5, y: 0.5}});
		t.like(around.body.adjustments, [{field: 'highlight', from: null, to: around.body.step.highlight}]);
	},
);

test.serial('languages in another spelling and voices that nobody has are answered with their right form', async t => {
	for (const [tool, input, field, right] of [
		['create_tour', {name: 'x', language: 'pt_BR'}, 'language', 'Send pt-BR.'],
		['generate_step_text', {id, stepId: step.id, language: 'pt_BR'}, 'language', 'Send pt-BR.'],
		['generate_step_text', {id, stepId: step.id, language: 'en-US'}, 'language', 'Send en.'],
		['generate_narration', {id, stepId: step.id, language: 'pt_BR'}, 'language', 'Send pt-BR.'],
		['generate_narration', {id, stepId: step.id, lang: 'en_US'}, 'lang', 'Send en-US.'],
		['list_voices', {language: 'pt_BR'}, 'language', 'Send pt-BR.'],
	] as const) {
		const [fault] = faults((await agent.call(tool, input)).body);
		t.is(fault?.field, field, tool);
		t.true(fault!.hint.includes(right), `${tool}: ${fault!.hint}`);
	}
	const {voices} = (await agent.call('list_voices', {language: 'en'})).body;
	const [unknown] = faults((await agent.call('generate_narration', {id, stepId: step.id, text: 'Hello.', voice: 'alloy'})).body);
	t.is(unknown!.field, 'voice');
	t.true(unknown!.hint.includes(voices[0].id), unknown!.hint);
});

test.serial("texts are written in the tour's language; what the writer cannot follow it says, and charges nothing", async t => {
	const {id: own} = (await agent.call('create_tour', {name: 'Facturas', language: 'es'})).body.tour;
	const slide = (await agent.call('add_step', {id: own, type: 'slide'})).body.step.id;
	await agent.call('add_step', {id: own, type: 'slide', title: 'Guardar'});
	const written = await agent.call('generate_step_text', {id: own, stepId: slide, save: false});
	t.regex(written.body.generated.text, /recorrido|tour|paso/i);
	const {used} = written.body.usage.aiTexts;
	const mute = await agent.call('generate_step_text', {id: own, stepId: slide, save: false, instructions: 'Use a formal tone.'});
	t.is(mute.body.warnings[0].field, 'instructions');
	t.is(mute.body.usage.aiTexts.used, used);
});

test.serial('the same idempotencyKey makes a thing once', async t => {
	const key = 'once-and-no-more';
	const [one, two] = [
		await agent.call('create_tour', {name: 'Once', idempotencyKey: key}),
		await agent.call('create_tour', {name: 'Once', idempotencyKey: key}),
	];
	t.is(one.body.tour.id, two.body.tour.id);
	const add = () => agent.call('add_step', {id: one.body.tour.id, title: 'x', image: {mediaId}, idempotencyKey: key});
	t.is((await add()).body.step.id, (await add()).body.step.id);
	t.is((await agent.call('get_tour', {id: one.body.tour.id})).body.tour.stepCount, 1);
	const other = await agent.call('create_tour', {name: 'Twice', idempotencyKey: key});
	t.is(other.body.error, 'idempotency_key_reused');
	t.is(faults((await agent.call('create_tour', {name: 'x', idempotencyKey: 'short'})).body)[0]!.field, 'idempotencyKey');
});

test.serial('one call brings upload URLs for many files', async t => {
	const {uploads} = (await agent.call('upload_media', {count: 3, contentType: 'image/png'})).body;
	t.is(new Set(uploads.map(({url}: {url: string}) => url)).size, 3);
	for (const [count, more, field] of [
		[51, {}, 'count'],
		[0, {}, 'count'],
		[2, {sha256: 'a'.repeat(64)}, 'sha256'],
		[2, {url: 'https://example.com/a.png'}, 'count'],
	] as const) {
		t.is(faults((await agent.call('upload_media', {count, ...more})).body)[0]!.field, field);
	}
});
