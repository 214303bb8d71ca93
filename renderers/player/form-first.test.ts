import test from 'ava';
import type {Page} from 'puppeteer';
import {LEAD_TARGET, openSite, type VisitOptions} from '../../test/helpers/player-site.ts';
import {sampleForm, sampleImage, sampleSlide, sampleStep, sampleTour} from '../../test/helpers/sample-snapshot.ts';

const {image, files} = await sampleImage();
const site = await openSite(files);
test.after.always(site.close);

const steps = [
	sampleSlide({id: 'step_one'}),
	sampleStep({id: 'step_two', title: 'Segundo', image}),
	sampleStep({id: 'step_three', title: 'Terceiro', image}),
];
const open = (allowSkip: boolean, options?: VisitOptions) => {
	site.show(sampleTour(steps, {leadCapture: sampleForm({allowSkip})}), {lead: LEAD_TARGET});
	return site.visit(options);
};
const shown = (page: Page) => page.$$eval('.step', all => all.filter(step => step.getClientRects().length > 0).map(({id}) => id));
const field = '#lead input[type=email]';

test.serial('the form comes first, and is no step: neither counted nor marked', async t => {
	const {page, complaints} = await open(true);
	t.deepEqual(await shown(page), ['lead']);
	t.is(await page.$('.progress [aria-current]'), null);
	t.is(await page.$$eval('.progress a', marks => marks.length), 3);
	await page.keyboard.press('ArrowRight');
	t.deepEqual(await shown(page), ['s1']);
	t.is(await page.$eval('#s1 .go span', ({textContent}) => textContent), '1 / 3');
	t.regex(await page.$eval('[role=status]', ({textContent}) => textContent), /^Passo 1 de 3/);
	t.is(await page.$('#lead'), null);
	await page.keyboard.press('ArrowLeft');
	t.deepEqual(await shown(page), ['s1'], 'nothing lies before the first step');
	t.deepEqual(complaints, []);
	await page.close();
});

test.serial('a link to a step shows the form, and afterwards that step; a step that is chosen meanwhile wins', async t => {
	for (const url of ['#s3', '#step_three', '#s3#?secret=aB3', '#s3?utm_source=x', '#s3:~:text=a']) {
		const {page} = await open(true, {path: `/p/tour?${url.length}${url}`});
		t.deepEqual(await shown(page), ['lead']);
		await page.keyboard.press('PageDown');
		t.deepEqual(await shown(page), ['s3']);
		await page.close();
	}
	const {page} = await open(true, {path: '/p/tour?chosen#s3'});
	await page.click('.progress a:nth-child(2)');
	t.deepEqual(await shown(page), ['s2']);
	await page.close();
});

test.serial('typing moves nothing: arrows, Home, End, Page and swipes in a field are the field’s', async t => {
	const {page} = await open(true);
	await page.focus(field);
	await page.keyboard.type('ana@example.com');
	for (const key of ['ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageDown', 'PageUp'] as const) {
		await page.keyboard.press(key);
		t.deepEqual(await shown(page), ['lead'], key);
	}
	await page.keyboard.type('.br');
	t.is(await page.$eval(field, input => (input as HTMLInputElement).value), 'ana@example.com.br');
	await page.$eval(field, input => {
		const touch = (clientX: number) => [new Touch({identifier: 1, target: input, clientX, clientY: 9})];
		input.dispatchEvent(new TouchEvent('touchstart', {bubbles: true, touches: touch(300), changedTouches: touch(300)}));
		input.dispatchEvent(new TouchEvent('touchend', {bubbles: true, changedTouches: touch(10)}));
	});
	t.deepEqual(await shown(page), ['lead']);
	await page.$eval('#lead h2', title => {
		const touch = (clientX: number) => [new Touch({identifier: 1, target: title, clientX, clientY: 9})];
		title.dispatchEvent(new TouchEvent('touchstart', {bubbles: true, touches: touch(300), changedTouches: touch(300)}));
		title.dispatchEvent(new TouchEvent('touchend', {bubbles: true, changedTouches: touch(10)}));
	});
	t.deepEqual(await shown(page), ['s1'], 'a swipe beside the fields passes the form');
	await page.close();
});

test.serial('a form that must be filled in lets nothing pass: no key, no mark, no URL, no play button', async t => {
	const {page} = await open(false, {path: '/p/tour?must#s2'});
	for (const key of ['ArrowRight', 'PageDown', 'End'] as const) await page.keyboard.press(key);
	await page.click('.progress a:nth-child(3)');
	await page.click('.play');
	await page.evaluate(() => {
		location.hash = '#s3';
	});
	await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 50)));
	t.deepEqual(await shown(page), ['lead']);
	await page.close();
});

test.serial('a visitor who goes on with the keyboard is in the step, not in a form that is gone', async t => {
	const {page} = await open(true, {motion: true});
	await page.focus('#lead [rel=next]');
	await page.keyboard.press('Enter');
	await page.waitForFunction(() => document.querySelector('.step.on')?.id === 's1');
	t.is(await page.evaluate(() => document.activeElement!.closest('.step')?.id), 's1');
	await page.close();
});
