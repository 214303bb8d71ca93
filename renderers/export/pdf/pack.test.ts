import test from 'ava';
import {seededRandom} from '../../../test/helpers/random.ts';
import {type Block, GAP, isBeside, packPages, type Sheet, sheetOf} from './pack.ts';

const PORTRAIT = sheetOf({paper: 'a4', layout: 'portrait'});
const LANDSCAPE = sheetOf({paper: 'letter', layout: 'landscape'});
const WIDE = 1.6;
const PHONE = 390 / 844;

/** What each page holds, and how high that is. */
function pagesOf(blocks: Block[], sheet: Sheet): Array<{blocks: Block[]; height: number}> {
	const pages: Array<{blocks: Block[]; height: number}> = [];
	for (const [index, {begins, picture}] of packPages(blocks, sheet).entries()) {
		const block = blocks[index]!;
		const shot = picture === null ? 0 : picture / block.picture!;
		const height = isBeside(block.picture) ? Math.max(block.words, shot) : block.words + (shot && GAP.picture + shot);
		if (begins) pages.push({blocks: [block], height});
		else {
			pages.at(-1)!.blocks.push(block);
			pages.at(-1)!.height += GAP.step + height;
		}
	}
	return pages;
}

test('two steps share a page in portrait and one has it in landscape, their pictures as wide as it lets them be', t => {
	const steps = Array.from({length: 5}, () => ({words: 20, picture: WIDE}));
	t.deepEqual(
		pagesOf(steps, PORTRAIT).map(({blocks}) => blocks.length),
		[2, 2, 1],
	);
	t.deepEqual(
		pagesOf(steps, LANDSCAPE).map(({blocks}) => blocks.length),
		[1, 1, 1, 1, 1],
	);
	t.is(packPages(steps, PORTRAIT).at(-1)!.picture, PORTRAIT.content.width);
	t.is(pagesOf([{words: 30, picture: null}, ...steps.slice(2)], PORTRAIT)[0]!.blocks.length, 3);
	t.is(pagesOf([{words: 20, picture: PHONE}, {words: 20, picture: PHONE}, ...steps], PORTRAIT)[0]!.blocks.length, 2);
});

test('no page is higher than its sheet, whatever the steps are, unless one of them alone is', t => {
	const {next: random} = seededRandom(5);
	for (let round = 0; round < 300; round++) {
		const sheet = random() < 0.5 ? PORTRAIT : LANDSCAPE;
		const blocks = Array.from({length: 1 + Math.floor(random() * 12)}, () => ({
			words: 8 + random() ** 4 * 300,
			picture: random() < 0.2 ? null : 0.3 + random() * 3,
			...(random() < 0.3 && {widest: 3 + random() * 200}),
		}));
		const pages = pagesOf(blocks, sheet);
		t.deepEqual(
			pages.flatMap(page => page.blocks),
			blocks,
		);
		for (const page of pages) {
			const alone = page.blocks.length === 1 && page.blocks[0]!.words > sheet.content.height * 0.4;
			t.true(alone || page.height <= sheet.content.height + 0.001, JSON.stringify(page));
		}
		for (const [index, {picture}] of packPages(blocks, sheet).entries()) {
			const widest = Math.min(sheet.content.width, blocks[index]!.widest ?? sheet.content.width);
			t.true(picture === null || (picture > 0 && picture <= widest + 0.001));
		}
	}
});

test('a closing card has no page to itself where the pictures before it can be smaller', t => {
	const closing = {words: 45, picture: null};
	for (const [sheet, words] of [
		[PORTRAIT, 20],
		[LANDSCAPE, 14],
	] as const) {
		for (const count of [2, 3, 4, 8]) {
			const pages = pagesOf([...Array.from({length: count}, () => ({words, picture: WIDE})), closing], sheet);
			t.true(pages.at(-1)!.blocks.length > 1, JSON.stringify(pages.at(-1)));
			t.true(pages.every(({height}) => height <= sheet.content.height + 0.001));
		}
	}
});
