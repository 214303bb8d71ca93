import {mkdir, rm, writeFile} from 'node:fs/promises';
import {LANDING_TOURS} from '../../api/landing/landing.ts';
import type {PageLanguage} from '../../shared/contract/page-language.ts';
import type {Snapshot} from '../../shared/contract/snapshot.ts';
import {readSnapshot} from '../../workers/jobs/publishing/snapshot.ts';
import {eventually} from '../helpers/eventually.ts';
import {launchLoopbackBrowser} from '../helpers/loopback-browser.ts';
import {onOwnServers} from '../helpers/own-servers.ts';
import {type Client, startService, type TestService} from '../helpers/service.ts';
import {choicesDocument} from './choices.ts';
import {drawHeadlineFont, HEADLINE_FILE} from './headline.ts';
import {renderLanding, snapshotFile, tourFile} from './render.ts';
import {type Screen, takeScreens} from './screens.ts';
import {WORDS, wordsOf} from './words.ts';

// Makes the tour of Roteiro that its root shows. `npm run lab -- landing` draws it with the current player, and the headline
// font. With `--choices` it publishes the tour that lets people choose; with `--screens` it also photographs the editor, makes the tour from these pictures through the API, narrates
// and publishes it.

const MEDIA = new URL('../../api/landing/tours/media/', import.meta.url);
/** Pixels: the frame on the page is 760 wide at most. */
const WIDTHS = [960, 1440];
const LANGUAGES = Object.keys(WORDS) as PageLanguage[];

await writeFile(HEADLINE_FILE, await drawHeadlineFont());
if (process.argv.includes('--screens')) await onOwnServers(() => onService(photograph));
else if (process.argv.includes('--choices')) await onOwnServers(() => onService(publishChoices));
for (const tour of LANDING_TOURS)
	for (const language of LANGUAGES)
		await writeFile(tourFile(language, tour), `${JSON.stringify(await renderLanding(language, tour), null, '\t')}\n`);

async function onService(run: (service: TestService) => Promise<void>): Promise<void> {
	const service = await startService({}, {also: ['audio']});
	try {
		await run(service);
	} finally {
		await service.stop();
	}
}

async function photograph(service: TestService): Promise<void> {
	const browser = await launchLoopbackBrowser();
	try {
		await rm(MEDIA, {recursive: true, force: true});
		await mkdir(MEDIA, {recursive: true});
		for (const language of LANGUAGES) {
			const screens = await takeScreens(browser, service, language);
			const snapshot = await published(service, await service.client(), {language, screens});
			await keep(snapshot, service, snapshotFile(language, 'make'));
			console.log(`${language}: ${screens.length} screens`);
		}
	} finally {
		await browser.close();
	}
	await publishChoices(service);
}

/** Publishes the tour with choices in each language, by one account, so that all show the same files. */
async function publishChoices(service: TestService): Promise<void> {
	const call = await service.client();
	const mediaOf = async (png: Buffer) => (await call('POST', '/v1/media', {body: {base64: png.toString('base64')}})).body.media.mediaId;
	for (const language of LANGUAGES) {
		const document = await choicesDocument(language, mediaOf);
		const snapshot = await publish(service, call, {key: `choices-${language.toLowerCase()}`, document});
		await keep(snapshot, service, snapshotFile(language, 'choose'));
	}
}

async function keep(snapshot: Snapshot, service: TestService, file: URL): Promise<void> {
	await writeFile(file, `${JSON.stringify(await withFiles(snapshot, service), null, '\t')}\n`);
}

async function published(
	service: TestService,
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
	return publish(service, call, {key: 'landing', document, narrated: true});
}

async function publish(
	{services}: TestService,
	call: Client,
	{key, document, narrated = false}: {key: string; document: object; narrated?: boolean},
): Promise<Snapshot> {
	const put = await call('PUT', `/v1/documents/${key}`, {body: {document}});
	if (put.status >= 300) throw new Error(JSON.stringify(put.body));
	if (narrated) await narrate(call, put.body.tour);
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
