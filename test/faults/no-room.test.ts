import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {sendBundle} from '../helpers/bundles.ts';
import {eventually} from '../helpers/eventually.ts';
import {ended, exported, makeTour} from '../helpers/exports.ts';
import {picture} from '../helpers/pictures.ts';
import {type Client, jobEnded, type Reply, startService} from '../helpers/service.ts';
import {mayMount, mountSmallDisk, type SmallDisk} from '../helpers/small-disk.ts';

/** Every way to write a file, where the disk is full and where nothing can be written: it is refused or waits, nothing is half done, and all goes on. */

const MODES: Record<string, {begin(disk: SmallDisk): void; end(disk: SmallDisk): void; says: string}> = {
	full: {begin: disk => disk.fill(), end: disk => disk.free(), says: 'is full'},
	'read-only': {begin: disk => disk.writable(false), end: disk => disk.writable(true), says: 'cannot be written'},
};
const onADisk = mayMount() ? test.serial : test.serial.skip;
const LATER = {Prefer: 'respond-async'};

for (const [name, mode] of Object.entries(MODES)) {
	onADisk(`${name}: uploads, pictures, publishes, exports, imports, narration and covers`, async t => {
		t.timeout(400_000);
		const service = await startService({LOG_LEVEL: 'silent'}, {also: ['audio', 'export']});
		t.teardown(() => service.stop());
		const root = join(service.config.dataDir, 'files');
		const disk = mountSmallDisk(root, 96 * 1024 * 1024);
		t.teardown(() => disk.unmount());
		const ana = await service.client();
		const tour = await makeTour(ana, 'No room');
		const path = `/v1/tours/${tour.id}`;
		const bundle = Buffer.from(await (await fetch((await exported(ana, tour.id, {format: 'bundle'})).url)).arrayBuffer());
		const upload = (await ana('POST', '/v1/media/upload-url', {body: {}})).body.upload;
		const bytes = new Uint8Array(await picture());
		const image = {base64: Buffer.from(await picture()).toString('base64')};
		const redact = {areas: [{x: 0.3, y: 0.3, width: 0.2, height: 0.2, style: 'box'}]};
		const calls: Record<string, (client: Client, headers?: Record<string, string>) => Promise<Reply>> = {
			media: (client, headers) => client('POST', '/v1/media', {body: image, headers}),
			upload: (client, headers) => client('PUT', new URL(upload.url).pathname, {raw: bytes, headers: {...upload.headers, ...headers}}),
			step: (client, headers) => client('POST', `${path}/steps`, {body: {title: 'With a picture', image}, headers}),
			redact: (client, headers) => client('POST', `${path}/steps/${tour.stepIds[0]}/redact`, {body: redact, headers}),
			publish: (client, headers) => client('POST', `${path}/publish`, {body: {}, headers}),
			import: (client, headers) => sendBundle(client, bundle, headers),
			export: (client, headers) => client('POST', `${path}/exports`, {body: {format: 'html'}, headers}),
			narration: (client, headers) =>
				client('POST', `${path}/steps/${tour.stepIds[0]}/narration`, {body: {text: `Words for ${name}.`}, headers}),
		};

		mode.begin(disk);
		const waiting: Array<[string, Reply]> = [];
		for (const [what, call] of Object.entries(calls)) {
			const reply = await call(ana, LATER);
			// What is taken now is done once there is room; what is refused says so, and when to come again.
			const isTaken = [200, 201, 202].includes(reply.status);
			t.true(isTaken || reply.status === 503, `${what}: ${reply.status} ${JSON.stringify(reply.body)}`);
			if (isTaken) waiting.push([what, reply]);
			else t.true(reply.body.error === 'unavailable' && reply.headers.has('retry-after'), `${what}: ${JSON.stringify(reply.body)}`);
		}
		t.log(`taken and waiting: ${waiting.map(([what]) => what).join(', ') || 'none'}`);
		for (const what of ['media', 'upload', 'step', 'import'])
			t.false(
				waiting.some(([taken]) => taken === what),
				`${what} has nowhere to go`,
			);
		const ready = await ana('GET', '/readyz');
		t.deepEqual([ready.status, ready.body.checks], [503, {database: 'ok', queue: 'ok', storage: mode.says}]);
		t.is((await ana('GET', path)).status, 200, 'what is there is read');
		const [before] = await service.services.database.query('SELECT COUNT(*) AS n FROM media WHERE account_id = ?', [ana.accountId]);
		t.is(Number(before.n), 1, 'no picture is half there');

		mode.end(disk);
		t.is((await ana('GET', '/readyz')).status, 200);
		for (const [what, reply] of waiting) {
			if (what === 'export') t.is((await ended(ana, reply.body.export.id)).status, 'succeeded', what);
			else if (reply.body.job) t.is((await jobEnded(ana, reply)).status, 'succeeded', what);
		}
		for (const [what, call] of Object.entries(calls)) {
			if (waiting.some(([taken]) => taken === what)) continue;
			const reply = await call(ana);
			t.true(reply.status === 200 || reply.status === 201, `${what} afterwards: ${reply.status} ${JSON.stringify(reply.body)}`);
		}
		await eventually('the cover is there', async () => (await fetch((await ana('GET', path)).body.tour.publishedLink.coverUrl)).ok);
		t.deepEqual(await readdir(join(root, 'incoming')).catch(() => []), [], 'nothing half written');
	});
}
