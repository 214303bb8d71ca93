import {once} from 'node:events';
import {type AddressInfo, createServer} from 'node:net';
import test from 'ava';
import {startObjectStore} from '../../test/helpers/object-store.ts';
import {readS3Location} from '../config/addresses.ts';
import {sha256} from '../ids.ts';
import {outageOf} from '../outage.ts';
import {openS3Store} from './s3-store.ts';

/** What is an object store's alone; what every store does is in `file-store.test.ts`. */

const objects = await startObjectStore();
test.after.always(() => objects.close());

test('FILES names a bucket, and what is wrong with it is said', t => {
	const ours = {bucket: 'tours', prefix: '', endpoint: undefined, region: 'us-east-1', pathStyle: false};
	t.deepEqual(readS3Location('s3://tours'), ours);
	t.deepEqual(readS3Location('s3://tours/a/b/'), {...ours, prefix: 'a/b/'});
	const elsewhere = readS3Location('s3://tours/x?endpoint=https://objects.example.org&region=eu-1');
	t.deepEqual(elsewhere, {...ours, prefix: 'x/', endpoint: 'https://objects.example.org', region: 'eu-1', pathStyle: true});
	t.false(readS3Location('s3://tours?endpoint=https://o.example.org&pathStyle=false').pathStyle);
	for (const wrong of ['', 'tours', 'https://tours', 's3://', 's3://tours?regoin=eu', 's3://tours?endpoint=objects.example.org']) {
		t.throws(() => readS3Location(wrong), {message: /^FILES/}, wrong);
	}
});

test.serial('a store that is busy for a moment, and one whose response is lost after the write, have the file once', async t => {
	const store = openS3Store(objects.location('busy'));
	let refused = 0;
	objects.misbehave((_request, response, serve) => {
		if (refused++ < 2) response.writeHead(503, {'Content-Type': 'application/xml'}).end('<Error><Code>SlowDown</Code></Error>');
		else serve();
	});
	const name = await store.put('originals', Buffer.from('busy'));
	t.is(refused, 3);
	let lost = 0;
	objects.misbehave((request, response, serve) => {
		if (request.method === 'PUT' && lost++ === 0) {
			const {socket} = request;
			response.end = () => socket.destroy() as never;
		}
		serve();
	});
	const again = await store.put('originals', Buffer.from('lost'));
	objects.misbehave(null);
	t.is(lost, 2);
	t.is((await store.read('originals', name))!.toString(), 'busy');
	t.is((await store.read('originals', again))!.toString(), 'lost');
});

test.serial('a body that breaks off is read again', async t => {
	const store = openS3Store(objects.location('cut'));
	const bytes = Buffer.alloc(300_000, 'cut');
	const name = await store.put('originals', bytes);
	let cut = 0;
	objects.misbehave((_request, response, serve) => {
		if (cut++ > 0) return serve();
		response.writeHead(200, {'Content-Length': bytes.length}).write(bytes.subarray(0, 1000));
		setTimeout(() => response.destroy(), 50);
	});
	t.true(bytes.equals((await store.read('originals', name))!));
	objects.misbehave(null);
	t.is(cut, 2);
});

test.serial('a store that is down is an outage, not a defect and no missing file; wrong keys are a defect', async t => {
	const unused = createServer().listen(0, '127.0.0.1');
	await once(unused, 'listening');
	const {port} = unused.address() as AddressInfo;
	unused.close();
	const gone = openS3Store(readS3Location(`s3://tours?endpoint=http://127.0.0.1:${port}`));
	const name = sha256('anything').toString('hex');
	for (const work of [() => gone.check(), () => gone.read('originals', name), () => gone.put('media', Buffer.from('x'))]) {
		t.truthy(outageOf(await t.throwsAsync(work())));
	}
	const store = openS3Store(objects.location('refusing'));
	objects.misbehave((_request, response) => void response.writeHead(500).end());
	t.truthy(outageOf(await t.throwsAsync(store.size('originals', name))));
	objects.misbehave((_request, response) => void response.writeHead(403).end());
	t.is(outageOf(await t.throwsAsync(store.size('originals', name))), null);
	objects.misbehave(null);
});

test.serial('more names than one page of a list holds are all listed', async t => {
	const store = openS3Store(objects.location('many'));
	const page = (name: string, next: string) => `<?xml version="1.0" encoding="UTF-8"?>
		<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>tours</Name><KeyCount>1</KeyCount><MaxKeys>1</MaxKeys>
		<IsTruncated>${Boolean(next)}</IsTruncated>${next && `<NextContinuationToken>${next}</NextContinuationToken>`}
		<Contents><Key>many/pages/${name}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified><Size>1</Size></Contents></ListBucketResult>`;
	objects.misbehave((request, response) => {
		const second = new URL(request.url!, 'http://localhost').searchParams.get('continuation-token') === 'second';
		response.writeHead(200, {'Content-Type': 'application/xml'}).end(second ? page('ab2.html', '') : page('ab1.html', 'second'));
	});
	const listed = await store.list('pages', 'ab');
	objects.misbehave(null);
	t.deepEqual(listed, ['ab1.html', 'ab2.html']);
});
