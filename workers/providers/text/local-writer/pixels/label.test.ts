import test from 'ava';
import {toLabel} from './label.ts';

/** The words as tesseract gives them, all read with the same certainty. */
const labelOf = (text: string, confidence: number, alt: string | null = null) =>
	toLabel(
		text.split(' ').map((word, index) => ({text: word, confidence, left: 50 * index, right: 50 * index + 40})),
		alt,
	);

test('letters of another script that were read as Latin ones are not quoted', t => {
	for (const text of ['CoxpaHuTb', 'HacTpoUku', 'OTnpaBuTb CoxpaHuTb']) t.false(labelOf(text, 95).certain, text);
});

test('names with a capital inside are quoted, and mixed ones where the alternative text confirms them', t => {
	for (const text of ['GitHub', 'iPhone', 'JavaScript', 'OAuth', 'Save', 'SAVE ALL', 'eBay shop']) t.true(labelOf(text, 95).certain, text);
	t.false(labelOf('LaTeX', 95).certain);
	t.true(labelOf('LaTeX', 95, 'Export as LaTeX').certain);
});

test('words that were hardly read are not quoted', t => {
	t.false(labelOf('Save', 40).certain);
});
