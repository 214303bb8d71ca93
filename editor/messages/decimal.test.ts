import {readdir, readFile} from 'node:fs/promises';
import test from 'ava';
import {inWords} from '../conflicts/in-words.ts';
import {loadMessages, numeral} from './index.ts';

test('a number with decimals is written as its language writes it', async t => {
	const tour = {steps: []} as unknown as Parameters<typeof inWords>[2];
	for (const [language, half, area] of [
		['en', '12.5', '12.5 % '],
		['pt-BR', '12,5', '12,5 % '],
		['es', '12,5', '12,5 % '],
	] as const) {
		await loadMessages(language);
		t.is(numeral(12.5, 2), half);
		t.is(numeral(4, 1, {minimumFractionDigits: 1}), half.replace('12', '4').replace('5', '0'));
		t.true(inWords('click', {x: 0.125, y: 0.5}, tour).startsWith(area), language);
		t.is(inWords('camera', {zoom: 12.5}, tour), half);
	}
});

test('no part of the editor writes decimals in any other way', async t => {
	const names = await readdir('editor', {recursive: true});
	for (const name of names.filter(name => /\.tsx?$/.test(name) && !name.includes('.test.'))) {
		const source = await readFile(`editor/${name}`, 'utf8');
		t.notRegex(source, /\.toFixed\(/, name);
	}
});
