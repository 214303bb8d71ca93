import test from 'ava';
import type {Page} from 'puppeteer';
import {LEAD_TARGET, openSite} from '../../test/helpers/player-site.ts';
import {sampleForm, sampleImage, sampleNarration, sampleSlide, sampleStep, sampleTour} from '../../test/helpers/sample-snapshot.ts';

const {image, files} = await sampleImage();
const upright = await sampleImage(900, 1600);
for (const [name, bytes] of upright.files) files.set(name, bytes);
const {narration, mp3} = sampleNarration(1, 440);
files.set(narration.file, mp3);
const site = await openSite(files);
test.after.always(site.close);

const long = 'Um texto que não cabe em duas linhas. '.repeat(8);
const steps = [
	sampleSlide(),
	sampleStep({image, text: long}),
	sampleStep({image: upright.image, highlight: {x: 0.1, y: 0.85, width: 0.8, height: 0.1}, click: null}),
	sampleStep({image, highlight: null, click: null, text: long}),
	sampleSlide({title: 'Um título comprido que não cabe em uma linha só', text: long}),
	sampleSlide({title: null, text: long.slice(0, 200)}),
];

/** What cannot be reached, read or hit in the section that is shown. */
function faults(page: Page): Promise<string[]> {
	return page.evaluate(async () => {
		const found: string[] = [];
		const shown = document.querySelector<HTMLElement>('.step.on')!;
		const name = `${shown.id}: `;
		const frame = document.querySelector('main')!.getBoundingClientRect();
		for (const target of shown.querySelectorAll<HTMLElement>('a:not(.ring), button, input:not([type=hidden],[tabindex="-1"]), .say')) {
			target.scrollIntoView({block: 'nearest'});
			const {left, right, top, bottom, width, height} = target.getBoundingClientRect();
			const what = `${name}${target.textContent.slice(0, 20) || target.localName} `;
			if (left < -0.5 || right > innerWidth + 0.5) found.push(`${what}sticks out sideways`);
			const room = Math.min(frame.height, target.closest('.balloon, .card')!.clientHeight);
			if (top < frame.top - 0.5 || (bottom > frame.bottom + 0.5 && height < room)) found.push(`${what}cannot be scrolled to`);
			if (!target.matches('.say') && (width < 24 || height < 24)) found.push(`${what}is ${width} x ${height}`);
		}
		// What was scrolled to must not stay scrolled for the next one.
		for (const box of shown.querySelectorAll('.card, .balloon')) box.scrollTop = 0;
		const say = shown.querySelector<HTMLElement>('.say');
		if (say && say.scrollHeight > say.clientHeight + 1 && say.tabIndex !== 0) found.push(`${name}the text cannot be scrolled by keyboard`);
		if (say && say.clientHeight < 16) found.push(`${name}no line of the text is seen`);
		if (say && say.scrollWidth > say.clientWidth + 1) found.push(`${name}the text is wider than its box`);
		const {scrollWidth, scrollHeight} = document.documentElement;
		if (scrollWidth > innerWidth || scrollHeight > innerHeight) found.push(`${name}the page scrolls`);
		return found;
	});
}

async function walk(page: Page): Promise<string[]> {
	const found: string[] = [];
	for (let index = 0; index < steps.length + 2; index++) {
		found.push(...(await faults(page)));
		await page.keyboard.press('PageDown');
	}
	return found;
}

for (const narrated of [false, true]) {
	test.serial(`zoomed to 200 %, and 320 px wide, everything is read and reached${narrated ? ' in a narrated tour' : ''}`, async t => {
		const tour = narrated ? steps.map(step => ({...step, narrations: [narration]})) : steps;
		site.show(sampleTour(tour, {leadCapture: sampleForm()}), {lead: LEAD_TARGET});
		for (const [width, height] of [
			[640, 400],
			[320, 568],
			[320, 256],
		] as const) {
			const {page, complaints} = await site.visit({width, height});
			t.deepEqual(await walk(page), [], `${width}x${height}`);
			t.deepEqual(complaints, []);
			await page.close();
		}
	});
}

test.serial(
	'zoomed to 400 %, and in the smallest frames, the words of a step are read, and no box of them is lower than three lines',
	async t => {
		const text = 'Confira o número do pedido e o nome do cliente, e escolha Reembolsar. O dinheiro volta em dois dias úteis.';
		const highlight = {x: 0.9, y: 0.02, width: 0.08, height: 0.05};
		site.show(sampleTour([sampleStep({image, title: 'Reembolse', text, highlight, click: null}), sampleStep({image, text: long})]));
		for (const [width, height] of [
			[320, 180],
			[341, 162],
			[360, 225],
			[320, 200],
		] as const) {
			const {page} = await site.visit({width, height, path: `/p/tour?${width}x${height}`});
			for (const id of ['s1', 's2']) {
				const {seen, all, lines, overRing} = await page.evaluate(readable);
				t.true(lines >= 3, `${width}x${height} ${id}: ${lines} lines`);
				t.true(seen >= Math.min(all, 65), `${width}x${height} ${id}: ${seen} of ${all} letters`);
				t.false(overRing, `${width}x${height} ${id}: the words lie on the target`);
				await page.keyboard.press('PageDown');
			}
			await page.close();
		}
	},
);

test.serial('keys in the last line of a balloon or a card leave it without a scrollbar', async t => {
	const text = 'Pressione <kbd>Ctrl</kbd> <kbd>S</kbd> ou o botão <kbd>F2</kbd>';
	site.show(sampleTour([sampleStep({image, title: 'Salve', text}), sampleSlide({title: 'Salve', text})]));
	for (const [width, height] of [
		[1440, 900],
		[1366, 768],
		[960, 540],
		[390, 844],
	] as const) {
		const {page} = await site.visit({width, height, path: `/p/tour?keys${width}`});
		for (const id of ['s1', 's2']) {
			const [all, seen] = await page.$eval('.on .say', say => [say.scrollHeight, say.clientHeight]);
			t.is(all, seen, `${width}x${height} ${id}`);
			await page.keyboard.press('PageDown');
		}
		await page.close();
	}
});

/** Runs in the page: how many letters of the step's words are in view, and how many lines the box has in which they scroll. */
function readable() {
	const say = document.querySelector<HTMLElement>('.on .say')!;
	const balloon = say.closest<HTMLElement>('.balloon')!;
	const box = balloon.scrollHeight > balloon.clientHeight + 1 ? balloon : say;
	const frame = box.getBoundingClientRect();
	// The buttons stay below what scrolls.
	const end = Math.min(innerHeight, frame.bottom, balloon.querySelector('.go')!.getBoundingClientRect().top);
	const inView = ({top, bottom, left, right}: DOMRect) =>
		top >= Math.max(0, frame.top) - 1 && bottom <= end + 1 && left >= 0 && right <= innerWidth;
	let [seen, all] = [0, 0];
	const range = document.createRange();
	for (const {firstChild} of say.children) {
		for (let at = 0; at < firstChild!.textContent!.length; at++) {
			range.setStart(firstChild!, at);
			range.setEnd(firstChild!, at + 1);
			all++;
			if (inView(range.getBoundingClientRect())) seen++;
		}
	}
	const [ring, words] = [document.querySelector('.on .ring')!.getBoundingClientRect(), balloon.getBoundingClientRect()];
	const overRing = ring.left < words.right && words.left < ring.right && ring.top < words.bottom && words.top < ring.bottom;
	return {seen, all, lines: (end - Math.max(0, frame.top)) / Number.parseFloat(getComputedStyle(say).lineHeight), overRing};
}

test.serial('with letters twice as large nothing is cut off', async t => {
	site.show(sampleTour(steps, {leadCapture: sampleForm()}), {lead: LEAD_TARGET});
	for (const [width, height] of [
		[1280, 800],
		[390, 844],
	] as const) {
		// The browser's own setting: what counts in rem grows with it, in media and container queries too.
		const {page} = await site.visit({
			width,
			height,
			prepare: async page => (await page.createCDPSession()).send('Page.setFontSizes', {fontSizes: {standard: 32, fixed: 26}}),
		});
		t.is(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize), '32px');
		t.deepEqual(await walk(page), [], `${width}x${height}`);
		await page.close();
	}
});

test.serial('in small frames and low windows the buttons of the opening form are in view', async t => {
	site.show(sampleTour(steps, {leadCapture: sampleForm()}), {lead: LEAD_TARGET});
	for (const [width, height] of [
		[600, 400],
		[844, 390],
		[640, 360],
		[1024, 470],
	] as const) {
		const {page} = await site.visit({width, height, path: `/p/tour?${width}x${height}`});
		for (const {top, bottom} of await page.$$eval('.ask .calls > *', buttons =>
			buttons.map(button => button.getBoundingClientRect().toJSON()),
		)) {
			t.true(top >= 0 && bottom <= height - 3, `${width}x${height}: ${top} to ${bottom}`);
		}
		await page.close();
	}
});

test.serial('nothing lies over a field of the opening form, nor over its fault, in low windows', async t => {
	site.show(sampleTour(steps, {leadCapture: sampleForm()}), {lead: LEAD_TARGET});
	for (const [width, height] of [
		[320, 568],
		[375, 553],
		[720, 450],
		[700, 500],
		[300, 420],
		[480, 300],
		[640, 256],
	] as const) {
		const {page} = await site.visit({width, height, path: `/p/tour?${width}x${height}`});
		const seen = await page.evaluate(() => {
			for (const fault of document.querySelectorAll('.fault')) fault.textContent = 'Escreva um e-mail como ana@example.com.';
			return [...document.querySelectorAll<HTMLElement>('.ask input:not([type=hidden],[tabindex="-1"])')].map(field => {
				field.focus();
				const {left, top, bottom} = field.getBoundingClientRect();
				const fault = document.querySelector(`[data-of="${field.getAttribute('name')}"]`)!.getBoundingClientRect();
				const under = [top + 2, bottom - 2].some(y => document.elementFromPoint(left + 9, y) !== field);
				return {name: field.getAttribute('name'), under, cut: fault.bottom > innerHeight};
			});
		});
		t.deepEqual(seen.map(({name}) => name).join(), 'name,email,phone,consent');
		t.deepEqual(
			seen.filter(({name, under, cut}) => under || (cut && name !== 'consent')),
			[],
			`${width}x${height}`,
		);
		await page.close();
	}
});

test.serial('a title whose longest word has no room breaks it before it is hard to read', async t => {
	const titles = [
		'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamter',
		'Open https://app.ledgerly.example/invoices/new?customer=1234',
	];
	const tour = sampleTour(titles.flatMap(title => [sampleSlide({title}), sampleStep({image, title})]));
	site.show({...tour, endCta: {...tour.endCta, title: titles[0]!}});
	for (const [width, height] of [
		[1440, 900],
		[390, 844],
		[320, 568],
		[844, 390],
		[320, 256],
	] as const) {
		const {page} = await site.visit({width, height, path: `/p/tour?title${width}`});
		for (const id of ['s1', 's2', 's3', 's4', 'end']) {
			const [title, text] = await page.$$eval('.on :is(h2, h2 + p)', all =>
				all.map(each => Number.parseFloat(getComputedStyle(each).fontSize)),
			);
			t.true(title! >= 0.6 * text! - 0.01, `${id} ${width}x${height}: ${title} of ${text}`);
			t.true(await page.$eval('.on h2', each => each.scrollWidth <= each.clientWidth + 1), `${id} ${width}x${height} sticks out`);
			await page.keyboard.press('PageDown');
		}
		await page.close();
	}
});

test.serial('a name is cut only where the row has no room for it, and a long label keeps its button in its row', async t => {
	const endTitle = 'Pronto para pagar com Pix?';
	const title = 'Como exportar e conferir os pedidos do mês';
	const tour = sampleTour([sampleStep({image}), sampleStep({image, text: 'Dois.'})], {title});
	site.show({...tour, endCta: {...tour.endCta, enabled: true, title: endTitle}});
	for (const [width, height] of [
		[1440, 900],
		[1024, 768],
		[900, 700],
		[390, 844],
	] as const) {
		const {page} = await site.visit({width, height, path: `/p/tour?${width}`});
		if (width > 832) t.true(await page.$eval('h1', name => name.scrollWidth <= name.clientWidth + 1), `${width}: the name is cut`);
		await page.keyboard.press('PageDown');
		const tops = await page.$$eval('.on .go > *', row =>
			row.map(part => (part.getBoundingClientRect().top + part.getBoundingClientRect().bottom) / 2),
		);
		t.true(Math.max(...tops) - Math.min(...tops) < 4, `${width}: ${tops}`);
		await page.close();
	}
});

test.serial('with forced colours every button, card, balloon and field has an edge, and ring and marks keep their colours', async t => {
	site.show(sampleTour(steps, {leadCapture: sampleForm()}), {lead: LEAD_TARGET});
	const {page} = await site.visit({
		prepare: async page =>
			(await page.createCDPSession()).send('Emulation.setEmulatedMedia', {features: [{name: 'forced-colors', value: 'active'}]}),
	});
	const bare = () =>
		page.$$eval('.step.on :is(.button, .way, .card, .balloon, input:not([type=hidden])), .tools button', elements =>
			elements
				.filter(element => element.getClientRects().length > 0 && !element.closest('.unseen'))
				.filter(element => {
					const {borderTopColor, borderTopWidth, outlineColor, outlineStyle} = getComputedStyle(element);
					const border = borderTopWidth !== '0px' && borderTopColor !== 'rgba(0, 0, 0, 0)';
					return !border && (outlineStyle === 'none' || outlineColor === 'rgba(0, 0, 0, 0)') && !element.matches('[type=checkbox]');
				})
				.map(element => `${element.localName}.${element.className}`),
		);
	for (const id of ['lead', 's1', 's2', 's3']) {
		t.is(await page.$eval('.step.on', step => step.id), id);
		t.deepEqual(await bare(), [], id);
		const looks = await page.$$eval('.step.on .button:not(.second)', buttons =>
			buttons.map(button => {
				const {forcedColorAdjust, color, backgroundColor} = getComputedStyle(button);
				return {forcedColorAdjust, isSeen: color !== backgroundColor};
			}),
		);
		// The browser would lay a ground of its own behind the label.
		t.deepEqual(looks, [{forcedColorAdjust: 'none', isSeen: true}], id);
		await page.keyboard.press('PageDown');
	}
	await page.keyboard.press('End');
	t.deepEqual(await bare(), [], 'end');
	await page.keyboard.press('Home');
	await page.keyboard.press('ArrowRight');
	t.regex(await page.$eval('.on .ring', ring => getComputedStyle(ring).boxShadow), /rgb\(29, 78, 137\)/);
	t.regex(await page.$eval('.progress a', mark => getComputedStyle(mark, '::before').backgroundImage), /rgb\(29, 78, 137\)/);
	await page.close();
});

test.serial('a page that is written from right to left is mirrored, but for the picture and the keys', async t => {
	const wide = {x: 0.02, y: 0.4, width: 0.1, height: 0.1};
	site.show(sampleTour([sampleStep({image, highlight: wide, click: null}), sampleSlide(), sampleSlide()], {language: 'ar'}));
	for (const [width, height] of [
		[1280, 800],
		[390, 844],
	] as const) {
		const {page} = await site.visit({width, height, path: `/p/tour?${width}`});
		const middle = (selector: string) =>
			page.$eval(selector, element => {
				const {left, right} = element.getBoundingClientRect();
				return (left + right) / 2;
			});
		const picture = await page.$eval('.on .pic', element => element.getBoundingClientRect().toJSON());
		t.true(Math.abs((await middle('.on .ring')) - (picture.left + 0.07 * picture.width)) < 4, 'the highlight is where it was drawn');
		t.true((await middle('.on .ring')) > 0 && (await middle('.on .ring')) < width);
		t.true((await middle('.progress a:first-child')) > (await middle('.progress a:last-child')));
		t.true((await middle('h1')) > (await middle('.tools')));
		t.true((await middle('.on .go span')) > (await middle('.on .button')));
		const apart = await page.$eval(
			'.on .go',
			row => row.getBoundingClientRect().right - row.firstElementChild!.getBoundingClientRect().right,
		);
		t.true(apart < 2, `the count is ${apart} px from its end of the row`);
		t.is(await page.$eval('.on .button svg', sign => getComputedStyle(sign).scale), '-1 1');
		await page.keyboard.press('ArrowRight');
		t.is(await page.$eval('.step.on', step => step.id), 's2');
		await page.close();
	}
});
