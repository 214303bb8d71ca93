import {readFile} from 'node:fs/promises';
import test from 'ava';
import type {Frame, Page} from 'puppeteer';
import {THEMES} from '../../shared/tour/themes.ts';
import {axeViolations} from '../helpers/axe.ts';
import {screenshot} from '../helpers/images.ts';
import {signedIn, stranger} from '../helpers/person.ts';
import {chord, type Editor, PATIENCE, type Person, PICTURES, saved, startEditor} from './helpers.ts';

/** How a tour looks, as its author changes it: in a real browser, against the whole service. */

let editor: Editor;
test.before(async () => {
	editor = await startEditor();
});
test.after.always(() => editor?.stop());

/** A tour of a picture and a slide. */
async function newTour(person: Person) {
	const {tour} = (await person.call('POST', '/app/v1/tours', {name: 'Looks'})).body;
	const image = {base64: (await readFile(PICTURES[0]!)).toString('base64')};
	const marks = {highlight: {x: 0.03, y: 0.49, width: 0.1, height: 0.06}, click: {x: 0.08, y: 0.52}};
	const steps = [];
	for (const fields of [
		{title: 'Take inject', text: 'Drag it.', image, ...marks},
		{type: 'slide', title: 'That was it', text: 'A slide.'},
	])
		steps.push((await person.call('POST', `/app/v1/tours/${tour.id}/steps`, fields)).body.step.id as string);
	const read = async () => (await person.call('GET', `/app/v1/tours/${tour.id}`)).body.tour;
	return {id: tour.id as string, steps, read};
}

/** The frame that is drawn by the player, once it shows this. */
async function frameWith(page: Page, selector: string, path = '/app/stage'): Promise<Frame> {
	for (;;) {
		const frame = await page.waitForFrame(candidate => URL.parse(candidate.url())?.pathname === path, PATIENCE);
		try {
			await frame.waitForSelector(selector, PATIENCE);
			return frame;
		} catch (error) {
			// The one before was still there.
			if (!frame.detached) throw error;
		}
	}
}

const color = (frame: Frame, name: string) => frame.evaluate(key => getComputedStyle(document.documentElement).getPropertyValue(key), name);
const write = (page: Page, selector: string, text: string) =>
	page.$eval(
		selector,
		(field, value) => {
			const input = field as HTMLInputElement;
			input.focus();
			input.value = value;
			input.dispatchEvent(new InputEvent('input', {bubbles: true}));
		},
		text,
	);
/** The field under a label with these words. */
const labelled = (page: Page, words: string) =>
	page.evaluate(text => {
		const label = [...document.querySelectorAll('label')].find(one => (one.querySelector('span') ?? one).textContent === text)!;
		const field = label.htmlFor ? document.getElementById(label.htmlFor)! : label.querySelector('input,select,textarea')!;
		field.id ||= `field-${Math.random().toString(36).slice(2)}`;
		return `[id="${field.id}"]`;
	}, words);
const press = async (page: Page, words: string) => {
	const button = await page.waitForSelector(`::-p-xpath(//button[normalize-space()="${words}"])`, PATIENCE);
	await button!.click();
};
/** Waits until what the service has is so. */
async function until<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
	for (let attempt = 0; ; attempt++) {
		const value = await read();
		if (holds(value) || attempt > 200) return value;
		await new Promise(resolve => setTimeout(resolve, 100));
	}
}

test('a theme is seen before it is saved, advice is taken, changes are undone by keys, and leaving at once loses nothing', async t => {
	const person = await signedIn(editor.service);
	const {id, read} = await newTour(person);
	const {page, heard, context} = await editor.open(person, `/tours/${id}`);
	await (await page.waitForSelector('.strip [role=option]:last-child', PATIENCE))!.click();
	await (await page.waitForSelector('button[aria-label=Appearance]', PATIENCE))!.click();
	await press(page, 'Theme');
	await page.waitForSelector('.presets', PATIENCE);
	const frame = await frameWith(page, '.ring');
	const {steps} = await read();
	const place = 1 + steps.findIndex(({image}: {image: object | null}) => image);
	t.is(await frame.$eval('.go > span', number => number.textContent), `${place} / ${steps.length}`, 'the step that it is');
	// Saved it cannot be meanwhile.
	await page.setOfflineMode(true);
	await page.click('input[value=green] + .swatch');
	await frame.waitForFunction(
		accent => getComputedStyle(document.documentElement).getPropertyValue('--accent').toUpperCase() === accent,
		PATIENCE,
		THEMES.green.colors.accent,
	);
	t.is((await read()).theme.preset, 'documento', 'seen before it is saved');
	await page.setOfflineMode(false);

	const title = await labelled(page, 'Title');
	await write(page, title, '#c8d0c8');
	t.regex(await page.$eval('.color .warn', said => said.textContent!), /^Contrast 1\.\d:1, hard to make out$/);
	const offered = await page.$eval('.use', button => button.textContent!.slice('Use '.length));
	await page.click('.use');
	await saved(page);
	t.is((await read()).theme.colors.title, offered);
	t.is(await page.$('.color .warn'), null);
	await page.click('.back');
	t.truthy(await page.waitForSelector('.strip [role=option]:last-child[aria-selected=true]', PATIENCE), 'the step that was left');
	await page.goBack(PATIENCE);

	await page.waitForSelector('.presets', PATIENCE);
	await page.click('.fonts summary');
	await page.click('.fonts input[value=merriweather]');
	// Its header is as low as a window's: whether a window is seen cannot be told, and there is no bar of itself.
	const hasBar = async () => (await (await frameWith(page, '.step')).$('.browser')) !== null;
	t.false(await until(hasBar, has => !has));
	await page.click('.frames input[value=browser]');
	t.true(await until(hasBar, has => has));
	await chord(page, 'Control', 'z');
	t.false(await until(hasBar, has => !has));
	await page.click('.frames input[value=none]');
	await page.click('input[value=dark] + .swatch');
	await chord(page, 'Control', 'z');
	t.is(await page.$eval('.presets :checked', input => (input as HTMLInputElement).value), 'green');
	await chord(page, 'Control', 'Shift', 'z');
	await write(page, await labelled(page, 'Buttons'), '#123456');
	// Nothing has been sent yet: leaving takes nothing along.
	await page.click('.back');
	await page.waitForSelector('.strip', PATIENCE);
	t.like(await until(read, ({theme}) => theme.colors.button === '#123456'), {
		theme: {preset: 'dark', font: 'merriweather', colors: {...THEMES.dark.colors, button: '#123456'}},
		pictures: {frame: 'none'},
	});
	// The browser says, a little later, that the network was gone.
	t.deepEqual(
		heard.filter(line => !line.includes('ERR_INTERNET_DISCONNECTED')),
		[],
	);
	await context.close();
});

test('every part of a tour is drawn by the player itself in the theme', async t => {
	const person = await signedIn(editor.service);
	const {tour} = (await person.call('POST', '/app/v1/tours', {name: 'Empty'})).body;
	const {page, heard, context} = await editor.open(person, `/tours/${tour.id}/theme`);
	const frame = await frameWith(page, '.balloon');
	for (const [name, selector] of [
		['Slide', '.card:not(form)'],
		['Form', 'form.card [name=email]'],
		['Closing card', '.end .card'],
		['Step', '.ring'],
	] as const) {
		await press(page, name);
		await frame.waitForSelector(selector, PATIENCE);
	}
	// By keys alone, as tabs are.
	await page.focus('.lookbar [role=tab][aria-selected=true]');
	await page.keyboard.press('ArrowLeft');
	await frame.waitForSelector('.end .card', PATIENCE);
	await page.click('.lookbar [aria-label=Phone]');
	await page.waitForSelector('.window.phone', PATIENCE);
	t.is(await color(frame, '--accent'), THEMES.documento.colors.accent);
	t.deepEqual(heard, []);
	await context.close();
});

test('form and card are written, warned about and published; the consent names company and privacy policy', async t => {
	const person = await signedIn(editor.service);
	const {id, read} = await newTour(person);
	await person.call('PUT', `/app/v1/tours/${id}/narration-settings`, {language: 'en'});
	const {page, heard, context} = await editor.open(person, `/tours/${id}/cards`);
	const frame = await frameWith(page, 'form.card');
	const warned = () => page.$$eval('[data-warning]', all => all.map(one => (one as HTMLElement).dataset.warning));
	await page.click(await labelled(page, 'Show the form before the first step'));
	await page.waitForSelector('[data-warning=noPrivacy]', PATIENCE);
	await page.click(await labelled(page, 'Visitors may skip it'));
	await page.waitForSelector('[data-warning=noSkip]', PATIENCE);
	await page.select(await labelled(page, 'Phone'), 'required');
	await write(page, await labelled(page, 'Title'), 'Who are you?');
	await frame.waitForFunction(
		() => document.querySelector('h2')?.textContent === 'Who are you?' && document.querySelector('#phone'),
		PATIENCE,
	);
	await write(page, await labelled(page, 'Company'), 'Padaria Sol');
	await write(page, await labelled(page, 'Privacy policy'), 'sol.example/privacy');
	await press(page, 'Save');
	await frame.waitForFunction(() => document.body.textContent!.includes('https://sol.example/privacy'), PATIENCE);
	t.deepEqual(await warned(), ['noSkip']);

	await press(page, 'Closing card');
	await page.click(await labelled(page, 'Show the card after the last step'));
	await page.waitForSelector('[data-warning=empty]', PATIENCE);
	await page.click(await labelled(page, 'WhatsApp conversation'));
	await page.click(await labelled(page, 'Link'));
	await write(page, await labelled(page, 'Number with its country code'), '11 91234');
	await write(page, await labelled(page, 'URL'), 'sol.example');
	await page.focus(await labelled(page, 'Offer to watch it again'));
	await page.waitForSelector('[data-state=faulty]', PATIENCE);
	t.like((await read()).endCta, {whatsapp: null, link: {url: 'https://sol.example'}}, 'what is not right yet is not sent');
	await write(page, await labelled(page, 'Number with its country code'), '+55 11 91234-5678');
	await page.select(await labelled(page, 'First button'), 'link');
	await saved(page);
	const tour = await read();
	t.like(tour.leadCapture, {enabled: true, title: 'Who are you?', allowSkip: false, fields: {phone: 'required'}, submitLabel: 'Continue'});
	t.true(tour.leadCapture.consentText.startsWith('I agree that Padaria Sol may use'));
	t.deepEqual(Object.keys(tour.endCta), ['enabled', 'title', 'text', 'link', 'whatsapp', 'showReplay']);
	t.like(tour.endCta, {link: {url: 'https://sol.example', label: 'Learn more'}, whatsapp: {phone: '+5511912345678'}});

	const {publishedLink} = (await person.call('POST', `/app/v1/tours/${id}/publish`, {})).body;
	const {body} = await stranger(editor.service).get(new URL(publishedLink.url).pathname);
	t.true(body.includes('Padaria Sol may use the data I have given') && body.includes('https://sol.example/privacy'));
	t.true(body.indexOf('data-to="link"') < body.indexOf('data-to="whatsapp"'));
	t.deepEqual(heard, []);
	await context.close();
});

test('somebody else changes the same theme: both are kept until one is chosen; what a closed page could not send comes with the next', async t => {
	const person = await signedIn(editor.service);
	const {id, read} = await newTour(person);
	const {page, context} = await editor.open(person, `/tours/${id}/theme`);
	await page.waitForSelector('.presets', PATIENCE);
	// Another part of the tour is no conflict.
	await person.call('PATCH', `/app/v1/tours/${id}`, {name: 'Renamed'});
	await page.click('input[value=social] + .swatch');
	await until(read, ({theme}) => theme.preset === 'social');
	await page.setOfflineMode(true);
	await page.click('input[value=violet] + .swatch');
	await person.call('PUT', `/app/v1/tours/${id}/theme`, {preset: 'green'});
	await page.setOfflineMode(false);
	await (await page.waitForSelector('button.save', PATIENCE))!.click();
	await page.waitForSelector('.conflict .sides dd', PATIENCE);
	t.deepEqual(await page.$$eval('.sides dd', sides => sides.map(({textContent}) => textContent)), ['Violet', 'Green']);
	t.is((await read()).theme.preset, 'green');
	await press(page, 'Keep my version');
	await saved(page);
	t.is((await read()).theme.preset, 'violet');

	await page.setOfflineMode(true);
	await page.click('input[value=dark] + .swatch');
	await page.waitForSelector('[data-state=offline]', PATIENCE);
	await page.close();
	t.is((await read()).theme.preset, 'violet');
	const next = await context.newPage();
	await next.goto(`${editor.service.baseUrl}/tours/${id}/theme`, PATIENCE);
	t.is((await until(read, ({theme}) => theme.preset === 'dark')).theme.preset, 'dark');
	await context.close();
});

test('the preview plays the tour by the player itself, from the chosen step, counts nothing, and Escape closes it', async t => {
	const person = await signedIn(editor.service);
	const {id, steps} = await newTour(person);
	await person.call('PUT', `/app/v1/tours/${id}/lead-capture`, {
		enabled: true,
		allowSkip: false,
		fields: {name: 'required', email: 'hidden'},
	});
	await person.call('PUT', `/app/v1/tours/${id}/end-cta`, {enabled: true, title: 'The end'});
	await person.call('POST', `/app/v1/tours/${id}/publish`, {});
	const {page, heard, context} = await editor.open(person, `/tours/${id}#${steps[1]}`);
	const asked: string[] = [];
	page.on('request', request => asked.push(new URL(request.url()).pathname));
	await page.waitForSelector('.strip [aria-selected=true]', PATIENCE);
	await page.keyboard.press('p');
	let frame = await frameWith(page, '.step.on', '/app/preview');
	t.is(await frame.$eval('.step.on', step => step.id), 's2', 'a start in the middle is past the form');
	t.false(await frame.$eval('html', root => root.classList.contains('bare')), 'as its link shows it');
	await frame.focus('body');
	await page.keyboard.press('ArrowRight');
	await frame.waitForSelector('#end.on', PATIENCE);

	await press(page, 'From the start');
	frame = await frameWith(page, '#lead.on', '/app/preview');
	await frame.type('#name', 'Ana');
	await frame.click('[name=consent]');
	await frame.click('form .button');
	await frame.waitForSelector('#s1.on', PATIENCE);
	await page.click('.playing [aria-label=Phone]');
	frame = await frameWith(page, '#lead.on', '/app/preview');
	await frame.focus('#name');
	await page.keyboard.press('Escape');
	await page.waitForSelector('.playing', {hidden: true, ...PATIENCE});
	t.is(await page.$eval('.strip [aria-selected=true] .number', number => number.textContent), '1', 'the step that was looked at last');

	t.false(
		asked.some(path => path.startsWith('/p/')),
		asked.join(' '),
	);
	const {totals} = (await person.call('GET', `/app/v1/tours/${id}/analytics`)).body;
	t.is(totals?.views ?? 0, 0);
	t.is((await person.call('GET', '/app/v1/leads')).body.leads.length, 0);
	t.deepEqual(heard, []);
	await context.close();
});

test('of a capture of a whole page the camera says that a part is shown, with a highlight and without', async t => {
	const person = await signedIn(editor.service);
	const {id, steps} = await newTour(person);
	const base64 = (await screenshot(640, 2400).png().toBuffer()).toString('base64');
	const path = `/app/v1/tours/${id}/steps/${steps[0]}`;
	const offered = async () => {
		const {page, context} = await editor.open(person, `/tours/${id}`);
		await frameWith(page, '.pic');
		const options = await page.$$eval(`${await labelled(page, 'Zoom')} option`, all => all.map(({textContent}) => textContent));
		await context.close();
		return options;
	};
	await person.call('PATCH', path, {image: {base64}, highlight: {x: 0.2, y: 0.5, width: 0.6, height: 0.1}});
	t.deepEqual(await offered(), ['Automatic (a part)', 'Whole picture', 'Fixed']);
	await person.call('PATCH', path, {highlight: null, click: null});
	t.deepEqual(await offered(), ['Automatic (a part)', 'Whole picture']);
});

test('the camera of a step is chosen, and seen in the preview; the stage is drawn larger and smaller by keys', async t => {
	const person = await signedIn(editor.service);
	const {id, read} = await newTour(person);
	const {page, heard, context} = await editor.open(person, `/tours/${id}`);
	await frameWith(page, '.ring');
	const zoom = async () => (await read()).steps[0].camera.zoom;
	await page.select(await labelled(page, 'Zoom'), 'none');
	t.is(await until(zoom, now => now === 'none'), 'none');
	await page.select(await labelled(page, 'Zoom'), 'own');
	await page.waitForSelector('input[type=range]', PATIENCE);
	await page.focus('input[type=range]');
	await page.keyboard.press('End');
	t.is(await until(zoom, now => now === 4), 4);
	await page.focus('.strip [aria-selected=true]');
	await chord(page, 'Control', 'z');
	t.not(await until(zoom, now => now !== 4), 4);
	await page.keyboard.press('p');
	await (await frameWith(page, '.step.near.on', '/app/preview')).focus('body');
	await page.keyboard.press('Escape');
	await page.waitForSelector('.playing', {hidden: true, ...PATIENCE});

	const scale = () => page.$eval('.stage iframe', frame => frame.getBoundingClientRect().width / (frame as HTMLElement).offsetWidth);
	const fits = await scale();
	await page.focus('.strip [aria-selected=true]');
	await page.keyboard.press('+');
	t.is(await until(scale, now => now > fits), 0.75);
	await page.keyboard.press('+');
	t.is(await until(scale, now => now > 0.75), 1);
	await page.select('.zoom select', '2');
	t.is(await until(scale, now => now > 1), 2);
	const isSeen = await page.evaluate(() => {
		const [room, frame] = [document.querySelector('.room')!, document.querySelector<HTMLIFrameElement>('.room iframe')!];
		const [seen, all] = [room.getBoundingClientRect(), frame.getBoundingClientRect()];
		const {left, top, width, height} = frame.contentDocument!.querySelector('.ring')!.getBoundingClientRect();
		const [x, y] = [all.left + (left + width / 2) * 2, all.top + (top + height / 2) * 2];
		return x > seen.left && x < seen.right && y > seen.top && y < seen.bottom;
	});
	t.true(isSeen, 'the highlight stays in view');
	await page.select('.zoom select', '0.75');
	t.is(await until(scale, now => now < 1), 0.75);
	await page.keyboard.press('-');
	t.is(await until(scale, now => now < 0.75), 0.5);
	await page.keyboard.press('0');
	t.is(await until(scale, now => now === fits), fits);
	t.deepEqual(heard, []);
	await context.close();
});

test('theme, cards and preview, light and dark, wide and narrow, have nothing that axe finds', async t => {
	const person = await signedIn(editor.service);
	const {id} = await newTour(person);
	await person.call('PUT', `/app/v1/tours/${id}/theme`, {colors: {title: '#C0B0A0'}});
	await person.call('PUT', `/app/v1/tours/${id}/lead-capture`, {enabled: true, allowSkip: false});
	for (const [dark, width, height] of [
		[false, 1440, 900],
		[true, 1440, 900],
		[false, 390, 844],
		[true, 390, 844],
	] as const) {
		for (const [path, selector] of [
			['/theme', '.use'],
			['/cards', '[data-warning]'],
			['/cards#card', '.block'],
			['', '.stage'],
		] as const) {
			const {page, context} = await editor.open(person, `/tours/${id}${path}`, {dark, width, height, bypass: true});
			await page.waitForSelector(selector, PATIENCE);
			if (path === '/theme') await page.click('.fonts summary');
			if (path === '') {
				await page.keyboard.press('p');
				await frameWith(page, '.step.on', '/app/preview');
			}
			t.deepEqual(await axeViolations(page), [], `${path} ${width}`);
			t.is(await page.evaluate(() => document.documentElement.scrollWidth), width, `${path} scrolls sideways at ${width}`);
			await context.close();
		}
	}
});

test('the preview page is for signed-in people, runs our script alone and reaches nobody', async t => {
	const person = await signedIn(editor.service);
	const page = await person.get('/app/preview');
	t.is(page.status, 200);
	const policy = page.headers.get('content-security-policy')!;
	t.regex(policy, /^default-src 'none'; script-src 'self'; /);
	t.false(/connect-src|unsafe|\*/.test(policy), policy);
	t.regex(policy, /form-action 'none'; frame-ancestors 'self'$/);
	t.is((await stranger(editor.service).get('/app/preview')).status, 401);
	for (const path of ['theme', 'cards'])
		t.is(
			(await stranger(editor.service).get(`/tours/any/${path}`)).headers.get('location'),
			`${editor.service.baseUrl}/account/sign-in?next=%2Ftours%2Fany%2F${path}`,
		);
});
