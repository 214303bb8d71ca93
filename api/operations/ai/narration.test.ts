import {execFile} from 'node:child_process';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';
import test from 'ava';
import type {Voice} from '../../../shared/contract/ai/text.ts';
import {startFakeOpenAi} from '../../../test/helpers/fakes/openai.ts';
import type {FakeProvider} from '../../../test/helpers/fakes/provider.ts';
import {type Client, jobEnded, startService, type TestService} from '../../../test/helpers/service.ts';

const run = promisify(execFile);
const SENTENCES = {
	pt: 'Clique no botão salvar para guardar o que você mudou.',
	en: 'Click the save button to keep what you have changed.',
	es: 'Haga clic en el botón guardar para conservar lo que ha cambiado.',
};

let model: FakeProvider;
let service: TestService;
let ana: Client;
test.before(async () => {
	model = await startFakeOpenAi();
	// The text provider translates; the voices are the local ones.
	const translator = {TEXT_PROVIDER: 'openai', OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: model.key};
	service = await startService({...translator, NARRATION_MINUTES_PER_MONTH: '1000'}, {also: ['audio']});
	ana = await service.client();
});
test.after.always(async () => {
	await service?.stop();
	await model?.close();
});

async function newStep(client: Client, fields: object = {}) {
	const tour = (await client('POST', '/v1/tours', {body: {name: 'Invoices'}})).body.tour.id;
	const step = (await client('POST', `/v1/tours/${tour}/steps`, {body: {type: 'slide', ...fields}})).body.step.id;
	const path = `/v1/tours/${tour}/steps/${step}`;
	return {
		tour,
		step,
		narrate: (body: object = {}, headers = {}) => client('POST', `${path}/narration`, {body, headers}),
		edit: (body: object) => client('PATCH', path, {body}),
		read: async () => (await client('GET', `/v1/tours/${tour}`)).body.tour.steps[0],
		settings: (body: object) => client('PUT', `/v1/tours/${tour}/narration-settings`, {body}),
	};
}
const narrationMs = async (client: Client) => (await client('GET', '/v1/me')).body.quotas.narrationMs;
const voicesFor = async (language: string): Promise<Voice[]> => (await ana('GET', `/v1/voices?language=${language}`)).body.voices;

test('the balloon text is spoken, kept as the audio of the step, and charged with its measured duration', async t => {
	const client = await service.client();
	const step = await newStep(client, {title: 'Salvar', text: SENTENCES.pt});
	const {status, body, headers} = await step.narrate();
	t.is(status, 201);
	t.like(body.narration, {language: 'pt', lang: null, script: SENTENCES.pt, reused: false});
	t.true(body.saved);
	t.is(headers.get('etag'), '"v3"');
	const {url, durationMs, bytes, voice} = body.narration;
	t.true(durationMs > 1500 && durationMs < 8000, `${durationMs} ms`);
	t.like(body.usage.narrationMs, {used: durationMs, limit: 60_000_000, remaining: 60_000_000 - durationMs});
	t.like(await narrationMs(client), {used: durationMs, reserved: 0});

	const audio = await fetch(url);
	t.is(audio.headers.get('content-type'), 'audio/mpeg');
	const mp3 = Buffer.from(await audio.arrayBuffer());
	t.is(mp3.length, bytes);
	const file = join(service.config.dataDir, 'heard.mp3');
	await writeFile(file, mp3);
	const {stdout} = await run('ffprobe', [
		'-v',
		'error',
		'-show_entries',
		'stream=codec_name,channels,bit_rate,duration',
		'-of',
		'json',
		file,
	]);
	const [stream] = JSON.parse(stdout).streams;
	t.like(stream, {codec_name: 'mp3', channels: 1, bit_rate: '64000'});
	t.true(Math.abs(Number(stream.duration) * 1000 - durationMs) <= durationMs / 100);

	const shown = await step.read();
	t.deepEqual(shown.narration, {script: SENTENCES.pt, url, durationMs, bytes, language: 'pt', lang: null, voice, stale: false});
	t.deepEqual(shown.narrations, []);
	t.true(shown.durationMs >= durationMs);
	t.is(shown.narrationScript, null, 'No text was sent that would become the script.');
});

test('the same text by the same voice is answered at once and not charged again, also for another step', async t => {
	const client = await service.client();
	const [first, second] = [await newStep(client, {text: SENTENCES.en}), await newStep(client)];
	const made = (await first.narrate({language: 'en'})).body;
	const again = (await first.narrate({language: 'en'})).body;
	t.deepEqual(again.narration, {...made.narration, reused: true});
	t.deepEqual(again.usage, made.usage);
	const elsewhere = (await second.narrate({text: SENTENCES.en, language: 'en'})).body;
	t.is(elsewhere.narration.url, made.narration.url);
	t.is((await second.read()).narrationScript, SENTENCES.en, 'The text became the script.');
	t.like(await narrationMs(client), {used: made.narration.durationMs, reserved: 0});
	const bob = await service.client();
	const other = await newStep(bob, {text: SENTENCES.en});
	t.false((await other.narrate({language: 'en'})).body.narration.reused, 'Another account pays for its own.');
});

test('the tour says which language and which voice; the call says it better', async t => {
	const step = await newStep(ana, {text: SENTENCES.en});
	const [english, another] = (await voicesFor('en')) as [Voice, Voice];
	t.is((await step.settings({language: 'en', voices: {en: another.id}})).status, 200);
	t.like((await step.narrate()).body.narration, {language: 'en', voice: another.id});
	t.like((await step.narrate({voice: english.id.toUpperCase()})).body.narration, {language: 'en', voice: english.id});
	await step.settings({voices: {}});
	const standard = (await voicesFor('en')).find(voice => voice.default)!;
	t.is((await step.narrate()).body.narration.voice, standard.id);
});

test('a voice of another language, an unknown one and a language without voices are 400 and name the right ones', async t => {
	const step = await newStep(ana, {text: SENTENCES.pt});
	const spanish = (await voicesFor('es'))[0]!;
	const portuguese = (await voicesFor('pt'))[0]!;
	const wrong = await step.narrate({voice: spanish.id});
	t.is(wrong.status, 400);
	t.is(wrong.body.errors[0].field, 'voice');
	t.true(wrong.body.errors[0].hint.includes(portuguese.id));
	t.is((await step.narrate({voice: crypto.randomUUID()})).body.errors[0].field, 'voice');
	t.is((await step.narrate({voice: 'Leticia'})).status, 400);
	t.is((await step.narrate({language: 'tlh'})).body.errors[0].field, 'language');
	const settings = await step.settings({voices: {pt: spanish.id, es: spanish.id}});
	t.is(settings.status, 400);
	t.deepEqual(
		settings.body.errors.map(({field}: {field: string}) => field),
		['voices.pt'],
	);
	t.is((await step.settings({voices: {'not a language': spanish.id}})).status, 400);
	t.is((await step.read()).narration, null);
});

test('a language is kept as BCP 47 writes it; what is no language is a 400 that names the one most likely meant', async t => {
	const step = await newStep(ana, {text: SENTENCES.pt});
	const voice = (await voicesFor('pt'))[0]!.id;
	const {body} = await step.settings({language: 'pt-br', voices: {'pt-br': voice}});
	t.deepEqual(body.narrationSettings, {language: 'pt-BR', voices: {'pt-BR': voice}});
	for (const [tag, hint] of [
		['en-US-US', /^Send en-US\./],
		['pt_BR', /^Send pt-BR\./],
		['pt-abc', /^Send pt\./],
		['klingonklingon', /language/i],
	] as const) {
		const replies = [
			[await step.settings({language: tag}), 'language'],
			[await step.settings({voices: {[tag]: voice}}), `voices.${tag}`],
			[await step.narrate({language: tag}), 'language'],
			[await step.narrate({lang: tag}), 'lang'],
			[await ana('GET', `/v1/voices?language=${tag}`), 'language'],
		] as const;
		for (const [reply, field] of replies) {
			t.is(reply.status, 400, tag);
			t.is(reply.body.errors[0].field, field);
			t.regex(reply.body.errors[0].hint, hint);
		}
	}
	const twice = await step.settings({voices: {pt: voice, PT: voice}});
	t.deepEqual([twice.status, twice.body.errors[0].field], [400, 'voices.PT']);
	const {narration} = (await step.narrate({lang: 'EN'})).body;
	t.is(narration.lang, 'en');
});

test('a translation is spoken in its own language and kept beside the original', async t => {
	const step = await newStep(ana, {text: SENTENCES.pt});
	const original = (await step.narrate()).body.narration;
	const {status, body} = await step.narrate({lang: 'en'});
	t.is(status, 201);
	t.like(body.narration, {language: 'en', lang: 'en', script: `[en] ${SENTENCES.pt}`, reused: false});
	const shown = await step.read();
	t.like(shown.narration, {url: original.url, script: SENTENCES.pt});
	t.is(shown.narrations.length, 1);
	t.like(shown.narrations[0], {lang: 'en', script: `[en] ${SENTENCES.pt}`});
	t.is(shown.narrationScript, null);
	t.true((await step.narrate({lang: 'en'})).body.narration.reused);
	await step.edit({text: 'Outro texto.'});
	const stale = await step.read();
	t.deepEqual([stale.narration.stale, stale.narrations[0].stale], [true, true]);
});

test('a narration is taken away by its language; the others stay, and spoken again it costs nothing', async t => {
	const client = await service.client();
	const step = await newStep(client, {text: SENTENCES.pt});
	const path = `/v1/tours/${step.tour}/steps/${step.step}/narration`;
	t.is((await client('DELETE', path)).body.error, 'not_found');
	await step.narrate();
	await step.narrate({lang: 'EN'});
	const {used} = await narrationMs(client);
	const gone = await client('DELETE', `${path}?lang=en`);
	t.deepEqual([gone.status, gone.headers.get('etag')], [200, '"v5"']);
	t.deepEqual(gone.body, {ok: true, deleted: true, stepId: step.step, lang: 'en'});
	const shown = await step.read();
	t.deepEqual([shown.narration.lang, shown.narrations], [null, []]);
	const stale = await client('DELETE', path, {headers: {'If-Match': '"v4"'}});
	t.is(stale.body.error, 'version_mismatch');
	// The tour's own language as a target is the narration in its own.
	t.is((await client('DELETE', `${path}?lang=pt-BR`)).status, 200);
	t.is((await step.read()).narration, null);
	t.true((await step.narrate()).body.narration.reused);
	t.is((await narrationMs(client)).used, used);
});

test('words that come in the target language are spoken as they are, and the script stays', async t => {
	const step = await newStep(ana, {narrationScript: SENTENCES.pt});
	const {body} = await step.narrate({text: SENTENCES.es, language: 'es', lang: 'es'});
	t.like(body.narration, {language: 'es', lang: 'es', script: SENTENCES.es});
	t.like(await step.read(), {
		narration: null,
		narrationScript: SENTENCES.pt,
		narrations: [{lang: 'es', script: SENTENCES.es, stale: false}],
	});
});

test('nothing to narrate is a 400, whether nothing stands there or nothing can be said', async t => {
	const client = await service.client();
	const step = await newStep(client, {title: 'Only a title'});
	for (const body of [{}, {text: ''}, {text: ' \n\t'}, {text: '… — !'}]) {
		const reply = await step.narrate(body);
		t.deepEqual([reply.status, reply.body.error], [400, 'nothing_to_narrate'], JSON.stringify(body));
	}
	t.like(await narrationMs(client), {used: 0, reserved: 0});
	t.is((await step.read()).narrationScript, null);
});

test('digits, emoji, CJK, markup and phoneme brackets are spoken or refused, never interpreted', async t => {
	t.timeout(120_000);
	const step = await newStep(ana);
	const texts = ['7'.repeat(600), '😀'.repeat(3000), '図書館'.repeat(1000), '[[h@\'loU]] <speak><break time="600s"/></speak> & {a}'];
	for (const text of texts) {
		const asked = await step.narrate({text, language: 'en'}, {Prefer: 'respond-async'});
		const {result, error} = await jobEnded(ana, asked);
		if (result) t.true(result.narration.durationMs < 30 * 60_000, text.slice(0, 9));
		else t.deepEqual([error.error, error.errors?.[0]?.field], ['nothing_to_narrate', 'text'], text.slice(0, 9));
	}
});

test('of the minutes of a month no more is used than there is; what certainly cannot fit is refused beforehand', async t => {
	const {stop, ...poor} = await startService({NARRATION_MINUTES_PER_MONTH: '1'}, {also: ['audio']});
	t.teardown(stop);
	const client = await poor.client();
	const steps = await Promise.all(Array.from({length: 12}, () => newStep(client)));
	const replies = await Promise.all(
		steps.map(async (step, index) => {
			// A machine that is busy makes them wait for longer than a call does.
			const text = `${SENTENCES.pt} ${'A frase continua por mais um pouco. '.repeat(6)} ${index}`;
			const reply = await step.narrate({text}, {Prefer: 'respond-async'});
			if (reply.status !== 202) return reply;
			const {result, error} = await jobEnded(client, reply);
			return error ? {status: error.error === 'quota_exceeded' ? 429 : 500, body: error} : {status: 201, body: result};
		}),
	);
	const spoken = replies.filter(({status}) => status === 201).reduce((sum, {body}) => sum + body.narration.durationMs, 0);
	t.true(replies.every(({status, body}) => status === 201 || body.error === 'quota_exceeded'));
	t.true(replies.some(({status}) => status === 429) && spoken > 0 && spoken <= 60_000, `${spoken} ms`);
	t.like(await narrationMs(client), {used: spoken, reserved: 0});
	const {status, headers, body} = await steps[0]!.narrate({text: 'palavra '.repeat(370)});
	t.deepEqual([status, body.error], [429, 'quota_exceeded']);
	t.true(Number(headers.get('retry-after')) > 0);
});

test('where no provider translates, a translation is a 503 that says what would; words in that language still work', async t => {
	const {stop, ...offline} = await startService({}, {also: ['audio']});
	t.teardown(stop);
	const client = await offline.client();
	const step = await newStep(client, {text: SENTENCES.pt});
	const {status, body} = await step.narrate({lang: 'en'});
	t.deepEqual([status, body.error], [503, 'provider_unavailable']);
	t.regex(body.message, /TEXT_PROVIDER/);
	t.like(await narrationMs(client), {used: 0, reserved: 0});
	for (const [language, text] of Object.entries(SENTENCES)) {
		t.is((await step.narrate({language, lang: language, text})).status, 201, language);
	}
	t.deepEqual(
		(await step.read()).narrations.map(({lang}: {lang: string}) => lang),
		['en', 'es'],
	);
});

test('a published page carries the narration, and its bytes count', async t => {
	const step = await newStep(ana, {title: 'Salvar', text: SENTENCES.pt});
	const before = (await ana('POST', `/v1/tours/${step.tour}/publish`, {body: {dryRun: true}})).body.bytes;
	const {narration} = (await step.narrate()).body;
	const {publishedLink} = (await ana('POST', `/v1/tours/${step.tour}/publish`)).body;
	t.true(publishedLink.bytes >= before + narration.bytes);
	t.true((await (await fetch(publishedLink.url)).text()).includes(new URL(narration.url).pathname));
	await step.edit({text: 'Outro texto.'});
	const {warnings} = (await ana('POST', `/v1/tours/${step.tour}/publish`, {body: {dryRun: true}})).body;
	t.true(warnings.some(({field}: {field: string}) => field === 'steps[0].narration'));
});
