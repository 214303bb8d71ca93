import test from 'ava';
import {LIMITS} from '../../../shared/contract/limits.ts';
import {sha256} from '../../../shared/ids.ts';
import {screenshot} from '../../../test/helpers/images.ts';
import {startService} from '../../../test/helpers/service.ts';

const service = await startService();
const ana = await service.client();
test.after.always(() => service.stop());

type File = {sha256: string; bytes: number; name?: string};
type Answered = {
	sha256: string;
	media: {mediaId: string} | null;
	upload: {url: string; method: string; headers: Record<string, string>} | null;
};
const batch = (files: unknown, client = ana) => client('POST', '/v1/media/batch', {body: {files}});
const picture = (width: number) => screenshot(width, 100).png().toBuffer();
const fileOf = (bytes: Buffer): File => ({sha256: sha256(bytes).toString('hex'), bytes: bytes.length});
const put = (url: string, bytes: Buffer) => fetch(url, {method: 'PUT', body: new Uint8Array(bytes)});
const uploads = async () => Number((await service.services.database.query('SELECT COUNT(*) AS n FROM uploads'))[0].n);

test.serial('one call says which images are there, and gives an upload URL for each of the rest', async t => {
	const pictures = await Promise.all([200, 201, 202].map(picture));
	const files = pictures.map(fileOf);
	const first: Answered[] = (await batch(files)).body.files;
	t.deepEqual(
		first.map(({sha256, media, upload}) => [sha256, media, upload?.method]),
		files.map(({sha256}) => [sha256, null, 'PUT']),
	);
	for (const [index, {upload}] of first.slice(0, 2).entries()) {
		const reply = await put(upload!.url, pictures[index]!);
		t.is(reply.status, 201);
		t.is((await reply.json()).media.mediaId, files[index]!.sha256);
	}
	const second: Answered[] = (await batch(files)).body.files;
	t.deepEqual(
		second.map(({media, upload}) => [media?.mediaId ?? null, upload === null]),
		[
			[files[0]!.sha256, true],
			[files[1]!.sha256, true],
			[null, false],
		],
	);
	const stranger: Answered[] = (await batch(files, await service.client())).body.files;
	t.true(
		stranger.every(({media}) => media === null),
		'Nobody learns what another account has.',
	);
});

test.serial('the same file twice gets one upload URL; of two sizes one is wrong', async t => {
	const file = fileOf(await picture(210));
	const [one, two]: Answered[] = (await batch([file, file])).body.files;
	t.is(one!.upload!.url, two!.upload!.url);
	const reply = await batch([file, {...file, bytes: file.bytes + 1}]);
	t.is(reply.status, 400);
	t.is(reply.body.errors[0].field, 'files[1].bytes');
});

test.serial('of 100 files one is of 16 MB: it is named, and no upload URL is made for any', async t => {
	const files = Array.from({length: LIMITS.mediaBatch}, (_, index) => ({sha256: sha256(`${index}`).toString('hex'), bytes: 1000}));
	const before = await uploads();
	const reply = await batch(files.with(57, {...files[57]!, bytes: 16 * 1024 * 1024}));
	t.is(reply.status, 400);
	t.deepEqual(
		reply.body.errors.map(({field}: {field: string}) => field),
		['files[57].bytes'],
	);
	t.is(await uploads(), before);
	t.is((await batch([...files, files[0]])).body.errors[0].field, 'files');
	t.is((await batch([])).status, 400);
	t.is((await batch(files)).body.files.length, LIMITS.mediaBatch);
	t.is(await uploads(), before + LIMITS.mediaBatch);
});

test.serial('bytes of another sha256 are refused, stored nowhere, and leave the URL for the right ones', async t => {
	const [right, wrong] = await Promise.all([picture(220), picture(221)]);
	const file = {...fileOf(right), bytes: wrong.length};
	const [{upload}]: [Answered] = (await batch([file])).body.files;
	const refused = await put(upload!.url, wrong);
	t.is(refused.status, 400);
	t.is((await refused.json()).errors[0].field, 'sha256');
	const again: Answered[] = (await batch([fileOf(wrong), fileOf(right)])).body.files;
	t.true(again.every(({media}) => media === null));
	t.is((await put(again[1]!.upload!.url, right)).status, 201);
});
