import {execFileSync} from 'node:child_process';
import test from 'ava';
import {readConfig} from '../../../shared/config/config.ts';
import {AppError} from '../../../shared/errors.ts';
import {openLocalVoices} from './local.ts';

const {espeakNg, ffmpeg} = readConfig({});
const never = new AbortController().signal;
const local = openLocalVoices({espeakNg, ffmpeg});

async function say(language: string, text: string): Promise<Buffer> {
	const voice = (await local.voices(never)).find(one => one.language === language && one.key.startsWith('espeak-ng:'))!;
	return local.speak({text, voice}, never);
}

/** Languages whose voice cannot read them as they are written: of Japanese it knows kana alone, of Hakka Latin letters. */
const UNREADABLE = ['hak', 'ja'];

test('every listed voice of espeak-ng speaks its language as it is written, or refuses it', async t => {
	t.timeout(180_000);
	const voices = (await local.voices(never)).filter(({key}) => /^espeak-ng:[^+]+$/.test(key));
	t.true(voices.length > 90);
	const refused: string[] = [];
	for (const {language, key, id} of voices) {
		// A day's name, or, where it is not known, Chinese for the languages that are written in it.
		const isKnown = Intl.DateTimeFormat.supportedLocalesOf(language).length > 0;
		const text = isKnown
			? new Intl.DateTimeFormat(language, {weekday: 'long', month: 'long'}).format(0)
			: language === 'hak'
				? '點擊保存按鈕'
				: '';
		if (!text) continue;
		try {
			await local.speak({text: text.replace(/[\d()]/g, ' '), voice: {id, key, language}}, never);
		} catch (error) {
			t.is((error as AppError).code, 'nothing_to_narrate', `${language}: ${text}: ${error}`);
			refused.push(language);
		}
	}
	t.deepEqual(refused.sort(), UNREADABLE);
});

test('no voice reads the letters of its own language as if they were English', async t => {
	t.timeout(180_000);
	for (const {language, key} of await local.voices(never)) {
		if (!/^espeak-ng:[^+]+$/.test(key) || UNREADABLE.includes(language) || language.startsWith('en')) continue;
		const name = new Intl.DisplayNames([language], {type: 'language', fallback: 'none'}).of(language);
		if (!name || Intl.DisplayNames.supportedLocalesOf(language).length === 0) continue;
		const text = `${name}. ${name}.`;
		const spoken = await local.speak({text, voice: {id: '', key, language}}, never);
		const voice = key.slice('espeak-ng:'.length);
		const said = (one: string) => execFileSync(espeakNg, ['-b', '1', '-v', one, '-x', '-q', '--stdin'], {input: text}).toString();
		if (!said(voice).includes('(en)')) continue;
		// By its own means it would: something else speaks for it.
		const plain = execFileSync(espeakNg, ['-b', '1', '-v', voice, '--stdin', '--stdout'], {input: text, maxBuffer: 2 ** 26});
		t.false(spoken.equals(plain), `${key}: ${said(voice)}`);
	}
});

test('Chinese signs are spoken in Mandarin and Cantonese, without a word of English', async t => {
	const text = '打开设置菜单，选择成员。';
	for (const [language, voice] of [
		['zh', 'cmn-latn-pinyin'],
		['yue', 'yue'],
	] as const) {
		const said = execFileSync(espeakNg, ['-b', '1', '-v', voice, '-x', '-q', '--stdin'], {input: text}).toString();
		t.notRegex(said, /\(en\)/);
		const own = execFileSync(espeakNg, ['-b', '1', '-v', voice, '--stdin', '--stdout'], {input: text, maxBuffer: 2 ** 26});
		t.true((await say(language, text)).equals(own), language);
	}
});

test('a text is refused if the voice would name the alphabet of its letters, and read if it knows them', async t => {
	for (const [language, text] of [
		['ja', '保存ボタンをクリックします。'],
		['hak', '點擊保存按鈕'],
		['en-US', '設定を開きます'],
		['pt-BR', 'Нажмите кнопку'],
		['ru', 'لوحة المفاتيح'],
	] as const) {
		const error = await t.throwsAsync(say(language, text), {instanceOf: AppError}, `${language}: ${text}`);
		t.like(error, {code: 'nothing_to_narrate'} as object);
		t.regex(error!.message, /kana for Japanese/);
	}
	for (const [language, text] of [
		['ja', 'ほぞんボタンをクリックします。'],
		['ja', 'これを Roteiro でひらきます。'],
		['en-US', 'To change the language, press 中文 at the top, beside the picture of yourself.'],
		['pt-BR', 'O ângulo α é medido em graus.'],
		['ru', 'Нажмите кнопку Save.'],
	] as const)
		await t.notThrowsAsync(say(language, text), `${language}: ${text}`);
});
