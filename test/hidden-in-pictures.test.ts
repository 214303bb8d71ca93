import {createHash} from 'node:crypto';
import {mkdtemp, readdir, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'ava';
import {EXPORT_FORMAT_NAMES, type ExportFormat} from '../shared/contract/exports/index.ts';
import {sendBundle} from './helpers/bundles.ts';
import {fetchCommand, runCommand} from './helpers/command.ts';
import {eventually} from './helpers/eventually.ts';
import {exported} from './helpers/exports.ts';
import {shareOf} from './helpers/extent.ts';
import {startFakeOpenAi} from './helpers/fakes/openai.ts';
import {hiddenFiles} from './helpers/hidden/files.ts';
import {findWords} from './helpers/hidden/find-words.ts';
import {connectAgent, ERAS} from './helpers/mcp.ts';
import {signedIn} from './helpers/person.ts';
import {type Client, startService} from './helpers/service.ts';
import {readZip} from './helpers/zip.ts';

/** Sends pictures with a hidden word, fifty in all, through the whole service, and finds no such word in any output. */

const model = await startFakeOpenAi();
const settings = {TEXT_PROVIDER: 'openai', OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: model.key, AI_TEXTS_PER_MONTH: '1000'};
const service = await startService(settings, {also: ['export']});
const person = await signedIn(service, {plan: 'pro'});
const ana = await service.client({accountId: person.accountId});
const root = await mkdtemp(join(tmpdir(), 'roteiro-hidden-'));
const files = shareOf(await hiddenFiles(), ({format}) => format);
const words = files.map(({word}) => word);
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
test.after.always(async () => {
	await service.stop();
	await model.close();
	await rm(root, {recursive: true, force: true});
});

/** Films of all pictures would take minutes. */
const FILMS: readonly ExportFormat[] = ['mp4', 'webp', 'gif'];
const FILMED = 6;

type Tour = {id: string; steps: Array<{id: string; image: {mediaId: string; url: string; thumbnailUrl: string}}>};
let tour: Tour;
let short: Tour;

async function put(client: Client, key: string, mediaIds: string[]): Promise<Tour> {
	const document = {
		name: key,
		language: 'en',
		steps: mediaIds.map((mediaId, index) => ({key: `s${index}`, title: `Step ${index}`, image: {mediaId}})),
	};
	const {status, body} = await client('PUT', `/v1/documents/${key}`, {body: {document}});
	if (status >= 300) throw new Error(JSON.stringify(body));
	return body.tour;
}
const bytesAt = async (url: string, headers: Record<string, string> = {}) => {
	const response = await fetch(url, {headers});
	return {status: response.status, bytes: Buffer.from(await response.arrayBuffer())};
};
const withKey = {Authorization: `Bearer ${ana.key}`};

test.serial('a picture keeps the sha256 of what was sent as its mediaId, whatever is cut off', async t => {
	for (const [index, {name, bytes, format}] of files.entries()) {
		const raw = index % 2 === 0;
		const sent = raw
			? await ana('POST', '/v1/media', {raw: new Uint8Array(bytes), headers: {'Content-Type': `image/${format}`}})
			: await ana('POST', '/v1/media', {body: {base64: bytes.toString('base64')}});
		t.is(sent.status, 201, `${name}: ${JSON.stringify(sent.body)}`);
		t.is(sent.body.media.mediaId, sha256(bytes), name);
	}
	tour = await put(
		ana,
		'hidden',
		files.map(({bytes}) => sha256(bytes)),
	);
	const some = files.filter((_file, index) => index % Math.ceil(files.length / FILMED) === 0);
	short = await put(
		ana,
		'filmed',
		some.map(({bytes}) => sha256(bytes)),
	);
});

test.serial(
	'nothing hidden is at any address of a picture, in the originals that are handed out, or in the file store beside what is being sent',
	async t => {
		const sent = new Set(files.map(({bytes}) => sha256(bytes)));
		for (const {image} of tour.steps) {
			const {body} = await ana('GET', `/v1/media/${image.mediaId}`);
			const urls = [image.url, image.thumbnailUrl, body.media.url, ...body.variants.map(({url}: {url: string}) => url)];
			for (const url of new Set(urls)) {
				const {status, bytes} = await bytesAt(url);
				t.is(status, 200, url);
				t.deepEqual(findWords(bytes, words), [], url);
			}
			const original = await bytesAt(`${service.baseUrl}/v1/media/${image.mediaId}/original`, withKey);
			t.is(original.status, 200);
			t.deepEqual(findWords(original.bytes, words), [], image.mediaId);
		}
		for (const entry of await readdir(service.config.dataDir, {recursive: true, withFileTypes: true})) {
			if (!entry.isFile() || sent.has(entry.name)) continue;
			t.deepEqual(findWords(await readFile(join(entry.parentPath, entry.name)), words), [], join(entry.parentPath, entry.name));
		}
	},
);

test.serial('nor on the page, in its cover and previews, nor in what agents and providers get', async t => {
	for (const {id} of [tour, short]) {
		const {publishedLink} = (await ana('POST', `/v1/tours/${id}/publish`)).body;
		const page = await bytesAt(publishedLink.url);
		t.is(page.status, 200);
		t.deepEqual(findWords(page.bytes, words), []);
		t.deepEqual(findWords((await bytesAt(publishedLink.coverUrl)).bytes, words), []);
	}
	const agent = await connectAgent(service.baseUrl, ana.key, ERAS[1]);
	for (const {id: stepId} of short.steps) {
		const shown = await agent.call('preview_step', {id: short.id, stepId});
		t.true(shown.pictures.length > 0, JSON.stringify(shown.body));
		for (const picture of [...shown.pictures, Buffer.from(JSON.stringify(shown.body))]) t.deepEqual(findWords(picture, words), []);
		const written = await ana('POST', `/v1/tours/${short.id}/steps/${stepId}/generate-text`, {body: {}});
		t.is(written.status, 200, JSON.stringify(written.body));
	}
	await agent.close();
	t.is(model.requests.length, short.steps.length);
	t.true(JSON.stringify(model.requests).includes(';base64,'), 'The screenshots went along.');
	t.deepEqual(findWords(Buffer.from(JSON.stringify(model.requests)), words), []);
});

for (const format of EXPORT_FORMAT_NAMES) {
	test.serial(`nor in an export as ${format}`, async t => {
		t.timeout(300_000);
		const {url} = await exported(ana, FILMS.includes(format) ? short.id : tour.id, {format});
		const {status, bytes} = await bytesAt(url);
		t.is(status, 200);
		t.deepEqual(findWords(bytes, words), []);
	});
}

test.serial('a bundle goes into its own account without another picture, and into any other', async t => {
	const {url} = await exported(ana, tour.id, {format: 'bundle'});
	const bundle = (await bytesAt(url)).bytes;
	const pictures = async () =>
		Number((await service.services.database.query('SELECT COUNT(*) AS n FROM media WHERE account_id = ?', [ana.accountId]))[0].n);
	const before = await pictures();
	const again = await sendBundle(ana, bundle);
	t.is(again.status, 201, JSON.stringify(again.body));
	t.is(await pictures(), before);
	const bo = await service.client();
	const brought = await sendBundle(bo, bundle);
	t.is(brought.status, 201, JSON.stringify(brought.body));
	t.is(brought.body.tour.stepCount, files.length);
	for (const {image} of (await bo('GET', `/v1/tours/${brought.body.tour.id}`)).body.tour.steps)
		t.is((await bytesAt(image.url)).status, 200);
});

test.serial('a tour that is pulled has nothing hidden, and is published back without a change or an upload', async t => {
	const command = await fetchCommand(service.baseUrl, root);
	const roteiro = (...given: string[]) =>
		runCommand(command, given, {cwd: root, env: {HOME: root, ROTEIRO_KEY: ana.key, ROTEIRO_URL: service.baseUrl}});
	const folder = join(root, 'pulled');
	for (let round = 0; round < 2; round++) {
		const pulled = await roteiro('pull', 'hidden', '-o', folder);
		t.is(pulled.code, 0, pulled.err);
		const back = await roteiro('publish', folder, '--json');
		t.is(back.code, 0, back.err);
		t.like(JSON.parse(back.out), {changes: [], pictures: 0});
		// This imitates another person's clone of the folder.
		await rm(join(folder, '.roteiro'), {recursive: true});
		const cloned = await roteiro('publish', folder, '--json');
		t.like(JSON.parse(cloned.out), {changes: [], pictures: 0}, cloned.err);
	}
	for (const entry of await readdir(folder, {recursive: true, withFileTypes: true})) {
		if (entry.isFile()) t.deepEqual(findWords(await readFile(join(entry.parentPath, entry.name)), words), [], entry.name);
	}
	t.deepEqual(
		(await ana('GET', `/v1/tours/${tour.id}`)).body.tour.steps.map(({image}: Tour['steps'][number]) => image.mediaId),
		tour.steps.map(({image}) => image.mediaId),
	);
});

test.serial('what was sent is known by its own hash and by that of what is handed out', async t => {
	const {mediaId} = tour.steps[0]!.image;
	const handedOut = (await bytesAt(`${service.baseUrl}/v1/media/${mediaId}/original`, withKey)).bytes;
	const asked = [files[0]!.bytes, handedOut].map(bytes => ({sha256: sha256(bytes), bytes: bytes.length}));
	const {body} = await ana('POST', '/v1/media/batch', {body: {files: asked}});
	for (const {media, upload} of body.files) t.true(media !== null && upload === null);
	t.is(body.files[0].media.mediaId, mediaId);
	t.is((await ana('GET', `/v1/media/${sha256(handedOut)}`)).status, 200);
	t.is((await (await service.client())('GET', `/v1/media/${sha256(handedOut)}`)).status, 404);
});

test.serial("nor in the account's own copy, from which another account puts the tour back", async t => {
	const ordered = await person.call('POST', '/app/v1/account/exports', {});
	t.is(ordered.status, 201, JSON.stringify(ordered.body));
	const copy = await eventually('the copy is ready', async () => {
		const found = (await person.call('GET', `/app/v1/account/exports/${ordered.body.export.id}`)).body.export;
		return found.status === 'ready' && found;
	});
	const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
	const {status, bytes} = await bytesAt(copy.url, {Cookie: cookie});
	t.is(status, 200);
	t.deepEqual(findWords(bytes, words), []);
	const found = await readZip(bytes);
	const cy = await service.client();
	for (const [path, image] of found) {
		if (!path.startsWith('images/')) continue;
		t.is(path.replace(/^images\/|\.\w+$/g, ''), sha256(image));
		t.is((await cy('POST', '/v1/media', {body: {base64: image.toString('base64')}})).status, 201);
	}
	const document = JSON.parse(found.get(`tours/${tour.id}/document.json`)!.toString());
	const back = await cy('PUT', '/v1/documents/back', {body: {document}});
	t.is(back.status, 201, JSON.stringify(back.body));
	t.is((await ana('PUT', '/v1/documents/hidden', {body: {document}})).body.changes.length, 0, 'In its own account it changes nothing.');
});
