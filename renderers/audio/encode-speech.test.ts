import {execFileSync, spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {chmod, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import ava, {type ExecutionContext} from 'ava';
import {readConfig} from '../../shared/config/config.ts';
import type {AppError} from '../../shared/errors.ts';
import {encodeSpeech} from './encode-speech.ts';

// One after the other: each starts three programs, and sixty at once would wait for each other.
const test = ava.serial;
const {ffmpeg, ffprobe, espeakNg} = readConfig({});
const never = new AbortController().signal;
const tools = {ffmpeg, ffprobe, signal: never};

const SENTENCE = {
	pt: 'Abra o menu de configurações e escolha Membros. Depois clique em Enviar convite.',
	en: 'Open the settings menu and choose Members. Then press Send invitation.',
	es: 'Abra el menú de configuración y elija Miembros. Después pulse Enviar invitación.',
};

const espeak = (text: string, voice = 'pt-br') =>
	execFileSync(espeakNg, ['-v', voice, '--stdin', '--stdout'], {input: text, maxBuffer: 2 ** 28});
const flite = (voice: string) => made('-f', 'lavfi', '-i', `flite=text='${SENTENCE.en}':voice=${voice}`, '-f', 'wav');
const made = (...args: string[]) => execFileSync(ffmpeg, ['-v', 'error', ...args, 'pipe:1'], {maxBuffer: 2 ** 28});
const converted = (wav: Buffer, ...args: string[]) =>
	execFileSync(ffmpeg, ['-v', 'error', '-i', 'pipe:0', ...args, 'pipe:1'], {input: wav, maxBuffer: 2 ** 28});

/** Loudness (LUFS) and true peak (dB) as ffmpeg's meter reads them. */
function heard(mp3: Buffer): {loudness: number; peak: number} {
	const {stderr} = spawnSync(ffmpeg, ['-nostats', '-i', 'pipe:0', '-af', 'ebur128=peak=true:framelog=verbose', '-f', 'null', '-'], {
		input: mp3,
		encoding: 'utf8',
	});
	return {loudness: Number(stderr.match(/\bI:\s+(-?[\d.]+)/)![1]), peak: Number(stderr.match(/Peak:\s+(-?[\d.]+)/)![1])};
}

const VOICES: Record<string, () => Buffer> = {
	'espeak-ng pt-br': () => espeak(SENTENCE.pt),
	'espeak-ng pt-br, woman': () => espeak(SENTENCE.pt, 'pt-br+f3'),
	'espeak-ng es': () => espeak(SENTENCE.es, 'es'),
	'espeak-ng en-us': () => espeak(SENTENCE.en, 'en-us'),
	'flite slt': () => flite('slt'),
	'flite rms': () => flite('rms'),
	'flite awb': () => flite('awb'),
	'a very quiet voice': () => converted(espeak(SENTENCE.pt), '-af', 'volume=-30dB', '-f', 'wav'),
	'a voice that is cut off at full scale': () => converted(espeak(SENTENCE.pt), '-af', 'volume=12dB', '-f', 'wav'),
};

for (const [name, speak] of Object.entries(VOICES)) {
	test(`${name}: MP3, mono, 64 kbit/s, as loud as all, no longer than it was`, async t => {
		const speech = speak();
		const {mp3, durationMs} = await encodeSpeech(speech, tools);
		const file = join(await temporary(t), 'speech.mp3');
		await writeFile(file, mp3);
		const facts = JSON.parse(execFileSync(ffprobe, ['-v', 'error', '-show_streams', '-show_format', '-of', 'json', file]).toString());
		t.like(facts.streams[0], {codec_name: 'mp3', channels: 1, bit_rate: '64000', sample_rate: '44100'});
		t.is(facts.streams.length, 1);
		t.deepEqual(facts.format.tags ?? {}, {});
		t.true(Math.abs(Number(facts.format.duration) * 1000 - durationMs) <= durationMs / 100);
		t.true(Math.abs(mp3.length / 8 - durationMs) <= 1);

		const {loudness, peak} = heard(mp3);
		t.true(Math.abs(loudness + 16) <= 1.5, `${loudness} LUFS`);
		t.true(peak <= -1.5, `${peak} dB`);
		const before = ((speech.length - 44) / speech.readUInt32LE(28)) * 1000;
		t.true(durationMs <= before + 100 && durationMs >= before - 1200, `${before} ms became ${durationMs}`);
	});
}

test('the same speech is the same bytes', async t => {
	const speech = espeak(SENTENCE.es, 'es');
	const [one, two] = await Promise.all([encodeSpeech(speech, tools), encodeSpeech(speech, tools)]);
	t.true(one.mp3.equals(two.mp3));
});

test('silence before and after is cut to less than 0.3 s, silence within stays', async t => {
	const padded = converted(espeak('Um.'), '-af', 'adelay=2000:all=1,apad=pad_dur=3', '-f', 'wav');
	const {durationMs} = await encodeSpeech(padded, tools);
	const {durationMs: bare} = await encodeSpeech(espeak('Um.'), tools);
	t.true(Math.abs(durationMs - bare) < 300, `${durationMs} and ${bare}`);
	t.true(bare < 1200, String(bare));
	const twice = Buffer.concat([padded, padded.subarray(44)]);
	t.true((await encodeSpeech(twice, tools)).durationMs > 5000);
});

const FORMATS: Record<string, string[]> = {
	'WAV of floats, two channels, 48 kHz': ['-ac', '2', '-ar', '48000', '-c:a', 'pcm_f32le', '-f', 'wav'],
	'MP3 with a tag': ['-metadata', 'title=x', '-f', 'mp3'],
	'Opus in Ogg': ['-c:a', 'libopus', '-f', 'ogg'],
	FLAC: ['-f', 'flac'],
	AAC: ['-f', 'adts'],
	'WAV of 8 kHz': ['-ar', '8000', '-f', 'wav'],
};
for (const [name, args] of Object.entries(FORMATS)) {
	test(`${name} is read`, async t => {
		const speech = espeak(SENTENCE.pt);
		const {durationMs} = await encodeSpeech(speech, tools);
		const {mp3, durationMs: again} = await encodeSpeech(converted(speech, ...args), tools);
		t.true(Math.abs(durationMs - again) < 120, `${durationMs} and ${again}`);
		const {loudness} = heard(mp3);
		t.true(Math.abs(loudness + 16) <= 2.5, `${loudness} LUFS`);
	});
}

test('a single short word is loud enough too', async t => {
	const {mp3, durationMs} = await encodeSpeech(espeak('a'), tools);
	t.true(durationMs > 100 && durationMs < 900, String(durationMs));
	t.true(heard(Buffer.concat([mp3, mp3, mp3, mp3])).loudness > -21);
});

for (const [name, make] of Object.entries({
	'two seconds of nothing': () => made('-f', 'lavfi', '-i', 'anullsrc=r=22050:cl=mono', '-t', '2', '-f', 'wav'),
	'a faint hiss': () => made('-f', 'lavfi', '-i', 'anoisesrc=a=0.0005:r=22050', '-t', '2', '-f', 'wav'),
	'what espeak-ng says of a blank': () => espeak(' '),
	'a WAV header and no sound': () => espeak('x').subarray(0, 44),
})) {
	test(`${name} is nothing_to_narrate`, async t => {
		await t.throwsAsync(encodeSpeech(make(), tools), {code: 'nothing_to_narrate'} as object);
	});
}

const BROKEN: Record<string, () => Buffer> = {
	'no bytes': () => Buffer.alloc(0),
	'a sentence': () => Buffer.from('provider-said-this: try again later'),
	noise: () => Buffer.from(Array.from({length: 50_000}, (_, i) => (i * i * 31 + (i >> 3)) & 255)),
	'a playlist': () => Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n'),
	'a list of files': () => Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n"),
	'an SDP description': () => Buffer.from('v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 5004 RTP/AVP 0\n'),
	'a picture': () => made('-f', 'lavfi', '-i', 'color=red:s=64x64', '-frames:v', '1', '-f', 'image2pipe', '-c:v', 'png'),
};
for (const [name, make] of Object.entries(BROKEN)) {
	test(`${name} is provider_failed`, async t => {
		const error = (await t.throwsAsync(encodeSpeech(make(), tools))) as AppError;
		t.is(error.code, 'provider_failed', String(error.cause));
		t.false(error.message.includes('provider-said-this'));
	});
}

test('audio that names an address makes nobody call there', async t => {
	let calls = 0;
	const server = createServer(socket => {
		calls += 1;
		socket.destroy();
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	t.teardown(() => server.close());
	const {port} = server.address() as {port: number};
	for (const text of [
		`#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:${port}/a.ts\n`,
		`ffconcat version 1.0\nfile http://127.0.0.1:${port}/a.wav\n`,
		`[playlist]\nFile1=http://127.0.0.1:${port}/\n`,
	]) {
		await t.throwsAsync(encodeSpeech(Buffer.from(text), tools), {code: 'provider_failed'} as object);
	}
	t.is(calls, 0);
});

test('speech of more than 25 minutes is a 400 that says so', async t => {
	const long = made('-f', 'lavfi', '-i', 'sine=r=8000', '-t', '1510', '-f', 'mp3', '-b:a', '8k');
	const error = (await t.throwsAsync(encodeSpeech(long, tools))) as AppError;
	t.is(error.code, 'invalid_request');
	t.regex(error.errors![0]!.message, /25 minutes/);
});

for (const which of ['ffmpeg', 'ffprobe'] as const) {
	for (const [what, body] of Object.entries({
		'is missing': null,
		'is killed': 'kill -9 $$',
		'says something else': 'cat > /dev/null; echo "{}"',
	})) {
		test(`${which} that ${what} is an error, not a narration`, async t => {
			const path = body === null ? `/nowhere/${which}` : await script(await temporary(t), body);
			const error = (await t.throwsAsync(encodeSpeech(espeak('Olá'), {...tools, [which]: path}))) as AppError;
			t.regex(error.code, /^provider_(unavailable|failed)$/);
			if (what !== 'says something else' || which === 'ffprobe') t.is(error.code, 'provider_unavailable');
		});
	}

	test(`${which} that hangs is ended when the call is given up`, async t => {
		const folder = await temporary(t);
		const path = await script(folder, `echo $$ >> ${folder}/pids; exec sleep 600`);
		const abort = new AbortController();
		const reason = new Error('lease lost');
		const encoded = encodeSpeech(espeak('Olá'), {...tools, [which]: path, signal: abort.signal});
		const pids = await readPids(join(folder, 'pids'), 1);
		abort.abort(reason);
		t.is(await t.throwsAsync(encoded), reason);
		await allGone(pids);
	});
}

test('no password of ours is in the environment of the programs', async t => {
	const folder = await temporary(t);
	const path = await script(folder, `env >> ${folder}/env; exec ${ffmpeg} "$@"`);
	process.env.SECRET_OF_A_TEST = 'hidden';
	t.teardown(() => {
		delete process.env.SECRET_OF_A_TEST;
	});
	await encodeSpeech(espeak('Olá'), {...tools, ffmpeg: path});
	t.false((await readFile(join(folder, 'env'), 'utf8')).includes('hidden'));
});

test('the programs end with a worker that is killed', async t => {
	const folder = await temporary(t);
	const hangs = await script(folder, `echo $$ >> ${folder}/pids; exec sleep 600`);
	const code = `
		import {encodeSpeech} from ${JSON.stringify(join(import.meta.dirname, 'encode-speech.ts'))};
		const signal = new AbortController().signal;
		await encodeSpeech(Buffer.alloc(1000), {ffmpeg: ${JSON.stringify(hangs)}, ffprobe: ${JSON.stringify(hangs)}, signal});
	`;
	const worker = spawn(process.execPath, ['--input-type=module', '-e', code], {stdio: 'inherit'});
	const pids = await readPids(join(folder, 'pids'), 3);
	worker.kill('SIGKILL');
	await allGone(pids);
	t.pass();
});

test('nothing is left running after a narration or an error', async t => {
	const folder = await temporary(t);
	const path = await script(folder, `echo $$ >> ${folder}/pids; exec ${ffmpeg} "$@"`);
	await encodeSpeech(espeak('Olá'), {...tools, ffmpeg: path});
	await t.throwsAsync(encodeSpeech(Buffer.from('no audio'), {...tools, ffmpeg: path}));
	await allGone(await readPids(join(folder, 'pids'), 3));
});

async function temporary(t: ExecutionContext): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'roteiro-audio-test-'));
	t.teardown(() => rm(folder, {recursive: true, force: true}));
	return folder;
}

async function script(folder: string, body: string): Promise<string> {
	const path = join(folder, 'program');
	await writeFile(path, `#!/bin/sh\n${body}\n`);
	await chmod(path, 0o755);
	return path;
}

async function readPids(path: string, count: number): Promise<number[]> {
	for (;;) {
		const pids = (await readFile(path, 'utf8').catch(() => '')).split('\n').filter(Boolean).map(Number);
		if (pids.length >= count) return pids;
		await sleep(20);
	}
}

async function allGone(pids: number[]): Promise<void> {
	const lives = (pid: number) => {
		try {
			return process.kill(pid, 0);
		} catch {
			return false;
		}
	};
	while (pids.some(lives)) await sleep(20);
}
