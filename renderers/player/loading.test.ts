import test from 'ava';
import {resolveTheme} from '../../shared/tour/themes.ts';
import {LEAD_TARGET, openSite} from '../../test/helpers/player-site.ts';
import {
	sampleForm,
	sampleImage,
	sampleNarration,
	sampleSlide,
	sampleStep,
	sampleSteps,
	sampleTour,
} from '../../test/helpers/sample-snapshot.ts';

const {image, files} = await sampleImage();
const {narration, mp3} = sampleNarration(1, 440);
files.set(narration.file, mp3);
const site = await openSite(files);
test.after.always(site.close);

const threeSteps = sampleSteps(image);

const {visit} = site;

test.serial('little is fetched before the first picture stands', async t => {
	site.show(sampleTour(threeSteps.slice(1), {theme: resolveTheme({font: 'merriweather'})}));
	const {page, complaints} = await visit({motion: true});
	const early = site.requests.indexOf(site.requests.find(path => path.endsWith('.webp'))!) + 1;
	t.true(early <= 4, site.requests.join());
	t.is(site.requests.filter(path => path.endsWith('.webp')).length, 1, 'both steps show the same picture');
	t.true(site.requests.length <= 5 + site.requests.filter(path => path.endsWith('.ico')).length);
	t.deepEqual(complaints, []);
	await page.close();
});

test.serial('until the first step is painted, its picture is all that is asked for, whatever a page is made of', async t => {
	const small = {highlight: {x: 0.5, y: 0.5, width: 0.02, height: 0.02}};
	const other = await sampleImage(1440, 900, '#00ff00');
	for (const [name, bytes] of other.files) files.set(name, bytes);
	const steps = [sampleStep({image, ...small}), sampleStep({image: other.image})];
	const theme = resolveTheme({font: 'merriweather'});
	const makes = [
		[steps, {}],
		[[sampleSlide(), ...steps], {}],
		[steps, {leadCapture: sampleForm()}],
		[steps.map(step => ({...step, narrations: [narration]})), {}],
	] as const;
	for (const [index, [made, change]] of makes.entries()) {
		site.show(sampleTour([...made], {theme, ...change}), {lead: 'leadCapture' in change ? LEAD_TARGET : null});
		const {page} = await visit({motion: true, path: `/p/tour?early${index}`});
		await page.waitForNetworkIdle();
		const {loaded, asked} = await page.evaluate(() => ({
			loaded: (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).loadEventStart,
			asked: performance.getEntriesByType('resource').map(({name, startTime}) => ({name, startTime})),
		}));
		const pictures = asked.filter(({name}) => name.endsWith('.webp'));
		const early = asked.filter(({name, startTime}) => startTime < loaded + 50 && !/\.ico$|events$/.test(name));
		t.true(early.length <= 1 && early.every(entry => pictures.includes(entry)), `${index}: ${early.map(({name}) => name).join()}`);
		t.true(pictures.length > 0 && asked.some(({name}) => name.endsWith('.woff2')), `${index}: ${asked.map(({name}) => name).join()}`);
		await page.close();
	}
});

test.serial('whatever a page is made of, nothing is stored, nobody else is asked, and without JavaScript all of it reads', async t => {
	const off = {...sampleTour([]).endCta, enabled: false};
	const makes = [
		[threeSteps.slice(1), {endCta: off}],
		[threeSteps, {}],
		[threeSteps, {leadCapture: sampleForm()}],
		[threeSteps.map(step => ({...step, narrations: [narration]})), {}],
		[threeSteps.map(step => ({...step, narrations: [narration]})), {leadCapture: sampleForm(), endCta: off}],
	] as const;
	for (const [index, [steps, change]] of makes.entries()) {
		const lead = 'leadCapture' in change ? LEAD_TARGET : null;
		site.show(sampleTour([...steps], change), {lead});
		const {page, complaints} = await visit({path: `/p/tour?${index}`});
		for (const _ of [...steps, 0, 0]) await page.keyboard.press('PageDown');
		await page.waitForNetworkIdle();
		t.deepEqual(await page.browserContext().cookies(), []);
		const kept = await page.evaluate(async () => [localStorage.length, sessionStorage.length, (await indexedDB.databases()).length]);
		t.deepEqual(kept, [0, 0, 0]);
		const hosts = await page.evaluate(() => performance.getEntriesByType('resource').map(({name}) => new URL(name).origin));
		t.deepEqual([...new Set(hosts)], [site.url]);
		t.deepEqual(complaints, []);
		await page.close();

		const plain = await visit({path: `/p/tour?plain${index}`, script: false});
		const {nodes} = await (await plain.page.createCDPSession()).send('Accessibility.getFullAXTree');
		const read = nodes.filter(({role, ignored}) => !ignored && role?.value === 'heading').map(({name}) => name?.value);
		for (const {title} of steps) t.true(read.includes(title), `${index} ${title}`);
		t.is(nodes.filter(({role, ignored}) => !ignored && role?.value === 'image').length, 2, `${index}`);
		t.is(
			nodes.some(({role}) => role?.value === 'textbox'),
			lead !== null,
		);
		t.deepEqual(plain.complaints, []);
		await plain.page.close();
	}
});

test.serial('the step after the one shown is fetched ahead, the others are not', async t => {
	const others = await Promise.all(['#ff0000', '#00ff00', '#0000ff'].map(color => sampleImage(1440, 900, color)));
	for (const other of others) for (const [name, bytes] of other.files) files.set(name, bytes);
	site.show(sampleTour(others.map(other => sampleStep({image: other.image}))));
	const {page} = await visit();
	const fetched = () => others.map(other => site.requests.some(path => other.files.has(path.replace('/media/', ''))));
	t.deepEqual(fetched(), [true, true, false]);
	await page.keyboard.press('PageDown');
	await page.waitForNetworkIdle();
	t.deepEqual(fetched(), [true, true, true]);
	await page.close();
});

test.serial('a picture that failed is tried again when its step is shown again, or when the network is back', async t => {
	const [first, lost] = await Promise.all(['#112233', '#445566'].map(color => sampleImage(1440, 900, color)));
	for (const [name, bytes] of first!.files) files.set(name, bytes);
	site.show(sampleTour([sampleStep({image: first!.image}), sampleSlide(), sampleSlide(), sampleStep({image: lost!.image})]));
	for (const comesBack of ['shown', 'online']) {
		for (const name of lost!.files.keys()) files.delete(name);
		const {page} = await visit({path: `/p/tour?${comesBack}`});
		await page.keyboard.press('End');
		await page.keyboard.press('ArrowLeft');
		await page.waitForNetworkIdle();
		t.is(await page.$eval('#s4 img', image => (image as HTMLImageElement).naturalWidth), 0);
		for (const [name, bytes] of lost!.files) files.set(name, bytes);
		if (comesBack === 'online') await page.evaluate(() => dispatchEvent(new Event('online')));
		else for (const key of ['ArrowRight', 'ArrowLeft'] as const) await page.keyboard.press(key);
		await page.waitForFunction(() => document.querySelector<HTMLImageElement>('#s4 img')!.naturalWidth > 0);
		t.pass();
		await page.close();
	}
});

test.serial('a change of step is one layout and little more, and nothing on the page ever jumps', async t => {
	site.show(sampleTour(threeSteps));
	const {page} = await visit({
		prepare: page =>
			page.evaluateOnNewDocument(() => {
				const shifts: number[] = [];
				Object.assign(globalThis, {shifts});
				new PerformanceObserver(list =>
					shifts.push(...list.getEntries().map(entry => (entry as PerformanceEntry & {value: number}).value)),
				).observe({
					type: 'layout-shift',
					buffered: true,
				});
			}),
	});
	const layouts = async () => (await page.metrics()).LayoutCount!;
	for (const key of ['PageDown', 'PageDown', 'PageUp', 'End', 'Home'] as const) {
		const before = await layouts();
		await page.keyboard.press(key);
		await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))));
		const count = (await layouts()) - before;
		t.true(count <= 5, `${key}: ${count} layouts`);
	}
	const moved = await page.evaluate(() => (globalThis as unknown as {shifts: number[]}).shifts.reduce((sum, value) => sum + value, 0));
	t.true(moved <= 0.01, `${moved}`);
	await page.close();
});
