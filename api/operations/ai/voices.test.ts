import test from 'ava';
import type {Voice} from '../../../shared/contract/ai/text.ts';
import {startService} from '../../../test/helpers/service.ts';

const service = await startService({}, {also: ['audio']});
test.after.always(() => service.stop());

test('the voices of the service are listed, the best of each language first, with one default for each', async t => {
	const ana = await service.client();
	const {voices}: {voices: Voice[]} = (await ana('GET', '/v1/voices')).body;
	const primary = ({language}: Voice) => language.split('-')[0]!;
	for (const language of ['pt', 'en', 'es']) {
		const speaking = voices.filter(voice => primary(voice) === language);
		t.true(speaking.length > 0, language);
		t.deepEqual(speaking.filter(voice => voice.default).length, 1, language);
	}
	t.is(voices.find(voice => voice.default && primary(voice) === 'pt')?.language, 'pt-BR');
	t.is(new Set(voices.map(({id}) => id)).size, voices.length);
	t.true(voices.every(({id, provider}) => /^[0-9a-f-]{36}$/.test(id) && provider === 'local'));
	const portuguese: Voice[] = (await ana('GET', '/v1/voices?language=pt-PT')).body.voices;
	t.deepEqual(
		portuguese,
		voices.filter(voice => primary(voice) === 'pt'),
		'Whatever the country.',
	);
	t.deepEqual((await ana('GET', '/v1/voices?language=tlh')).body.voices, []);
	t.is((await ana('GET', '/v1/voices?language=')).status, 400);
});

test('before any worker has reported its voices, narration is a 503 with Retry-After', async t => {
	const waiting = await startService({}, {workers: false});
	t.teardown(waiting.stop);
	const ana = await waiting.client();
	const tour = (await ana('POST', '/v1/tours', {body: {name: 'Tour'}})).body.tour.id;
	const {step} = (await ana('POST', `/v1/tours/${tour}/steps`, {body: {type: 'slide', text: 'Olá'}})).body;
	const {status, body, headers} = await ana('POST', `/v1/tours/${tour}/steps/${step.id}/narration`);
	t.deepEqual([status, body.error, headers.get('retry-after')], [503, 'provider_unavailable', '5']);
	t.deepEqual((await ana('GET', '/v1/voices')).body.voices, []);
});

test('a voice speaks a few words, once and charged by their length, and an unknown one is named', async t => {
	const ana = await service.client();
	const [voice]: Voice[] = (await ana('GET', '/v1/voices?language=en')).body.voices;
	const hear = (id: string, text: string) => ana('POST', `/v1/voices/${id}/samples`, {body: {text}});
	const first = await hear(voice!.id, 'This is how I sound.');
	t.is(first.status, 201);
	t.true(first.body.sample.durationMs > 500 && first.body.sample.durationMs < 10_000);
	t.false(first.body.sample.reused);
	t.is(first.body.usage.narrationMs.used, first.body.sample.durationMs);
	const sound = await fetch(first.body.sample.url);
	t.deepEqual([sound.status, sound.headers.get('content-type')], [200, 'audio/mpeg']);
	const again = await hear(voice!.id, 'This is how I sound.');
	t.deepEqual(again.body.sample, {...first.body.sample, reused: true});
	t.deepEqual(again.body.usage, first.body.usage);
	t.is((await hear('00000000-0000-4000-8000-000000000000', 'Hello.')).status, 404);
	t.is((await hear(voice!.id, 'x'.repeat(201))).body.errors[0].field, 'text');
});
