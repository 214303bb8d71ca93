import test from 'ava';
import {pino} from 'pino';
import {LIMITS} from '../../shared/contract/limits.ts';
import {sha256} from '../../shared/ids.ts';
import {compass, paddedPng} from '../../test/helpers/images.ts';
import {picture} from '../../test/helpers/pictures.ts';
import {type Reply, request, startService} from '../../test/helpers/service.ts';

const logged: string[] = [];
const service = await startService({LOG_LEVEL: 'debug'});
const log = service.services.log as unknown as Record<symbol, {write(line: string): void}>;
log[pino.symbols.streamSym]!.write = line => void logged.push(line);
const ana = await service.client();
test.after.always(() => service.stop());

const ask = (body: object = {}) => ana('POST', '/v1/media/upload-url', {body});
const newUrl = async (body: object = {}): Promise<string> => (await ask(body)).body.upload.url;
/** Sends the bytes as anyone with the URL can: without a credential. */
const put = (url: string, bytes: Buffer, headers: Record<string, string> = {}): Promise<Reply> =>
	request(service.baseUrl, 'PUT', url, null, {raw: bytes as BodyInit, headers});
/** Sends them in pieces, so that no Content-Length announces them. */
const putInPieces = async (url: string, bytes: Buffer): Promise<{status: number; body: Reply['body']}> => {
	const response = await fetch(url, {method: 'PUT', body: new Blob([new Uint8Array(bytes)]).stream(), duplex: 'half'} as RequestInit);
	return {status: response.status, body: await response.json()};
};
const fieldsOf = ({body}: Reply): string[] => body.errors.map(({field}: {field: string}) => field);
const tokenOf = (url: string) => url.split('/').at(-1)!;
const hexOf = (bytes: Buffer) => sha256(bytes).toString('hex');

test('POST /v1/media/upload-url answers 201 with a URL that lives 15 minutes', async t => {
	const {status, body} = await ask();
	t.is(status, 201);
	t.deepEqual(body, {ok: true, upload: {url: body.upload.url, method: 'PUT', headers: {}, expiresAt: body.upload.expiresAt}});
	t.true(body.upload.url.startsWith(`${service.baseUrl}/uploads/`));
	t.regex(tokenOf(body.upload.url), /^[0-9A-Za-z]{22}$/);
	const minutes = (Date.parse(body.upload.expiresAt) - Date.now()) / 60_000;
	t.true(minutes > 14.5 && minutes <= 15);
	const typed = await ask({contentType: 'image/png', name: '😀'.repeat(255), bytes: LIMITS.imageBytes, sha256: 'a'.repeat(64)});
	t.is(typed.status, 201);
	t.deepEqual(typed.body.upload.headers, {'Content-Type': 'image/png'});
});

for (const [field, value] of [
	['name', 'a'.repeat(256)],
	['contentType', 'image/svg+xml'],
	['contentType', 'IMAGE/PNG'],
	['bytes', 0],
	['bytes', LIMITS.imageBytes + 1],
	['bytes', '5'],
	['sha256', 'a'.repeat(63)],
	['sha256', 'A'.repeat(64)],
	['url', 'https://example.com'],
] as const) {
	test(`POST /v1/media/upload-url refuses ${field} ${String(value).slice(0, 20)} with 400`, async t => {
		const reply = await ask({[field]: value});
		t.is(reply.status, 400);
		t.deepEqual(fieldsOf(reply), [field]);
	});
}

test('the PUT answers 201 with the media, which the account then uses; the URL is used up', async t => {
	const bytes = await picture({width: 120, height: 80});
	const url = await newUrl({name: 'shot.png'});
	const {status, body} = await put(url, bytes);
	t.is(status, 201);
	t.like(body, {ok: true, media: {mediaId: hexOf(bytes), name: 'shot.png', width: 120, height: 80, format: 'png', bytes: bytes.length}});
	const {id} = (await ana('POST', '/v1/tours', {body: {name: 'Tour'}})).body.tour;
	const image = {mediaId: body.media.mediaId};
	t.is((await ana('POST', `/v1/tours/${id}/steps`, {body: {image}})).status, 201);
	const gone = await put(url, await picture());
	t.is(gone.status, 404);
	t.is(gone.body.error, 'upload_url_expired');
});

test('a PUT whose answer was lost is sent again, also while the image is being stored: the same bytes answer the same media', async t => {
	const bytes = await compass(640, 480).png().toBuffer();
	const url = await newUrl({name: 'again.png'});
	const replies = await Promise.all(Array.from({length: 5}, () => put(url, bytes)));
	const later = await put(url, bytes);
	for (const {status, body} of [...replies, later]) {
		t.is(status, 201, JSON.stringify(body));
		t.like(body.media, {mediaId: hexOf(bytes), name: 'again.png'});
	}
	t.is((await put(url, await picture())).status, 404, 'It takes no other image.');
	const [stored] = await service.services.database.query('SELECT COUNT(*) AS count FROM media WHERE media_id = ?', [hexOf(bytes)]);
	t.is(Number(stored.count), 1);
});

test('a repetition of bytes that are no image pins the URL to none', async t => {
	const url = await newUrl();
	const cut = (await picture()).subarray(0, 100);
	for (const {status} of await Promise.all(Array.from({length: 3}, () => put(url, cut)))) t.is(status, 422);
	t.is((await put(url, await picture())).status, 201);
});

test('bytes that are there already are 201 as well', async t => {
	const bytes = await picture();
	const first = await put(await newUrl(), bytes);
	const again = await put(await newUrl(), bytes);
	t.is(again.status, 201);
	t.deepEqual(again.body, first.body);
});

test('of ten PUTs to one URL at once exactly one stores its image', async t => {
	const url = await newUrl();
	const replies = await Promise.all(Array.from({length: 10}, async () => put(url, await picture())));
	t.deepEqual(replies.map(({status}) => status).toSorted(), [201, ...Array(9).fill(404)]);
});

test('a URL ends with the key that asked for it', async t => {
	const client = await service.client();
	const {url} = (await client('POST', '/v1/media/upload-url', {body: {}})).body.upload;
	await service.services.database.query('UPDATE credentials SET revoked_at = UTC_TIMESTAMP(3) WHERE id = ?', [client.credentialId]);
	t.like(await put(url, await picture()), {status: 404, body: {error: 'upload_url_expired'}});
});

test('a URL is 404 once it has expired, and one that never was is 404', async t => {
	const url = await newUrl();
	const back = 'UPDATE uploads SET expires_at = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND WHERE hash = ?';
	await service.services.database.query(back, [sha256(tokenOf(url))]);
	const bytes = await picture();
	const expired = await put(url, bytes);
	t.is(expired.status, 404);
	t.is(expired.body.error, 'upload_url_expired');
	for (const token of ['x'.repeat(22), tokenOf(url).toLowerCase(), `${tokenOf(await newUrl())}%20`, '%25', '%00']) {
		t.is((await put(`/uploads/${token}`, bytes)).status, 404, token);
	}
	t.is((await request(service.baseUrl, 'GET', await newUrl(), null)).status, 404);
});

test('bytes other than announced are 400, each fault named, and the URL stays good', async t => {
	const [bytes, other] = [await picture(), await compass(31, 17).png().toBuffer()];
	const url = await newUrl({contentType: 'image/png', bytes: bytes.length, sha256: hexOf(bytes)});
	for (const [sent, type, fields] of [
		[bytes, 'image/jpeg', ['Content-Type']],
		[bytes, '', ['Content-Type']],
		[other, 'image/png', ['bytes', 'sha256']],
		[Buffer.from(bytes).fill(7, 60, 70), 'image/png', ['sha256']],
	] as const) {
		const reply = await put(url, sent, type ? {'Content-Type': type} : {});
		t.is(reply.status, 400);
		t.deepEqual(fieldsOf(reply), [...fields]);
	}
	t.is((await put(url, bytes, {'Content-Type': 'image/png'})).status, 201);
});

test('wrong type 415, too large 413, unreadable 422: each leaves the URL for another try', async t => {
	const url = await newUrl();
	const good = await picture();
	const over = paddedPng(good, LIMITS.imageBytes + 1);
	for (const [status, error, bytes] of [
		[415, 'image_type', Buffer.from('not an image')],
		[415, 'image_type', Buffer.alloc(0)],
		[413, 'image_too_large', over],
		[422, 'image_unreadable', good.subarray(0, good.length / 2)],
	] as const) {
		for (const reply of [await put(url, bytes), await putInPieces(url, bytes)]) {
			t.is(reply.status, status);
			t.is(reply.body.error, error);
		}
	}
	t.is((await put(url, paddedPng(good, LIMITS.imageBytes))).status, 201);
});

test('a form around a picture is told to be one, and the URL stays good', async t => {
	const url = await newUrl();
	const bytes = await picture();
	const form = new FormData();
	form.append('file', new File([new Uint8Array(bytes)], 'é画.png', {type: 'image/png'}));
	const response = await fetch(new URL(url, service.baseUrl), {method: 'PUT', body: form});
	t.is(response.status, 415);
	const [fault] = ((await response.json()) as {errors: Array<{message: string; hint: string}>}).errors;
	t.is(fault!.message, 'Is a form around a file.');
	t.regex(fault!.hint, /curl -T/);
	t.is((await put(url, bytes)).status, 201);
});

test('what the client says of the bytes is not believed: a PNG sent as text is a PNG', async t => {
	const bytes = await picture();
	const reply = await put(await newUrl(), bytes, {'Content-Type': 'text/html'});
	t.is(reply.status, 201);
	t.is(reply.body.media.format, 'png');
});

test('a credential neither helps nor harms', async t => {
	const bento = await service.client();
	const bytes = await picture();
	const reply = await put(await newUrl(), bytes, {Authorization: `Bearer ${bento.key}`});
	t.is(reply.status, 201);
	const {id} = (await bento('POST', '/v1/tours', {body: {name: 'Tour'}})).body.tour;
	const step = await bento('POST', `/v1/tours/${id}/steps`, {body: {image: {mediaId: hexOf(bytes)}}});
	t.is(step.status, 404, 'The image belongs to the account that asked for the URL.');
});

test('neither the token of a URL nor the key of its account is ever logged', async t => {
	const url = await newUrl();
	const bytes = await picture();
	for (const body of [Buffer.from('no image'), bytes.subarray(0, 200), bytes, bytes]) await put(url, body);
	await put('/uploads/secret-looking-token', bytes);
	const text = logged.join('');
	t.true(text.includes('/uploads/:token'), 'The log was watched.');
	for (const secret of [tokenOf(url), 'secret-looking-token', ana.key, sha256(tokenOf(url)).toString('hex')])
		t.false(text.includes(secret));
	const [stored] = await service.services.database.query('SELECT COUNT(*) AS count FROM uploads WHERE hash = ?', [sha256(tokenOf(url))]);
	t.is(Number(stored.count), 1, 'Only its hash is kept.');
});
