import test from 'ava';
import type {HTTPRequest, Page} from 'puppeteer';
import type {SnapshotNarration} from '../../../shared/contract/snapshot.ts';
import {openSite} from '../../../test/helpers/player-site.ts';
import {sampleImage, sampleNarration, sampleSlide, sampleStep, sampleTour} from '../../../test/helpers/sample-snapshot.ts';

const {image, files} = await sampleImage();
const [short, other, long, english] = [
	tone(4, 300, {script: 'Primeiro: abra o painel, escolha o cliente e espere que todas as propostas apareçam. Depois siga.'}),
	tone(2, 400, {script: 'Segundo.'}),
	tone(20, 500, {script: 'Terceiro. Aqui ficam os relatórios de todas as lojas, e cada um deles se abre com um clique no nome.'}),
	tone(20, 600, {script: 'Third. Here are the reports.', language: 'en'}),
] as const;
const site = await openSite(files);
test.after.always(site.close);

function tone(seconds: number, pitch: number, change: Partial<SnapshotNarration>): SnapshotNarration {
	const {narration, mp3} = sampleNarration(seconds, pitch, change);
	files.set(narration.file, mp3);
	return narration;
}

const slide = sampleSlide({title: 'Primeiro', narrations: [short]});
const second = sampleStep({title: 'Segundo', image, narrations: [other]});
const third = sampleStep({title: 'Terceiro', image, narrations: [long, english]});
const silent = sampleStep({title: 'Calado', image, durationMs: 2500});

const {visit} = site;
const sounds = () => site.requests.filter(path => path.endsWith('.mp3')).map(path => path.replace('/media/', ''));
const become = (page: Page, id: string) => page.waitForFunction(wanted => document.querySelector('.step.on')!.id === wanted, {}, id);
/** Waits until it is heard, and returns what the page shows in that moment: a busy machine would ask for it too late. */
const sounding = async (page: Page, file: string) => {
	const found = await page.waitForFunction(
		name => {
			const {src, paused, currentTime} = document.querySelector<HTMLAudioElement>('.sound audio')!;
			if (!src.endsWith(name) || paused || currentTime < 0.1) return null;
			const {textContent, lang, hidden} = document.querySelector<HTMLElement>('.sound p')!;
			const {title, artist} = navigator.mediaSession.metadata!;
			return {
				step: document.querySelector('.step.on')!.id,
				label: document.querySelector<HTMLElement>('.play')!.innerText.trim(),
				status: document.querySelector('[role=status]')!.textContent,
				caption: {text: textContent!.trim(), lang, hidden},
				session: [title, artist],
			};
		},
		{},
		file,
	);
	return (await found.jsonValue())!;
};
const still = (page: Page) => page.waitForFunction(() => document.querySelector<HTMLAudioElement>('.sound audio')!.paused);
const caption = (page: Page) => page.$eval('.sound p', ({textContent, lang, hidden}) => ({text: textContent.trim(), lang, hidden}));
const status = (page: Page) => page.$eval('[role=status]', ({textContent}) => textContent);
const label = (page: Page) => page.$eval('.play', button => (button as HTMLElement).innerText.trim());

test.serial('nothing sounds and nothing is fetched before the press; then the tour plays itself to its end', async t => {
	site.show(sampleTour([slide, second, silent]));
	const {page, complaints} = await visit({motion: true});
	await page.keyboard.press('ArrowRight');
	await become(page, 's2');
	await page.keyboard.press('Home');
	await become(page, 's1');
	t.deepEqual(sounds(), []);
	t.is(await label(page), 'Ouvir');
	t.true((await caption(page)).hidden);

	await page.click('.play');
	const first = await sounding(page, short.file);
	t.is(first.label, 'Pausar');
	t.deepEqual([...new Set(sounds())].sort(), [short.file, other.file].sort(), 'the sound of the next step is fetched ahead');
	t.deepEqual(first.caption, {text: 'Primeiro: abra o painel, escolha o cliente', lang: 'pt-BR', hidden: false});
	await page.waitForFunction(() => document.querySelector('.sound p')!.textContent!.startsWith('e espere'));
	const next = await sounding(page, other.file);
	t.is(next.step, 's2');
	t.is(next.status, '', 'the live region leaves the word to the narration');
	t.deepEqual(next.session, ['Segundo', 'Vendas em três passos']);
	await become(page, 's3');
	t.is((await caption(page)).text, '', 'a step without narration has no caption');
	t.regex(await status(page), /^Passo 3 de 3/, 'nobody else says what this step is');
	t.is(await label(page), 'Pausar');
	await become(page, 'end');
	await page.waitForSelector('.play span:last-child[hidden]');
	// Nothing more is said on the closing card.
	t.is(await label(page), 'Reproduzir');
	t.true((await caption(page)).hidden);
	t.regex(await status(page), /^Fim do tour/);
	t.is(sounds().length, 2, 'each sound is fetched once');

	await page.click('.play');
	t.is((await sounding(page, short.file)).step, 's1', 'after the end it starts again');
	t.deepEqual(complaints, []);
	await page.close();
});

test.serial('pause, keyboard, Escape and a step chosen by hand', async t => {
	site.show(sampleTour([third, sampleStep({title: 'Quarto', image, narrations: [{...long, file: english.file}]})]));
	const {page, complaints} = await visit();
	await page.focus('.play');
	await page.keyboard.press('Space');
	await sounding(page, long.file);
	await page.keyboard.press('Space');
	await still(page);
	t.is(await label(page), 'Ouvir');
	const stopped = await page.$eval('.sound audio', ({currentTime}) => currentTime);
	t.not((await caption(page)).text, '', 'the caption stays while it is paused');
	await page.keyboard.press('Space');
	await sounding(page, long.file);
	t.true((await page.$eval('.sound audio', ({currentTime}) => currentTime)) >= stopped, 'it goes on where it was');

	await page.keyboard.press('ArrowRight');
	await sounding(page, english.file);
	t.is(await page.$eval('.step.on', ({id}) => id), 's2');
	await page.keyboard.press('Escape');
	await still(page);
	t.is(await label(page), 'Ouvir');
	await page.keyboard.press('ArrowLeft');
	t.regex(await status(page), /^Passo 1 de 2/, 'in silence the live region speaks again');
	t.deepEqual(await caption(page), {text: '', lang: 'pt-BR', hidden: true});
	t.true(await page.$eval('.sound audio', ({paused}) => paused));
	t.deepEqual(complaints, []);
	await page.close();
});

test.serial('a press of pause while two steps cross-fade takes effect', async t => {
	site.show(sampleTour([third, {...third, narrations: [english]}]));
	const {page} = await visit({motion: true});
	await page.click('.play');
	await sounding(page, long.file);
	const box = (await (await page.$('.play'))!.boundingBox())!;
	await page.keyboard.press('ArrowRight');
	await page.mouse.click(box.x + 20, box.y + 20);
	await become(page, 's2');
	await still(page);
	t.is(await label(page), 'Ouvir');
	await page.close();
});

test.serial('captions can be put away, and stay so for as long as the page is open', async t => {
	site.show(sampleTour([third]));
	const {page} = await visit();
	const pressed = () => page.$eval('.sound [aria-pressed]', ({ariaPressed, ariaLabel}) => [ariaPressed, ariaLabel]);
	t.deepEqual(await pressed(), ['true', 'Legendas']);
	await page.click('.play');
	await sounding(page, long.file);
	t.false((await caption(page)).hidden);
	await page.click('.sound [aria-pressed]');
	t.deepEqual(await pressed(), ['false', 'Legendas']);
	t.true((await caption(page)).hidden);
	await page.keyboard.press('End');
	await page.keyboard.press('Home');
	t.true((await caption(page)).hidden);
	t.deepEqual(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie.length]), [0, 0, 0]);
	await page.close();
});

test.serial('a language is chosen where a step has several, and its arrow keys leave the tour alone', async t => {
	site.show(sampleTour([second, third]));
	const {page, complaints} = await visit({path: '/p/tour#s2'});
	t.deepEqual(await page.$$eval('.sound option', options => options.map(({text, lang}) => [text, lang])), [
		['Português', 'pt-BR'],
		['English', 'en'],
	]);
	await page.click('.play');
	await sounding(page, long.file);
	await page.focus('.sound select');
	await page.keyboard.press('ArrowDown');
	await sounding(page, english.file);
	t.deepEqual(await caption(page), {text: 'Third. Here are the reports.', lang: 'en', hidden: false});
	t.is(await page.$eval('.step.on', ({id}) => id), 's2');
	// A step that is not narrated in this language is heard in its own.
	await page.click('.on [rel=prev]');
	t.deepEqual((await sounding(page, other.file)).caption, {text: 'Segundo.', lang: 'pt-BR', hidden: false});
	t.deepEqual(complaints, []);
	await page.close();

	site.show(sampleTour([second, {...third, narrations: [english]}]));
	const alone = (await visit()).page;
	t.is(await alone.$('.sound select'), null, 'no step has several');
	await alone.close();
});

test.serial('a sound that is missing, broken or late keeps nobody: the step is shown for its time', async t => {
	const broken = tone(1, 700, {});
	files.set(broken.file, Buffer.from('this is not a sound'.repeat(500)));
	const lost = {...broken, file: `${'0'.repeat(32)}.mp3`};
	const late = {...broken, file: `${'1'.repeat(32)}.mp3`};
	site.show(
		sampleTour([
			sampleSlide({title: 'Perdido', durationMs: 2000, narrations: [lost]}),
			sampleSlide({title: 'Quebrado', durationMs: 2000, narrations: [broken]}),
			sampleSlide({title: 'Atrasado', durationMs: 2000, narrations: [late]}),
			second,
		]),
	);
	const {page} = await visit();
	await page.setRequestInterception(true);
	// The late one is never returned.
	const waiting: HTTPRequest[] = [];
	page.on('request', request => (request.url().endsWith(late.file) ? waiting.push(request) : request.continue()));
	await page.click('.play');
	await page.waitForFunction(() => document.querySelector('.sound p')!.textContent!.startsWith('Aqui ficam'));
	await become(page, 's2');
	t.is(await label(page), 'Pausar');
	await become(page, 's3');
	t.is((await sounding(page, other.file)).step, 's4');
	for (const request of waiting) await request.abort().catch(() => {});
	await page.close();
});

test.serial('a sound that stops coming is waited for a while, and then the tour goes on', async t => {
	const half = tone(12, 800, {script: 'Metade.'});
	site.stalled.add(half.file);
	site.show(sampleTour([sampleSlide({title: 'Metade', durationMs: 1000, narrations: [half]}), second]));
	const {page} = await visit();
	await page.click('.play');
	await sounding(page, half.file);
	await become(page, 's2');
	t.is((await sounding(page, other.file)).label, 'Pausar');
	await page.close();
});

test.serial('in a frame of another site it sounds after a press, and the button has its name where only its sign is seen', async t => {
	site.show(sampleTour([third]));
	const {page, complaints} = await visit({path: '/framed'});
	const frame = page.frames()[1]!;
	await page.setViewport({width: 1280, height: 800});
	await page.$eval('iframe', element => {
		element.width = '480';
		element.height = '300';
	});
	await frame.click('.play');
	await frame.waitForFunction(() => document.querySelector<HTMLAudioElement>('.sound audio')!.currentTime > 0.1);
	t.true((await frame.$eval('.play', ({clientWidth}) => clientWidth)) < 60);
	t.truthy(await frame.$('::-p-aria([name="Pausar"][role="button"])'));
	t.deepEqual(complaints, []);
	await page.close();
});

test.serial('without JavaScript every step has its own player and its script to read; on paper the script is open', async t => {
	site.show(sampleTour([slide, third]));
	const {page, complaints} = await visit({script: false});
	t.deepEqual(sounds(), []);
	const client = await page.createCDPSession();
	const {root} = await client.send('DOM.getDocument');
	const heightOf = async (selector: string) => {
		const {nodeId} = await client.send('DOM.querySelector', {nodeId: root.nodeId, selector});
		return client.send('DOM.getBoxModel', {nodeId}).then(
			({model}) => model.height,
			() => 0,
		);
	};
	t.true((await heightOf('#s2 audio')) >= 40);
	t.true((await heightOf('#s2 summary')) >= 44);
	t.true((await heightOf('#s2 details')) < 60);
	t.is(await heightOf('.sound'), 0);
	await page.emulateMediaType('print');
	t.is(await heightOf('#s2 audio'), 0);
	t.true((await heightOf('#s2 details')) > 60);
	t.deepEqual(complaints, []);
	await page.close();
});

test.serial('the bar, its buttons and its captions stay inside the window and beside the stage', async t => {
	site.show(sampleTour([third, second]));
	for (const [width, height] of [
		[320, 568],
		[320, 256],
		[390, 844],
		[480, 300],
		[640, 360],
		[844, 390],
		[834, 1112],
		[1440, 900],
	] as const) {
		const {page} = await visit({width, height});
		await page.click('.play');
		await sounding(page, long.file);
		const faults = await page.evaluate(() => {
			const found: string[] = [];
			const boxOf = (selector: string) => document.querySelector(selector)!.getBoundingClientRect();
			const stage = boxOf('main');
			const targets = ['.play', '.sound select', '.sound [aria-pressed]'];
			const boxes = [...targets, '.sound p'].map(selector => [selector, boxOf(selector)] as const);
			for (const [selector, box] of boxes) {
				if (box.left < 0 || box.right > innerWidth || box.bottom > innerHeight || box.top < stage.bottom - 0.5)
					found.push(`${selector} out`);
				if (selector !== '.sound p' && (box.height < 44 || box.width < 44)) found.push(`${selector} small`);
				for (const [name, other] of boxes) {
					const apart = box.right <= other.left || box.left >= other.right || box.bottom <= other.top || box.top >= other.bottom;
					if (name !== selector && !apart) found.push(`${selector} over ${name}`);
				}
			}
			const text = document.querySelector('.sound p')!;
			if (text.scrollWidth > text.clientWidth || Number.parseFloat(getComputedStyle(text).fontSize) < 14) found.push('caption');
			if (document.documentElement.scrollWidth > innerWidth) found.push('scrolls');
			return found;
		});
		t.deepEqual(faults, [], `${width}x${height}`);
		await page.close();
	}
});
