import {createLink} from '../../shared/store/access/email-links.ts';
import {notePart, partFile} from '../../shared/store/exports/export-parts.ts';
import {finishTourExport, readTourExportRow} from '../../shared/store/exports/tour-exports.ts';
import {screenshot} from './images.ts';
import {publishForm, sendLead} from './lead.ts';
import {registerApp} from './oauth-app.ts';
import {openPerson} from './oauth-person.ts';
import {type SignedIn, signedIn} from './person.ts';
import {allCounted, send, visitOf} from './reports.ts';
import {type Client, jobEnded, type TestService} from './service.ts';

export type FullAccount = {
	person: SignedIn;
	client: Client;
	/** Tours by what they are. */
	tours: {pictures: string; form: string; inBin: string; redacted: string};
	slug: string;
	/** Where the published tour with a form is. */
	formUrl: string;
	previewUrl: string;
	mediaIds: string[];
	/** Bytes of the images by their mediaId. */
	images: Map<string, Buffer>;
};

/** An account that has something in every table, and files of every kind. `shade` makes its pictures its own; `shared` is one that others have too. */
export async function fillAccount(service: TestService, {shared, shade}: {shared: Buffer; shade: number}): Promise<FullAccount> {
	const person = await signedIn(service);
	const client = await service.client({accountId: person.accountId});
	const db = service.services.database;
	await person.call('PATCH', '/app/v1/account', {
		name: `Leaving Person ${shade}`,
		company: `Leaving Ltd ${shade}`,
		privacyUrl: 'https://example.com/p',
	});
	const own = await screenshot(640, 400 + shade)
		.png()
		.toBuffer();
	const images = new Map<string, Buffer>();
	const upload = async (bytes: Buffer, name: string) => {
		const {media} = (await client('POST', '/v1/media', {body: {base64: bytes.toString('base64'), name}})).body;
		images.set(media.mediaId, bytes);
		return media.mediaId as string;
	};
	const mediaIds = [await upload(own, 'own.png'), await upload(shared, 'shared.png')];
	await client('POST', '/v1/media/upload-url', {body: {name: 'later.png'}});
	await client('POST', `/v1/media/${mediaIds[0]}/elements`, {body: {}});
	const pictures = await picturesTour(client, mediaIds);
	const redacted = await redactedTour(client, shade);
	const form = await publishForm(client, {});
	await sendLead(form);
	const steps = (await client('GET', `/v1/tours/${form.tourId}`)).body.tour.steps;
	await send(service, form.slug, visitOf([{type: 'step', step: steps[0].id}, {type: 'complete'}]));
	await allCounted(service);
	const {tour: binned} = (await client('POST', '/v1/tours', {body: {name: 'Thrown away'}})).body;
	await client('POST', `/v1/tours/${binned.id}/steps`, {body: {image: {mediaId: mediaIds[1]}, title: 'In the bin'}});
	await client('DELETE', `/v1/tours/${binned.id}`);
	await connectApp(service, person.accountId);
	await createLink(db.manager, {account: {id: person.accountId, email: person.email}, purpose: 'reset'});
	await exportTour(service, client, pictures.id);
	const preview = await client('POST', `/v1/tours/${pictures.id}/publish`, {body: {dryRun: true}});
	await db.query(
		"INSERT INTO idempotency (hash, fingerprint, account_id, job_id, outcome, created_at) SELECT UNHEX(SHA2(UUID(), 256)), UNHEX(SHA2(UUID(), 256)), ?, NULL, '{}', UTC_TIMESTAMP(3)",
		[person.accountId],
	);
	return {
		person,
		client,
		tours: {pictures: pictures.id, form: form.tourId, inBin: binned.id, redacted},
		slug: pictures.slug,
		formUrl: form.url,
		previewUrl: preview.body.preview.url,
		mediaIds,
		images,
	};
}

/** With a name of its own, a narration, a picture of a step, a named version; published, its cover drawn. */
async function picturesTour(client: Client, mediaIds: string[]): Promise<{id: string; slug: string}> {
	const steps = mediaIds.map((mediaId, index) => ({
		key: `step-${index}`,
		title: `Step ${index + 1}`,
		text: 'Press the button.',
		image: {mediaId},
		highlight: {x: 0.1, y: 0.1, width: 0.2, height: 0.1},
	}));
	const {tour} = (await client('PUT', '/v1/documents/pictures', {body: {document: {name: 'With pictures', language: 'en', steps}}})).body;
	const path = `/v1/tours/${tour.id}`;
	const spoken = await client('POST', `${path}/steps/${tour.steps[0].id}/narration`, {body: {}, headers: {Prefer: 'respond-async'}});
	if (spoken.status === 202) await jobEnded(client, spoken);
	await client('POST', `${path}/versions`, {body: {name: 'Before the meeting'}});
	await client('GET', `${path}/steps/${tour.steps[0].id}/picture`);
	const {publishedLink} = (await client('POST', `${path}/publish`)).body;
	await fetch(publishedLink.coverUrl);
	return {id: tour.id, slug: publishedLink.slug};
}

/** As a worker leaves it behind: a file, and a part that other exports would have in common with it. */
async function exportTour({services}: TestService, client: Client, id: string): Promise<void> {
	const {database, files} = services;
	const {body} = await client('POST', `/v1/tours/${id}/exports`, {body: {format: 'bundle'}});
	const row = (await readTourExportRow(database.manager, body.export.id))!;
	await files.putUnder('tour-exports', row.file, Buffer.from(`export ${id}`));
	await finishTourExport(database.manager, row.id, {bytes: 10, warnings: []});
	const part = partFile(row.accountId, 'a'.repeat(64), '.mp4');
	await notePart(database.manager, row.accountId, part, row.media);
	await files.putUnder('tour-export-parts', part, Buffer.from(`part of ${id}`));
}

/** With a picture of which a part was redacted: what is left of the one before is still to be removed. */
async function redactedTour(client: Client, shade: number): Promise<string> {
	const base64 = (
		await screenshot(300 + shade, 200)
			.png()
			.toBuffer()
	).toString('base64');
	const {tour} = (await client('POST', '/v1/tours', {body: {name: 'Redacted'}})).body;
	const {step} = (await client('POST', `/v1/tours/${tour.id}/steps`, {body: {image: {base64}, title: 'Secret'}})).body;
	const areas = [{x: 0.1, y: 0.1, width: 0.3, height: 0.2, style: 'box'}];
	const {status, body} = await client('POST', `/v1/tours/${tour.id}/steps/${step.id}/redact`, {body: {areas, where: 'step', live: 'keep'}});
	if (status !== 200) throw new Error(JSON.stringify(body));
	return tour.id;
}

async function connectApp(service: TestService, accountId: string): Promise<void> {
	const app = await registerApp(service.baseUrl);
	const owner = await openPerson(service, {accountId});
	const {url, verifier} = app.ask();
	const back = await owner.consent(url);
	await app.redeem(back.searchParams.get('code'), verifier);
}
