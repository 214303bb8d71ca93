import {execFileSync} from 'node:child_process';
import {access, chmod, mkdir, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import {encodeSpeech} from '../../../renderers/audio/encode-speech.ts';
import {readConfig} from '../../../shared/config/config.ts';
import {AppError} from '../../../shared/errors.ts';
import {rareLanguages} from '../../../shared/locales/en/editor/ai.ts';
import {ProgramFailed} from '../../../shared/process/run-program.ts';
import {isSilent, openLocalVoices} from './local.ts';
import {openEspeakNg, openFlite, openPico, openRhvoice} from './local-engines/engines.ts';

const {espeakNg, ffmpeg, ffprobe} = readConfig({});
const never = new AbortController().signal;
const tools = {ffmpeg, ffprobe, signal: never};
const local = openLocalVoices({espeakNg, ffmpeg});

async function say(key: string, text: string, signal = never): Promise<Buffer> {
	const voice = (await local.voices(never)).find(one => one.key === key)!;
	return local.speak({text, voice}, signal);
}

/** Seconds of a WAV of 16 bits, as its bytes are. */
const seconds = (wav: Buffer) => (wav.length - 44) / wav.readUInt32LE(28);

test.before('flite and espeak-ng are there', async () => {
	await local.voices(never);
});

for (const [language, key] of [
	['pt', 'espeak-ng:pt-br'],
	['en', 'flite:slt'],
	['es', 'espeak-ng:es'],
	['fr', 'espeak-ng:fr-fr'],
	['vi', 'espeak-ng:vi'],
] as const) {
	test(`the voice for ${language} is ${key} where nothing better is installed`, async t => {
		const voices = (await local.voices(never)).filter(({key}) => /^(flite|espeak)/.test(key));
		t.is(voices.find(voice => voice.language.split('-')[0] === language)!.key, key);
	});
}

test('each language of espeak-ng is listed once, and a woman beside the languages of most tours', async t => {
	const voices = (await local.voices(never)).filter(({key}) => key.startsWith('espeak-ng:'));
	const men = voices.filter(({key}) => !key.includes('+'));
	t.true(men.length > 90);
	const unspoken = ['grc', 'ia', 'io', 'jbo', 'lfn', 'nci', 'piqd', 'py', 'qdb', 'qya', 'sjn'];
	t.deepEqual(
		men.filter(({language}) => unspoken.includes(language)),
		[],
	);
	t.is(new Set(men.map(({language}) => language)).size, men.length);
	t.deepEqual(
		voices
			.filter(({key}) => key.includes('+'))
			.map(({language}) => language)
			.sort(),
		['en-GB', 'en-US', 'es-419', 'es-ES', 'pt-BR', 'pt-PT'],
	);
	t.like(
		voices.find(({key}) => key === 'espeak-ng:pt-br'),
		{name: 'Portuguese (Brazil)', language: 'pt-BR', quality: 'basic'},
	);
});

test('a language of a voice beside language and country has a name of ours, for browsers show the code', async t => {
	const languages = new Set((await local.voices(never)).map(({language}) => language));
	const beside = [...languages].filter(tag => new Intl.Locale(tag).minimize().baseName.split('-').length > 2);
	t.true(beside.length > 0);
	t.deepEqual(
		beside.filter(tag => !Object.hasOwn(rareLanguages, tag)),
		[],
	);
});

test('no two voices have one name', async t => {
	const names = (await local.voices(never)).map(({name}) => name);
	t.is(new Set(names).size, names.length);
	t.true(names.includes('English (America), woman') && names.includes('English (America), woman 2'));
});

for (const key of ['flite:slt', 'flite:rms', 'flite:awb', 'espeak-ng:pt-br', 'espeak-ng:es', 'espeak-ng:en-us', 'espeak-ng:pt-br+f3']) {
	test(`${key}: a sentence takes as long as a sentence takes, and twice the same is the same`, async t => {
		const text = 'Open the menu, choose the members, and press the button.';
		const [one, two] = [await say(key, text), await say(key, text)];
		const perCharacter = (seconds(one) * 1000) / text.length;
		t.true(perCharacter > 35 && perCharacter < 110, `${perCharacter} ms per character`);
		t.true(one.equals(two));
	});
}

test('phonemes, markup and orders in the text are read as text or left out', async t => {
	const plain = await say('espeak-ng:en-us', 'Hello world');
	for (const text of ['Hello world\u0001999P', 'Hello\u0000 world', 'Hello \u001bworld']) {
		t.true(seconds(await say('espeak-ng:en-us', text)) < 2 * seconds(plain) + 1, text);
	}
	// As phonemes this is a pause and nothing else.
	const paused = execFileSync(espeakNg, ['-v', 'en-us', '--stdin', '--stdout'], {input: '[[_:_:_:]]'});
	t.true(isSilent(paused));
	t.false(isSilent(await say('espeak-ng:en-us', '[[_:_:_:]]')));
	// The break would last nine seconds.
	for (const key of ['espeak-ng:en-us', 'flite:slt']) t.true(seconds(await say(key, 'a <break time="9s"/> b')) < 8, key);
});

test('percent signs, colons, quotes and backslashes mean nothing to the filter of ffmpeg', async t => {
	const plain = seconds(await say('flite:slt', 'one two three'));
	for (const text of ["one' two: three", 'one, two; three', 'one\\ two [x] three', 'one:voice=kal two three', '%{pts} one two three']) {
		t.true(seconds(await say('flite:slt', text)) >= plain * 0.7, text);
	}
	t.true(seconds(await say('flite:slt', 'don’t — “naïve” café')) > 1);
});

const HOSTILE = {
	digits: '7'.repeat(300),
	'digits in groups': '123 456 '.repeat(40),
	emoji: '🎉'.repeat(300),
	initials: 'a.'.repeat(150),
	families: '👩🏽‍🚀🏳️‍🌈'.repeat(60),
	symbols: '%&@#*+='.repeat(40),
	Chinese: '打开设置菜单，然后选择成员。'.repeat(20),
	Arabic: 'افتح القائمة واختر الأعضاء '.repeat(10),
	'one endless word': 'abcdefghij'.repeat(30),
	newlines: 'a\n'.repeat(150),
	'half pairs': 'a\ud800b\udc00 '.repeat(50),
	options: '--voices -f /etc/passwd -w out.wav',
	'combining marks': `a${'\u0301'.repeat(300)}`,
	punctuation: '.,;:!?'.repeat(50),
};
for (const key of ['flite:slt', 'espeak-ng:pt-br', 'espeak-ng:hi', 'espeak-ng:ja']) {
	test.serial(`${key}: hostile texts are spoken, or refused because there is nothing to say`, async t => {
		for (const [what, text] of Object.entries(HOSTILE)) {
			try {
				const wav = await say(key, text);
				t.is(wav.toString('latin1', 0, 4), 'RIFF');
				t.true(seconds(wav) < 1.5 * [...text].length, what);
			} catch (error) {
				t.is((error as AppError).code, 'nothing_to_narrate', `${what}: ${error}`);
			}
		}
	});
}

test('3,000 digits are spoken, all of them', async t => {
	const wav = await say('espeak-ng:pt-br', '7'.repeat(3000));
	t.true(seconds(wav) > 3000 * 0.2, `${seconds(wav)} s`);
	const {mp3, durationMs} = await encodeSpeech(wav, tools);
	t.is(Math.round(mp3.length / 8), durationMs);
});

test('the text is in no argument', async t => {
	const folder = await temporary(t);
	const program = await script(folder, 'espeak', `echo "$@" > ${folder}/arguments; exec ${espeakNg} "$@"`);
	const provider = openLocalVoices({espeakNg: program, ffmpeg: '/nowhere/ffmpeg'});
	const [voice] = (await provider.voices(never)).filter(({key}) => key === 'espeak-ng:pt-br');
	await provider.speak({text: 'palavras secretas', voice: voice!}, never);
	const args = await readFile(join(folder, 'arguments'), 'utf8');
	t.true(args.includes('pt-br') && !args.includes('secretas'), args);
});

for (const [what, body] of Object.entries({
	'ends with an error': 'exit 3',
	'ends with an error after half its answer': 'head -c 3000 /dev/zero; exit 1',
	'is killed': 'kill -9 $$',
	crashes: 'kill -SEGV $$',
})) {
	test(`an engine that ${what} is provider_unavailable, and its answer is not taken`, async t => {
		const folder = await temporary(t);
		const provider = openLocalVoices({espeakNg: await script(folder, 'espeak', body), ffmpeg});
		const error = (await t.throwsAsync(provider.speak({text: 'Olá', voice: {id: '', key: 'espeak-ng:pt-br', language: 'pt-BR'}}, never), {
			instanceOf: AppError,
		})) as AppError;
		t.is(error.code, 'provider_unavailable');
		t.false(error.message.includes(folder));
	});
}

test('an engine that answers nothing, and says that all is well, has nothing to say', async t => {
	const program = await script(await temporary(t), 'espeak', 'exit 0');
	const provider = openLocalVoices({espeakNg: program, ffmpeg});
	await t.throwsAsync(provider.speak({text: 'Olá', voice: {id: '', key: 'espeak-ng:pt-br', language: 'pt-BR'}}, never), {
		code: 'nothing_to_narrate',
	} as object);
});

for (const open of [openEspeakNg, openFlite]) {
	test(`${open.name}: an engine that hangs is ended when its time is up, and when nobody waits any more`, async t => {
		const folder = await temporary(t);
		const engine = open(await script(folder, 'hangs', `echo $$ > ${folder}/pid; exec sleep 600`));
		const speaking = {text: 'Hello', voice: 'x', timeoutMs: 400, signal: never};
		await t.throwsAsync(engine.speak(speaking), {instanceOf: ProgramFailed, message: /longer than 400 ms/});
		await gone(folder);

		const abort = new AbortController();
		const reason = new Error('lease lost');
		const spoken = engine.speak({...speaking, timeoutMs: 60_000, signal: abort.signal});
		await readEventually(join(folder, 'pid'));
		abort.abort(reason);
		t.is(await t.throwsAsync(spoken), reason);
		await gone(folder);
		t.pass();
	});
}

test('the file with the text is private, and gone however it went', async t => {
	const folder = await temporary(t);
	const program = await script(folder, 'ffmpeg', `stat -c '%a' . text.txt > ${folder}/modes; pwd > ${folder}/place; exit 1`);
	const speaking = {text: 'secret words', voice: 'slt', timeoutMs: 5000, signal: never};
	await t.throwsAsync(openFlite(program).speak(speaking), {instanceOf: ProgramFailed});
	t.is(await readFile(join(folder, 'modes'), 'utf8'), '700\n600\n');
	const place = (await readFile(join(folder, 'place'), 'utf8')).trim();
	await t.throwsAsync(access(place), {code: 'ENOENT'});
});

test('without any engine the message says what would help', async t => {
	const provider = openLocalVoices({espeakNg: '/nowhere/espeak-ng', ffmpeg: '/nowhere/ffmpeg'}, [
		openEspeakNg('/nowhere/espeak-ng'),
		openFlite('/nowhere/ffmpeg'),
	]);
	await t.throwsAsync(provider.voices(never), {code: 'provider_unavailable', message: /espeak-ng would/} as object);
});

test('an engine that fails to list its voices leaves the others, and is asked again', async t => {
	const folder = await temporary(t);
	const program = await script(folder, 'espeak', 'exit 1');
	const provider = openLocalVoices({espeakNg: program, ffmpeg});
	t.false((await provider.voices(never)).some(({key}) => key.startsWith('espeak')));
	await script(folder, 'espeak', `exec ${espeakNg} "$@"`);
	t.true((await provider.voices(never)).some(({key}) => key.startsWith('espeak')));
});

// Neither is in Debian's main archive: what stands in for them takes their options and speaks by espeak-ng.

test('RHVoice: its voices are found, come before all others, and speak plain text', async t => {
	const folder = await temporary(t);
	await voiceInfo(folder, 'Leticia-F123', 'name=Letícia-F123\nlanguage=Brazilian-Portuguese\ngender=female\nformat=4\nrevision=0\n');
	await voiceInfo(folder, 'alan', 'name=Alan\nlanguage=English\nsample_rate=24k\ngender=male\nformat=3\n');
	await voiceInfo(folder, 'joined', 'name=a+b\nlanguage=English\n');
	await voiceInfo(folder, 'unknown', 'name=Somebody\nlanguage=Martian\n');
	const program = await script(
		folder,
		'RHVoice-test',
		`[ "$1 $2 $3" = "-p Letícia-F123 -o" ] && exec ${espeakNg} -v pt-br --stdin -w "$4"`,
	);
	const provider = openLocalVoices({espeakNg, ffmpeg}, [
		openRhvoice({program, voices: [join(folder, 'voices'), '/nowhere']}),
		openEspeakNg(espeakNg),
	]);
	const voices = await provider.voices(never);
	t.deepEqual(
		voices.slice(0, 2).map(({name, language, quality}) => ({name, language, quality})),
		[
			{name: 'RHVoice Letícia-F123, woman', language: 'pt-BR', quality: 'good'},
			{name: 'RHVoice Alan, man', language: 'en-US', quality: 'good'},
		],
	);
	t.false(voices.some(({name}) => /Somebody|a\+b/.test(name)));
	t.true(seconds(await provider.speak({text: 'Clique em Salvar.', voice: voices[0]!}, never)) > 0.5);
	await t.throwsAsync(provider.speak({text: 'Click', voice: voices[1]!}, never), {code: 'provider_unavailable'} as object);
});

test('RHVoice: no file of sound is nothing to say', async t => {
	const folder = await temporary(t);
	const engine = openRhvoice({program: await script(folder, 'RHVoice-test', 'exit 0'), voices: []});
	t.is((await engine.speak({text: '…', voice: 'x', timeoutMs: 5000, signal: never})).length, 0);
});

test('Pico: speaks from standard input, without the markup that it knows', async t => {
	const folder = await temporary(t);
	const program = await script(
		folder,
		'pico2wave',
		`[ $# = 4 ] && [ "$1 $2 $3" = "-l es-ES -w" ] && tee ${folder}/said | ${espeakNg} -v es --stdin -w "$4"`,
	);
	const provider = openLocalVoices({espeakNg, ffmpeg}, [openPico(program), openEspeakNg(espeakNg)]);
	const voice = (await provider.voices(never)).find(({language}) => language.startsWith('es'))!;
	t.like(voice, {key: 'pico:es-ES', language: 'es-ES', quality: 'good'});
	t.true(seconds(await provider.speak({text: 'Hola <play file="/etc/passwd"/> mundo', voice}, never)) > 0.5);
	t.notRegex(await readFile(join(folder, 'said'), 'utf8'), /[<>]/);
});

async function temporary(t: ExecutionContext): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'roteiro-voice-test-'));
	t.teardown(() => rm(folder, {recursive: true, force: true}));
	return folder;
}

async function script(folder: string, name: string, body: string): Promise<string> {
	const path = join(folder, name);
	await writeFile(path, `#!/bin/sh\n${body}\n`);
	await chmod(path, 0o755);
	return path;
}

async function voiceInfo(folder: string, name: string, info: string): Promise<void> {
	await mkdir(join(folder, 'voices', name), {recursive: true});
	await writeFile(join(folder, 'voices', name, 'voice.info'), info);
}

async function readEventually(path: string): Promise<string> {
	for (;;) {
		const text = await readFile(path, 'utf8').catch(() => '');
		if (text.trim()) return text;
		await sleep(20);
	}
}

/** Waits until the process is gone whose script wrote its id, and forgets it. */
async function gone(folder: string): Promise<void> {
	const pid = Number(await readEventually(join(folder, 'pid')));
	for (;;) {
		try {
			process.kill(pid, 0);
		} catch {
			break;
		}
		await sleep(20);
	}
	await rm(join(folder, 'pid'));
}
