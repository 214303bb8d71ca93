import {mkdir, rm, writeFile} from 'node:fs/promises';
import type {PageLanguage} from '../../shared/contract/page-language.ts';
import type {Snapshot} from '../../shared/contract/snapshot.ts';
import {readSnapshot} from '../../workers/jobs/publishing/snapshot.ts';
import {eventually} from '../helpers/eventually.ts';
import {launchLoopbackBrowser} from '../helpers/loopback-browser.ts';
import {onOwnServers} from '../helpers/own-servers.ts';
import {type Client, startService, type TestService} from '../helpers/service.ts';
import {drawHeadlineFont, HEADLINE_FILE} from './headline.ts';
import {renderLanding, snapshotFile, tourFile} from './render.ts';
import {type Screen, takeScreens} from './screens.ts';
import {WORDS, wordsOf} from './words.ts';

// Makes the tour of Roteiro that its root shows. `npm run lab -- landing` draws it with the current player, and the headline
// font. With `--screens` it also photographs the editor, makes the tour from these pictures through the API, narrates
// and publishes it.

const MEDIA = new URL('../../api/landing/tours/media/', import.meta.url);
/** Pixels: the frame on the page is 760 wide at most. */
const WIDTHS = [960, 1440];
const LANGUAGES = Object.keys(WORDS) as PageLanguage[];

await writeFile(HEADLINE_FILE, await drawHeadlineFont());
if (process.argv.includes('--screens')) await onOwnServers(photograph);
for (const language of LANGUAGES) await writeFile(tourFile(language), `${JSON.stringify(await renderLanding(language), null, '\t')}\n`);

async function photograph(): Promise<void> {
	const service = await startService({}, {also: ['audio']});
	const browser = await launchLoopbackBrowser();
	try {
		await rm(MEDIA, {recursive: true, force: true});
		await mkdir(MEDIA, {recursive: true});
		for (const language of LANGUAGES) {
			const screens = await takeScreens(browser, service, language);
			const snapshot = await published(service, await service.client(), {language, screens});
			await writeFile(snapshotFile(language), `${JSON.stringify(await withFiles(snapshot, service), null, '\t')}\n`);
			console.log(`${language}: ${screens.length} screens`);
		}
	} finally {
		await browser.close();
		await service.stop();
	}
}

async function published(
	{services}: TestService,
	call: Client,
	{language, screens}: {language: PageLanguage; screens: Screen[]},
): Promise<Snapshot> {
	const {name, steps} = wordsOf(language);
	const document = {
		name,
		language,
		theme: {font: 'inter'},
		steps: await Promise.all(
			screens.map(async ({key, png, highlight}) => {
				const [title, text] = steps[key];
				const {media} = (await call('POST', '/v1/media', {body: {base64: png.toString('base64'), name: `${key}.png`}})).body;
				const click = {x: highlight.x + highlight.width / 2, y: highlight.y + highlight.height / 2};
				return {key, title, text, alt: `Roteiro: ${title}`, image: {mediaId: media.mediaId}, highlight, click};
			}),
		),
	};
	const put = await call('PUT', '/v1/documents/landing', {body: {document}});
	if (put.status >= 300) throw new Error(JSON.stringify(put.body));
	await narrate(call, put.body.tour);
	const {publishedLink} = (await call('POST', `/v1/tours/${put.body.tour.id}/publish`, {body: {}})).body;
	const [row] = await services.database.query('SELECT snapshot FROM publications WHERE slug = ?', [publishedLink.slug]);
	return readSnapshot(services.files, row.snapshot);
}

/** Narrates each step with this machine's voices, which a worker finds a moment after its start. */
async function narrate(call: Client, {id, steps}: {id: string; steps: Array<{id: string}>}): Promise<void> {
	await eventually('there are voices', async () => (await call('GET', '/v1/voices')).body.voices.length > 0);
	for (const step of steps) {
		const {status, body} = await call('POST', `/v1/tours/${id}/steps/${step.id}/narration`, {body: {}});
		if (status >= 300) throw new Error(JSON.stringify(body));
	}
}

/** Returns the snapshot with the widths that the page needs, its files stored beside it. */
async function withFiles(snapshot: Snapshot, {services}: TestService): Promise<Snapshot> {
	const steps = snapshot.steps.map(step => {
		if (!step.image) return step;
		const {avif: _avif, ...image} = step.image;
		return {...step, image: {...image, variants: image.variants.filter(({width}) => WIDTHS.includes(width))}};
	});
	for (const {file} of steps.flatMap(({image, narrations}) => [...(image?.variants ?? []), ...narrations])) {
		await writeFile(new URL(file, MEDIA), (await services.files.read('media', file))!);
	}
	return {...snapshot, steps};
}
