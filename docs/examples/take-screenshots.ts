import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Page} from 'puppeteer';
import {clickPoint, frame, openBrowser, openPage, perform, takePicture} from './camera.ts';
import {firstFlow} from './first-flow.ts';
import {startNodeRed} from './node-red.ts';
import type {ExampleTour, Shot, Story} from './story.ts';

type Picture = {file: string; png: Buffer; step: ExampleTour['steps'][number]};

// So that a key press or a signal ends here too by the `finally` below, and leaves nothing running.
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());

await take(firstFlow, interruption.signal);

/** Plays the story in the application and replaces its folder by what was seen. Where it fails, the old folder stays. */
async function take(story: Story, signal: AbortSignal): Promise<void> {
	const temp = await mkdtemp(join(tmpdir(), 'roteiro-examples-'));
	try {
		const app = await startNodeRed(temp, signal);
		try {
			await write(story, await play(story, app.url, signal));
		} finally {
			await app.stop();
		}
	} finally {
		await rm(temp, {recursive: true, force: true});
	}
}

async function play(story: Story, url: string, signal: AbortSignal): Promise<Picture[]> {
	const browser = await openBrowser();
	try {
		const page = await openPage(browser, url);
		const pictures: Picture[] = [];
		for (const shot of story.shots) {
			signal.throwIfAborted();
			pictures.push(await shoot(page, shot));
			if (shot.act) await perform(page, shot.click, shot.act);
		}
		return pictures;
	} finally {
		await browser.close();
	}
}

async function shoot(page: Page, {file, step, click, frame: framed}: Shot): Promise<Picture> {
	await page.waitForSelector(click, {visible: true});
	const png = await takePicture(page);
	// Read after the picture, when nothing moves any more.
	const place = {highlight: await frame(page, framed ?? [click]), click: await clickPoint(page, click)};
	console.log(`${file} ${Math.ceil(png.length / 1024)} KiB`);
	return {file, png, step: {file, ...step, ...place}};
}

async function write(story: Story, pictures: Picture[]): Promise<void> {
	const folder = join(import.meta.dirname, story.folder);
	const slides = story.opening.map(words => ({type: 'slide' as const, ...words}));
	const tour: ExampleTour = {
		name: story.name,
		language: story.language,
		theme: story.theme,
		steps: [...slides, ...pictures.map(({step}) => step)],
		endCta: story.endCta,
	};
	await rm(folder, {recursive: true, force: true});
	await mkdir(folder);
	for (const {file, png} of pictures) await writeFile(join(folder, file), png);
	await writeFile(join(folder, 'tour.json'), `${JSON.stringify(tour, null, '\t')}\n`);
}
