import test from 'ava';
import {seededRandom} from '../../test/helpers/random.ts';
import {readMarkdown} from '../folder/markdown.ts';
import {writeGuide} from '../folder/write-guide.ts';
import {marked, unmarked} from './marked.ts';

const drawn = (text: string) =>
	marked(text)
		.map(({markup}) => markup)
		.join('');

test('bold and key caps are drawn, and read out without their marks', t => {
	for (const [text, markup, plain] of [
		['Press **Save** now', 'Press <b>Save</b> now', 'Press Save now'],
		['(**a**)', '(<b>a</b>)', '(a)'],
		['**保存**を押す', '<b>保存</b>を押す', '保存を押す'],
		['<kbd>Ctrl</kbd>+<kbd>S</kbd>', '<kbd>Ctrl</kbd>+<kbd>S</kbd>', 'Ctrl+S'],
		['**Press <kbd>F2</kbd>**', '<b>Press <kbd>F2</kbd></b>', 'Press F2'],
		['**<b onclick="x">**', '<b>&lt;b onclick=&quot;x&quot;&gt;</b>', '<b onclick="x">'],
	] as const) {
		t.is(drawn(text), markup);
		t.is(unmarked(text), plain);
	}
});

test('what is not such a mark stays as it was written', t => {
	for (const text of [
		'2**3 and 4**5',
		'** a **',
		'****',
		'a ** b',
		'*a*',
		'**a\nb**',
		'***a***',
		'<kbd></kbd>',
		'<kbd>a',
		`<kbd>${'a'.repeat(31)}</kbd>`,
	]) {
		t.is(unmarked(text), text);
		t.notRegex(drawn(text), /<(b|kbd)>/, text);
	}
});

test('a guide has the marks as Markdown has them, and read back it has the same words', t => {
	const random = seededRandom(37);
	const parts = ['**', '<kbd>', '</kbd>', 'Save', ' ', '*', '\\', '`', '1', '\n\n', 'é', '_', '~', '<', '保存'];
	for (let round = 0; round < 2000; round++) {
		const text = Array.from({length: 12}, () => random.pick(parts))
			.join('')
			.trim();
		const written = writeGuide({
			title: 'T',
			intro: {words: '', link: null},
			steps: [{step: {title: 'A', text, type: 'slide'}, picture: null}],
			end: null,
		});
		const {steps} = readMarkdown(written, '', {guide: true}).located.value as {steps: Array<{text?: string}>};
		t.is(steps[0]!.text ?? '', text, written);
	}
	const one = writeGuide({
		title: 'T',
		intro: {words: '', link: null},
		steps: [{step: {title: 'A', text: 'Press **Save**, <kbd>F2</kbd>', type: 'slide'}, picture: null}],
		end: null,
	});
	t.true(one.includes('\n\nPress **Save**, <kbd>F2</kbd>\n'), one);
	t.false(one.includes('roteiro'), 'no words are kept beside those that are seen');
});
