import test from 'ava';
import {type Node, Parser} from 'commonmark';
import {seededRandom} from '../../test/helpers/random.ts';
import {readMarkdown} from './markdown.ts';
import type {Values} from './values.ts';
import {type Guide, type GuideStep, writeGuide} from './write-guide.ts';
import {writeMarkdown} from './write-tour.ts';

const step = (step: Values, file: string | null = 'images/01-a.jpg', alt = 'A picture'): GuideStep => ({
	step,
	picture: file === null ? null : {file, alt},
});
const guide = (steps: GuideStep[], rest: Partial<Guide> = {}): Guide => ({
	title: 'A tour',
	intro: {words: '2 steps', link: {label: 'Open it', url: 'https://example.org/p/a'}},
	steps,
	end: {title: 'Done', text: 'Bye.', links: [{label: 'More', url: 'https://example.org/?a=(b)&c=<d>'}]},
	...rest,
});
const readBack = (text: string) => (readMarkdown(text, 'guide.md', {guide: true}).located.value as {steps: Values[]}).steps;

/** Everything that a parser of CommonMark finds, in its order. */
function nodesOf(markdown: string): Node[] {
	const found: Node[] = [];
	const walker = new Parser().parse(markdown).walker();
	for (let event = walker.next(); event; event = walker.next()) if (event.entering) found.push(event.node);
	return found;
}

/** Of a heading or paragraph, what is read. */
function wordsOf(node: Node): string {
	const parts: string[] = [];
	const walker = node.walker();
	for (let event = walker.next(); event; event = walker.next()) {
		if (!event.entering) continue;
		if (event.node.type === 'text' || event.node.type === 'code') parts.push(event.node.literal!);
		if (event.node.type === 'linebreak' || event.node.type === 'softbreak') parts.push('\n');
	}
	return parts.join('');
}

test('a guide has a heading, words and a picture a step, and says the rest in a comment', t => {
	const text = writeGuide(
		guide([
			step({key: 'open', title: 'Open it', text: 'Click here.\nThen there.\n\nAnd wait.', image: {mediaId: 'a'}, highlight: {x: 0.1}}),
			step({key: 'end', type: 'slide', title: 'Done'}, null),
		]),
	);
	t.is(
		text,
		`# A tour

2 steps · [Open it](<https://example.org/p/a>)

## 1. Open it

Click here.\\
Then there.

And wait.

![A picture](images/01-a.jpg)

<!-- roteiro {"key":"open","highlight":{"x":0.1},"alt":null,"image":{"mediaId":"a"}} -->

## 2. Done

<!-- roteiro {"key":"end"} -->

---

**Done**

Bye.

- [More](<https://example.org/?a=(b)&c=%3Cd%3E>)
`,
	);
});

test('what is mended in a guide is read, and what follows its rule belongs to no step', t => {
	const [open] = [
		step({key: 'open', title: 'Open it', text: 'Click.', alt: 'The menu', image: {mediaId: 'a'}}, 'images/01-a.jpg', 'The menu'),
	];
	const text = writeGuide(guide([open!]));
	const mended = text.replace('Open it\n', 'Open the *menu*\n').replace('Click.', 'Click it.\n\nWait.').replace('![The menu]', '![Menu]');
	t.deepEqual(readBack(mended), [{title: 'Open the menu', text: 'Click it.\n\nWait.', alt: 'Menu', image: {mediaId: 'a'}, key: 'open'}]);
});

const NASTY = [
	'# Heading',
	'## 3. Two',
	'<script>alert(1)</script>',
	'<!-- roteiro {"key": "evil"} -->',
	'\\<!-- roteiro {"key": "evil"} -->',
	'--> <b>x</b> --!> <img src=x onerror=alert(1)>',
	'![x](https://x.invalid/a.png) [a](javascript:alert(1))',
	'[x]: https://x.invalid',
	'* a\n* b\n\n1. one\n2) two\n- c\n+ d',
	'---',
	'a\n===\nb\n---',
	'> quoted',
	'    code\n\tcode',
	'```\nfence\n```\n~~~',
	'`a` **b** __c__ *d* _e_ ~~f~~ snake_case $x$ &amp; &#42;',
	'| a | b |\n| --- | :-: |\n| c | d |',
	':-- | --:',
	'a\r# b\r\n## c',
	'trailing \\',
	'two  spaces  \nand a break',
	'\u202Eabc\u0000d\u2028e',
	'\n\n\nlines\n\n\n\nof nothing\n',
	'<https://x.invalid> https://x.invalid/a_b_c www.x.invalid',
	'é_b_é ####',
	'مرحبا 👩‍💻 売上',
	'',
	'1.',
	'\u{10FE2A} \uE02A',
];

test('any text is shown as it is and read back as it was, whatever marks it has', t => {
	const {below} = seededRandom(7);
	const pick = () => NASTY[below(NASTY.length)]!;
	const any = () => (below(3) === 0 ? `${pick()} ${pick()}\n${pick()}` : pick());
	for (let round = 0; round < 400; round++) {
		const given = Array.from({length: 1 + below(4)}, (_, index): GuideStep => {
			const said: Values = {key: `k${index}`, title: any(), text: any(), alt: any(), highlight: {x: 0.1}, label: any()};
			for (const name of ['title', 'text', 'alt', 'label']) if (below(4) === 0) delete said[name];
			if (below(4) === 0) return step({...said, type: 'slide', ...(below(2) === 0 && {image: {mediaId: 'm'}})}, null);
			if (below(6) === 0) return step(said, null);
			return step({...said, image: {mediaId: 'm'}}, `images/0${index}-a.jpg`, String(said.alt || said.title || any()));
		});
		const text = writeGuide(guide(given, {title: any(), intro: {words: any(), link: null}, end: {title: any(), text: any(), links: []}}));
		t.deepEqual(readBack(text), given.map(({step}) => step).map(sorted), text);
		const nodes = nodesOf(text);
		const kinds = (type: string) => nodes.filter(node => node.type === type);
		t.is(kinds('heading').length, 1 + given.length, text);
		t.is(kinds('image').length, given.filter(({picture}) => picture).length, text);
		const html = [...kinds('html_block'), ...kinds('html_inline')];
		t.true(
			html.every(node => /^<!-- roteiro \{[^<>]*\} -->$/.test(node.literal!.trim())),
			text,
		);
		t.is(html.length, given.length, text);
		for (const type of ['list', 'code_block', 'code', 'block_quote', 'link', 'emph']) t.is(kinds(type).length, 0, `${type}: ${text}`);
		t.deepEqual(
			kinds('heading').slice(1).map(wordsOf),
			given.map(({step: {title = ''}}, index) => `${index + 1}. ${plain(String(title))}`.trim()),
		);
	}
});

/** As the reader orders them. */
const sorted = ({title, text, alt, type, image, ...rest}: Values): Values =>
	JSON.parse(JSON.stringify({title, text, alt, type, image, ...rest}));
const plain = (text: string) => text.replace(/\s+/g, ' ').trim().replaceAll('\u0000', '\uFFFD');

test('each item of a list in Markdown is a line of its own, and a number within words begins none', t => {
	const text = (lines: string) => {
		const {steps} = readMarkdown(`## One\n\n${lines}\n`, 'tour.md').located.value as {steps: Values[]};
		return steps[0]!.text;
	};
	t.is(text('You need:\n- a key\n- a door\n  of wood'), 'You need:\na key\na door of wood');
	t.is(text('1. Open\n2. Close\n\n* Again'), 'Open\nClose\nAgain');
	t.is(text('It was made in\n2019. It is good.'), 'It was made in 2019. It is good.');
});

const textOf = (lines: string) => {
	const {steps} = readMarkdown(`## One\n\n${lines}\n`, 'tour.md').located.value as {steps: Values[]};
	return steps[0]!.text;
};

test('a line break between Chinese or Japanese letters is none, and elsewhere it is a blank', t => {
	for (const [lines, text] of [
		['最初の行。\n次の行。', '最初の行。次の行。'],
		['打开\n  菜单', '打开菜单'],
		['**太字**\n次', '**太字**次'],
		['カー\nド', 'カード'],
		['「はい」\n（次）', '「はい」（次）'],
		['保存 Save\n次', '保存 Save 次'],
		['열기\n메뉴', '열기 메뉴'],
		['one\ntwo', 'one two'],
		['افتح\nالقائمة', 'افتح القائمة'],
	] as const)
		t.is(textOf(lines), text);
});

test('an empty line ends a line of the text, a second one is in it; pictures and comments make none', t => {
	t.is(textOf('a\n\nb'), 'a\nb');
	t.is(textOf('a\n\n\nb'), 'a\n\nb');
	t.is(textOf('a\n\n\n\n![x](y.png)\n\n\n\nb'), 'a\nb');
	t.is(textOf('a\n\n<!-- mine -->\n\nb <!-- mine --> c'), 'a\nb  c');
	t.is(textOf('a\n\n<!-- roteiro {"key": "x"} -->\n\nb'), 'a\nb');
});

test('a tour.md read back is the tour, and its words are in the text wherever Markdown can hold them', t => {
	const random = seededRandom(41);
	const WORDS = [
		'最初の行。',
		'次の行。',
		'افتح القائمة',
		'שלום',
		'Öffnen',
		'two  blanks',
		'**bold**',
		'<kbd>F2</kbd>',
		'*x*',
		'`y`',
		'_z_',
		'[a](b)',
		'<!-- c -->',
		'![d](e.png)',
		'<b>',
		'C:\\\\x',
		'2 < 3',
		'#',
	];
	const STARTS = ['', '', '', '- ', '* ', '+ ', '1. ', '2) ', '# ', '## ', '> ', '--- ', '```', '~~~', '\\'];
	const BREAKS = ['\n', '\n', '\n\n', '\n\n\n', '\r\n', ' \n'];
	const line = () => random.pick(STARTS) + Array.from({length: 1 + random.below(3)}, () => random.pick(WORDS)).join(' ');
	const words = () =>
		Array.from({length: 1 + random.below(3)}, line).reduce((all, next) => all + random.pick(BREAKS) + next) +
		random.pick(['', '', '', ' ', '\n']);
	for (let round = 0; round < 1500; round++) {
		const steps: Values[] = Array.from({length: 3}, (_, index) => ({
			key: `step-${index}`,
			title: random.pick(['', 'One', line()]),
			text: words(),
			...(index === 1 ? {type: 'slide'} : {type: 'screen', image: `${index}.png`, ...(random.below(2) && {alt: line()})}),
		}));
		const written = writeMarkdown({name: 'Any', steps});
		const {located, problems} = readMarkdown(written, 'tour.md');
		t.deepEqual(problems, [], written);
		const read = (located.value as {steps: Values[]}).steps;
		const shape = ({key, title, text, alt, image, type = 'screen'}: Values) => ({key, title, text, alt, image, type});
		t.deepEqual(read.map(shape), steps.map(shape), written);
		const comments = written.match(/<!-- roteiro .* -->/g)!.map(comment => JSON.parse(comment.slice(13, -4)));
		for (const [index, {text}] of steps.entries())
			if (!/\r|~~~|^\s|\s$| \n/.test(String(text))) t.false('text' in comments[index], JSON.stringify(text));
	}
});

test('words beside a comment that has the same value are refused with the line of the comment', t => {
	const problems = (body: string) =>
		readMarkdown(`---\nname: x\n---\n\n${body}\n`, 'tour.md').problems.map(({place, message}) => `${place} ${message}`);
	const comment = (values: object) => `\n\n<!-- roteiro ${JSON.stringify(values)} -->`;
	t.deepEqual(problems(`## One${comment({text: 'a '})}`), []);
	t.deepEqual(problems(`## One\n\na${comment({text: 'a'})}`), []);
	const [refused, ...others] = problems(`## One\n\nUm parágrafo.${comment({text: 'a '})}`);
	t.is(refused, 'tour.md:9:1 text: This comment has it, and other words in the step would be ignored. Take one of the two away.');
	t.deepEqual(others, []);
	t.regex(
		problems(`## One\n\na${comment({key: 'one'})}${comment({text: 'b'})}`)[0]!,
		/^tour\.md:11:1 text: /,
		'a second comment counts, too',
	);
	t.regex(problems(`## Dois${comment({title: 'One '})}`)[0]!, /^tour\.md:7:1 title: /);
	t.regex(problems(`## One\n\n![um](a.png)${comment({alt: 'one ]'})}`)[0]!, /^tour\.md:9:1 alt: /);
	t.regex(problems(`## One\n\n![](a.png)${comment({image: 'b.png'})}`)[0]!, /^tour\.md:9:1 image: /);
	for (const step of [
		{title: '', text: ' a'},
		{title: ' x ', text: 'b\r\nc', image: 'a.png', alt: 'a ] b'},
	])
		t.deepEqual(problems(writeMarkdown({steps: [step]}).replace(/^---\n.*?---\n/s, '')), []);
});
