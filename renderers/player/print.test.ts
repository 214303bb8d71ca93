import test from 'ava';
import sharp from 'sharp';
import {PRESETS} from '../../shared/contract/theme.ts';
import {contrast, resolveTheme} from '../../shared/tour/themes.ts';
import {LEAD_TARGET, openSite} from '../../test/helpers/player-site.ts';
import {sampleForm, sampleImage, sampleSlide, sampleStep, sampleTour} from '../../test/helpers/sample-snapshot.ts';

const {image, files} = await sampleImage();
const upright = await sampleImage(900, 1600, '#cfe8d8');
for (const [name, bytes] of upright.files) files.set(name, bytes);
const site = await openSite(files);
test.after.always(site.close);

const steps = [
	sampleSlide(),
	...Array.from({length: 4}, () => sampleStep({image, text: 'Um texto de algumas linhas. '.repeat(12)})),
	sampleStep({image: upright.image, text: 'Uma frase de um texto que é tão longo quanto pode ser. '.repeat(22).slice(0, 1200)}),
];
/** What fits an A4 page with margins of 1 cm at 96 pixels an inch. */
const PAPER = {width: 718, height: 1047};

test.serial('on paper every step stands with its number, its picture and its ring, black on white, and no button', async t => {
	site.show(sampleTour(steps, {theme: resolveTheme({preset: 'dark'}), leadCapture: sampleForm()}), {lead: LEAD_TARGET});
	const {page, complaints} = await site.visit({path: '/p/tour#s3'});
	await page.emulateMediaType('print');
	await page.setViewport(PAPER);
	const shown = (selector: string) =>
		page.$$eval(selector, elements => elements.filter(element => element.getClientRects().length > 0).length);
	t.is(await shown('.step[data-step]'), steps.length);
	t.is(await shown('.pic img'), 5);
	t.is(await shown('.ring'), 5);
	t.is(await shown('.go span'), steps.length);
	t.is(await shown('.go a, button, input, .progress, .tools, #lead'), 0);
	t.deepEqual(
		await page.$$eval('body, .card, .balloon, h1, h2, p', elements => [
			...new Set(elements.map(element => `${getComputedStyle(element).color} ${getComputedStyle(element).backgroundColor}`)),
		]),
		['rgb(0, 0, 0) rgba(0, 0, 0, 0)'],
	);
	const links = await page.$$eval('#end .calls a', all => all.map(link => [link.href, getComputedStyle(link, '::after').content]));
	t.is(links.length, 2);
	t.true(links.every(([, written]) => written === 'attr(href)' || written!.startsWith('"https://')));
	t.deepEqual(complaints, []);
	await page.close();
});

test.serial('no step is torn apart by the end of a page, and the pictures that were never looked at are printed', async t => {
	site.show(sampleTour(steps));
	const {page} = await site.visit();
	const pdf = Buffer.from(await page.pdf({format: 'A4', margin: {top: '1cm', right: '1cm', bottom: '1cm', left: '1cm'}}));
	t.true(site.requests.some(path => upright.files.has(path.replace('/media/', ''))));
	const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)!.length;
	await page.emulateMediaType('print');
	await page.setViewport(PAPER);
	const heights = await page.$$eval('.step', all =>
		all
			.filter(step => step.getClientRects().length > 0)
			.map(step => [step.getBoundingClientRect().height, getComputedStyle(step).breakInside]),
	);
	for (const [height, rule] of heights) {
		t.true((height as number) < PAPER.height, `${height}`);
		t.is(rule, 'avoid');
	}
	t.true(pages >= 4 && pages <= steps.length + 1, `${pages}`);
	await page.close();
});

for (const preset of PRESETS) {
	test.serial(`${preset}: words printed with backgrounds are black on white, whatever the system prefers`, async t => {
		site.show(sampleTour([sampleSlide(), sampleStep({image})], {theme: resolveTheme({preset})}));
		for (const value of ['light', 'dark']) {
			const {page} = await site.visit({prepare: page => page.emulateMediaFeatures([{name: 'prefers-color-scheme', value}])});
			await page.emulateMediaType('print');
			await page.setViewport(PAPER);
			const {data} = await sharp(await page.screenshot())
				.removeAlpha()
				.raw()
				.toBuffer({resolveWithObject: true});
			const counts = new Map<string, number>();
			for (let at = 0; at < data.length; at += 3) {
				const color = `#${data.toString('hex', at, at + 3)}`;
				counts.set(color, (counts.get(color) ?? 0) + 1);
			}
			const [ground] = [...counts].sort((one, other) => other[1] - one[1])[0]!;
			const colors = await page.$$eval('h2, p, .go span', all => all.map(words => getComputedStyle(words).color));
			t.deepEqual(new Set(colors), new Set(['rgb(0, 0, 0)']));
			t.true(contrast(ground, '#000000') > 20, `${value}: black on ${ground}`);
			await page.close();
		}
	});
}
