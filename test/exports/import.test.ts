import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {request} from 'node:http';
import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import {createClient} from '../../client/index.ts';
import type {ZipEntry} from '../../renderers/export/zip.ts';
import {cleanImage} from '../../renderers/image/clean/clean-image.ts';
import {acceptImage} from '../../renderers/image/variants.ts';
import {readConfig} from '../../shared/config/config.ts';
import type {ExportFormat} from '../../shared/contract/exports/index.ts';
import {offerVoices} from '../../shared/store/media/speech.ts';
import {packBundle, packZip, sendBundle} from '../helpers/bundles.ts';
import {exported} from '../helpers/exports.ts';
import {animation, screenshot} from '../helpers/images.ts';
import {sampleNarration} from '../helpers/sample-snapshot.ts';
import {type Client, jobEnded, startService} from '../helpers/service.ts';
import {readZip} from '../helpers/zip.ts';

/** `POST /v1/tours/import`: bundles in, as they come out. */

const service = await startService({}, {also: ['export']});
const [ana, bo] = [await service.client(), await service.client()];
const picture = await screenshot(640, 400).png().toBuffer();
const gif = await animation('gif', {width: 64, height: 40, frames: 3});
test.after.always(() => service.stop());

const VOICE = {
	id: '11111111-1111-4111-8111-111111111111',
	provider: service.config.voiceProvider,
	key: 'x',
	name: 'X',
	language: 'pt-BR',
	quality: 'basic' as const,
};
const ELSEWHERE = '22222222-2222-4222-8222-222222222222';
const [own, english] = [sampleNarration(2, 440), sampleNarration(1, 660)];
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const PICTURE = `media/${sha256(picture)}.png`;
const GIF = `media/${sha256(gif)}.gif`;
const [OWN, ENGLISH] = [own, english].map(({narration}) => `audio/${narration.file}`) as [string, string];
const TOUR = {
	key: 'brought',
	format: 'roteiro/tour',
	version: 1,
	name: 'Brought: Ação 🎉',
	voices: {'pt-BR': VOICE.id},
	theme: {preset: 'green'},
	endCta: {enabled: true, title: 'Fim'},
	steps: [
		{
			key: 'open',
			title: 'Abra o relatório',
			text: 'Clique em Relatórios.',
			highlight: {x: 0.1, y: 0.1, width: 0.2, height: 0.1},
			image: {file: PICTURE},
			narrations: [
				{file: OWN, language: 'pt', voice: VOICE.id},
				{file: ENGLISH, language: 'en', lang: 'en', voice: ELSEWHERE, source: 'Clique aqui.', script: 'Click here.'},
			],
		},
		{key: 'words', title: 'Só palavras', type: 'slide'},
		{key: 'moves', title: 'Veja', image: {file: GIF}},
		{key: 'again', title: 'De novo', image: {file: PICTURE}},
	],
};
const FILES: ZipEntry[] = [
	{name: PICTURE, bytes: picture, stored: true},
	{name: GIF, bytes: gif, stored: true},
	{name: OWN, bytes: own.mp3, stored: true},
	{name: ENGLISH, bytes: english.mp3, stored: true},
];

const pack = (tour: unknown, files: ZipEntry[] = FILES) => packBundle(tour, files);

async function bundleOf(client: Client, id: string): Promise<Buffer> {
	const {url, warnings} = await exported(client, id, {format: 'bundle'});
	if (warnings.length > 0) throw new Error(JSON.stringify(warnings));
	return Buffer.from(await (await fetch(url)).arrayBuffer());
}

test.serial('a bundle becomes a tour with its pictures, animations and narrations, and publishes', async t => {
	await offerVoices(service.services.database.manager, [VOICE]);
	const {status, body, headers} = await sendBundle(ana, await pack(TOUR));
	t.is(status, 201, JSON.stringify(body));
	t.is(headers.get('etag'), '"v1"');
	const {tour, warnings} = body;
	t.like(tour, {name: TOUR.name, status: 'unpublished'});
	t.is((await ana('GET', '/v1/documents/brought')).body.tour.id, tour.id);
	const [open, , moves, again] = tour.steps;
	t.is(open.image.mediaId, sha256(picture));
	t.is(again.image.mediaId, sha256(picture));
	t.is(moves.image.mediaId, sha256(gif));
	t.like(open.narration, {language: 'pt', lang: null, stale: false, durationMs: own.narration.durationMs});
	t.is(open.narrations.length, 1);
	t.like(open.narrations[0], {language: 'en', lang: 'en', stale: true, durationMs: english.narration.durationMs});
	t.true(Buffer.from(await (await fetch(open.narration.url)).arrayBuffer()).equals(own.mp3));
	t.true(
		warnings.some(({field}: {field: string}) => field === 'steps[0].narrations'),
		'what was made of other words',
	);
	t.is((await ana('GET', '/v1/me')).body.quotas.narrationMs.used, 0);
	const published = await ana('POST', `/v1/tours/${tour.id}/publish`);
	t.is(published.status, 201, JSON.stringify(published.body));
	t.regex(await (await fetch(published.body.publishedLink.url)).text(), new RegExp(own.narration.file));
});

test.serial('an export that speaks says which narration was made of other words', async t => {
	const {tour} = (await ana('GET', '/v1/documents/brought')).body;
	const outdated = async (format: ExportFormat, options = {}) => {
		const {warnings} = await exported(ana, tour.id, {format, options});
		return warnings.filter(({code}) => code === 'narration_outdated').map(({stepId, message}) => [stepId, /\((.+?)\)/.exec(message)?.[1]]);
	};
	t.deepEqual(await outdated('html'), [[tour.steps[0].id, 'en']]);
	t.deepEqual(await outdated('html', {narration: false}), []);
	// Captions are in the tour's own language, whose narration says what stands there.
	t.deepEqual(await outdated('vtt'), []);
	t.deepEqual(await outdated('bundle'), [], 'the document in it says so itself');
});

test.serial('what comes out goes in, and comes out the same, byte for byte; here a second time without its key', async t => {
	const {tour} = (await ana('GET', '/v1/documents/brought')).body;
	const first = await bundleOf(ana, tour.id);
	// The bundle names the picture after its own hash, without its density.
	const cut = `media/${sha256((await cleanImage(picture, await acceptImage(picture)))!)}.png`;
	t.deepEqual([...(await readZip(first)).keys()].sort(), [cut, GIF, OWN, ENGLISH, 'tour.json'].sort());
	const {document} = (await ana('GET', '/v1/documents/brought')).body;
	t.like(JSON.parse((await readZip(first)).get('tour.json')!.toString()).steps[0], {
		narrations: TOUR.steps[0]!.narrations,
		title: document.steps[0].title,
	});
	const elsewhere = await sendBundle(bo, first);
	t.is(elsewhere.status, 201, JSON.stringify(elsewhere.body));
	t.true((await bundleOf(bo, elsewhere.body.tour.id)).equals(first));
	const twice = await sendBundle(bo, first);
	t.is(twice.status, 201);
	const keys = (reply: {body: {warnings: Array<{field: string}>}}) => reply.body.warnings.filter(({field}) => field === 'key').length;
	t.deepEqual([keys(elsewhere), keys(twice)], [0, 1], 'the second is told that it has no key');
	t.not(twice.body.tour.id, elsewhere.body.tour.id);
	t.is((await bo('GET', '/v1/documents/brought')).body.tour.id, elsewhere.body.tour.id);
	t.is(JSON.parse((await readZip(await bundleOf(bo, twice.body.tour.id))).get('tour.json')!.toString()).key, undefined);
});

test.serial('sounds of any kind are made into narrations; words that nobody brought are those of the step', async t => {
	const wav = execFileSync(readConfig().ffmpeg, '-loglevel error -f lavfi -i sine=frequency=300:duration=1.5 -f wav pipe:1'.split(' '));
	const tagged = execFileSync(
		readConfig().ffmpeg,
		'-loglevel error -f lavfi -i sine=frequency=300:duration=1 -metadata title=x -f mp3 pipe:1'.split(' '),
	);
	const narrations = (file: string) => [{file, language: 'en', voice: VOICE.id}];
	const steps = [
		{type: 'slide', title: 'One', text: 'Recorded at home.', narrations: narrations('audio/one.wav')},
		{type: 'slide', title: 'Two', text: 'With a tag.', narrations: narrations('two.mp3')},
	];
	const files = [
		{name: 'audio/one.wav', bytes: wav},
		{name: 'two.mp3', bytes: tagged},
	];
	const {status, body} = await sendBundle(ana, await pack({name: 'Recorded', language: 'en', steps}, files));
	t.is(status, 201, JSON.stringify(body));
	for (const {narration} of body.tour.steps) {
		t.like(narration, {stale: false, language: 'en'});
		const mp3 = Buffer.from(await (await fetch(narration.url)).arrayBuffer());
		t.is(mp3[0], 0xff, 'no tag');
		t.true(narration.durationMs >= 950 && narration.durationMs < 2000, `${narration.durationMs}`);
	}
});

test.serial('voices of elsewhere are named and left out', async t => {
	const {status, body} = await sendBundle(ana, await pack({name: 'Voices', voices: {en: ELSEWHERE, pt: VOICE.id}, steps: []}, []));
	t.is(status, 201, JSON.stringify(body));
	t.true(body.warnings.some(({field, message}: Record<string, string>) => field === 'voices.en' && message!.includes(ELSEWHERE)));
	t.deepEqual(body.tour.narrationSettings.voices, {pt: VOICE.id});
});

const step = (change: object) => ({...TOUR, steps: [{...TOUR.steps[0], ...change}]});
const REFUSED: Array<[what: string, bundle: () => Promise<Buffer>, error: string, field: RegExp]> = [
	['no zip', async () => Buffer.from('no zip at all'), 'invalid_request', /^bundle$/],
	['an empty body', async () => Buffer.alloc(0), 'invalid_request', /^bundle$/],
	['half of a zip', async () => (await pack(TOUR)).subarray(0, 2000), 'invalid_request', /^bundle$/],
	['a zip without a document', () => packZip(FILES), 'invalid_request', /^tour\.json$/],
	['a document that is no JSON', () => pack(Buffer.from('name: x')), 'invalid_request', /^tour\.json$/],
	['a document that is a list', () => pack([]), 'invalid_request', /^$/],
	['a document without a name', () => pack({steps: []}), 'invalid_request', /^name$/],
	['a property that there is not', () => pack(step({colour: 'red'})), 'invalid_request', /^steps\[0\]\.colour$/],
	['a later version', () => pack({...TOUR, version: 2}), 'document_version', /^version$/],
	['too many steps', () => pack({...TOUR, steps: Array(501).fill({type: 'slide'})}), 'too_many_steps', /^steps$/],
	['a picture that is not there', () => pack(step({image: {file: 'media/none.png'}})), 'invalid_request', /^steps\[0\]\.image\.file$/],
	['a sound that is not there', () => pack(TOUR, FILES.slice(0, 2)), 'invalid_request', /^steps\[0\]\.narrations\[0\]\.file$/],
	['a damaged picture', () => pack(TOUR, [{name: PICTURE, bytes: gif}, ...FILES.slice(1)]), 'invalid_request', /^steps\[0\]\.image\.file$/],
	[
		'a damaged sound',
		() => pack(TOUR, [...FILES.slice(0, 2), {name: OWN, bytes: english.mp3}, FILES[3]!]),
		'invalid_request',
		/narrations\[0\]\.file$/,
	],
	[
		'a picture that is none',
		() => pack(step({image: {file: 'a.png'}}), [...FILES, {name: 'a.png', bytes: Buffer.from('none')}]),
		'image_type',
		/^steps\[0\]\.image\.file$/,
	],
	[
		'a sound that is none',
		() => pack(step({narrations: [{file: 'a.mp3', language: 'pt', voice: VOICE.id}]}), [...FILES, {name: 'a.mp3', bytes: picture}]),
		'invalid_request',
		/^steps\[0\]\.narrations\[0\]\.file$/,
	],
	[
		'two narrations of one language',
		() => pack(step({narrations: ['en-us', 'en-US'].map(lang => ({file: OWN, language: 'en', lang, voice: VOICE.id}))})),
		'invalid_request',
		/^steps\[0\]\.narrations\[1\]\.lang$/,
	],
	[
		'a name that leads out',
		async () => renamed(await pack(TOUR, [...FILES, {name: 'abcdef.png', bytes: gif}]), 'abcdef.png', '../a/b.png'),
		'invalid_request',
		/^bundle$/,
	],
	['two steps of one key', () => pack({...TOUR, steps: [TOUR.steps[1], TOUR.steps[1]]}), 'invalid_request', /^steps\[1\]\.key$/],
];

/** With another name, of the same length, for one of its entries. */
function renamed(zip: Buffer, from: string, to: string): Buffer {
	return Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');
}

for (const [what, bundle, error, field] of REFUSED) {
	test.serial(`refused with its place and nothing made: ${what}`, async t => {
		const cy = await service.client();
		const {status, body} = await sendBundle(cy, await bundle());
		t.is(status, 400, JSON.stringify(body));
		t.is(body.error, error, JSON.stringify(body));
		t.regex(body.errors[0].field, field, JSON.stringify(body));
		t.truthy(body.errors[0].hint);
		t.is((await cy('GET', '/v1/tours')).body.tours.length, 0);
	});
}

test.serial('anything but a zip, and more than fits, is refused before it is read', async t => {
	const json = await ana('POST', '/v1/tours/import', {body: {bundle: 'x'}});
	t.deepEqual([json.status, json.body.error, json.body.errors[0].field], [400, 'unsupported_media_type', 'Content-Type']);
	const query = await ana('POST', '/v1/tours/import?key=x', {raw: Buffer.from('x'), headers: {'Content-Type': 'application/zip'}});
	t.is(query.status, 400);
	const large = await fetch(`${service.baseUrl}/v1/tours/import`, {
		method: 'POST',
		duplex: 'half',
		headers: {Authorization: `Bearer ${ana.key}`, 'Content-Type': 'application/zip'},
		body: new ReadableStream({
			pull: controller => controller.enqueue(new Uint8Array(8 * 1024 * 1024)),
		}),
	} as RequestInit).then(
		async response => ({status: response.status, error: ((await response.json()) as {error: string}).error}),
		// The service has said no and closed the connection while we still sent.
		() => ({status: 400, error: 'body_too_large'}),
	);
	t.deepEqual(large, {status: 400, error: 'body_too_large'});
});

test.serial('a slow sender keeps nobody else waiting, and two of theirs are all', async t => {
	const cy = await service.client();
	const slow = Array.from({length: 2}, () => {
		const headers = {Authorization: `Bearer ${cy.key}`, 'Content-Type': 'application/zip', 'Content-Length': 200_000_000};
		const sent = request(`${service.baseUrl}/v1/tours/import`, {method: 'POST', headers}).on('error', () => {});
		sent.write('PK');
		return sent;
	});
	t.teardown(() => slow.map(sent => sent.destroy()));
	const bundle = await pack({name: 'Quick'}, []);
	await sleep(500);
	let answered = false;
	const third = sendBundle(cy, bundle).then(reply => {
		answered = true;
		return reply.status;
	});
	t.is((await sendBundle(bo, bundle)).status, 201);
	const image = {base64: (await screenshot(1600, 1000).png({compressionLevel: 0}).toBuffer()).toString('base64')};
	t.is((await cy('POST', '/v1/media', {body: image})).status, 201, 'their pictures do not wait either');
	t.false(answered, 'it waits, unread');
	for (const sent of slow) sent.destroy();
	t.is(await third, 201, 'once they have gone there is room');
});

test.serial('sent several times at once under its key it is made once, and each gets the same answer', async t => {
	const cy = await service.client();
	const bundle = await pack(TOUR);
	const headers = {'Idempotency-Key': 'import-at-once-of-the-tests'};
	const replies = await Promise.all(Array.from({length: 8}, () => sendBundle(cy, bundle, headers)));
	t.deepEqual(
		replies.map(({status, body}) => [status, body.error ?? body.tour.id]),
		replies.map(() => [201, replies[0]!.body.tour?.id]),
	);
	t.is((await cy('GET', '/v1/tours')).body.tours.length, 1);
});

test.serial('asked again under its key it is made once; without waiting, there is a job to follow', async t => {
	const cy = await service.client();
	const bundle = await pack(TOUR);
	const headers = {'Idempotency-Key': 'import-of-the-tests'};
	const [first, second] = [await sendBundle(cy, bundle, headers), await sendBundle(cy, bundle, headers)];
	t.deepEqual([first.status, second.status], [201, 201]);
	t.is(first.body.tour.id, second.body.tour.id);
	t.is((await sendBundle(cy, await pack({...TOUR, name: 'Other'}), headers)).body.error, 'idempotency_key_reused');
	const later = await sendBundle(cy, bundle, {Prefer: 'respond-async'});
	t.is(later.status, 202);
	await jobEnded(cy, later);
	t.is((await cy('GET', '/v1/tours')).body.tours.length, 2);
});

test.serial('the client sends a bundle and follows it', async t => {
	const cy = await service.client();
	const client = createClient({baseUrl: service.baseUrl, key: cy.key});
	const progress: number[] = [];
	const {tour} = await client.importTour(new Uint8Array(await pack(TOUR)), {progress: fraction => progress.push(fraction)});
	t.is(tour.steps.length, 4);
	t.true(progress.length > 0);
	const error = await t.throwsAsync(client.importTour(new Uint8Array(await pack({name: ''}, []))));
	t.regex(error.message, /name/);
});
