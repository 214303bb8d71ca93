import {once} from 'node:events';
import {mkdtemp, rm} from 'node:fs/promises';
import {createServer, type IncomingMessage, request as proxied, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {CreateBucketCommand, S3Client} from '@aws-sdk/client-s3';
import S3rver from 's3rver';
import {readS3Location, type S3Location} from '../../shared/config/addresses.ts';
import {SWIFT_KEYS, startSwift} from './swift.ts';

const BUCKET = 'tours';

/** What the store does with the next request instead of what it should; `serve` has it do that. */
export type Mischief = (request: IncomingMessage, response: ServerResponse, serve: () => void) => void;

type Keys = {accessKeyId: string; secretAccessKey: string};
type Behind = {serve: (request: IncomingMessage, response: ServerResponse) => void; keys: Keys; stop(): Promise<void>};

/**
 * An object store on 127.0.0.1 with an empty bucket, behind whatever mischief a test has in mind. Its keys are set for this process and those
 * that it starts. It is an emulator, and with `OBJECT_STORE=swift` OpenStack Swift.
 */
export async function startObjectStore() {
	const {serve, keys, stop} = await (process.env.OBJECT_STORE === 'swift' ? openSwift() : openEmulator());
	let mischief: Mischief | null = null;
	let requests = 0;
	const server = createServer((request, response) => {
		requests++;
		if (mischief) mischief(request, response, () => serve(request, response));
		else serve(request, response);
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	process.env.AWS_ACCESS_KEY_ID = keys.accessKeyId;
	process.env.AWS_SECRET_ACCESS_KEY = keys.secretAccessKey;
	const {port} = server.address() as AddressInfo;
	/** As the setting FILES has it. */
	const url = (prefix = '') => `s3://${BUCKET}/${prefix}?endpoint=http://127.0.0.1:${port}`;
	return {
		url,
		location: (prefix?: string): S3Location => readS3Location(url(prefix)),
		requests: () => requests,
		/** Until it is called with null. */
		misbehave(how: Mischief | null) {
			mischief = how;
		},
		async close() {
			server.closeAllConnections();
			await new Promise(resolve => server.close(resolve));
			await stop();
		},
	};
}

async function openEmulator(): Promise<Behind> {
	const directory = await mkdtemp(join(tmpdir(), 'object-store-'));
	const store = new S3rver({silent: true, directory, configureBuckets: [{name: BUCKET}]});
	await store.configureBuckets();
	const serve = store.callback();
	return {
		serve: (request, response) => void serve(request, response),
		keys: {accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER'},
		stop: () => rm(directory, {recursive: true, force: true}),
	};
}

async function openSwift(): Promise<Behind> {
	const {port, stop} = await startSwift();
	const client = new S3Client({
		endpoint: `http://127.0.0.1:${port}`,
		region: 'us-east-1',
		forcePathStyle: true,
		credentials: SWIFT_KEYS,
		requestChecksumCalculation: 'WHEN_REQUIRED',
	});
	await client.send(new CreateBucketCommand({Bucket: BUCKET}));
	client.destroy();
	const serve = (request: IncomingMessage, response: ServerResponse) => {
		const {method, url, headers} = request;
		const passed = proxied({host: '127.0.0.1', port, method, path: url, headers}, answer => {
			response.writeHead(answer.statusCode!, answer.headers);
			answer.pipe(response);
		});
		passed.once('error', () => response.destroy());
		request.once('close', () => request.complete || passed.destroy());
		request.pipe(passed);
	};
	return {serve, keys: SWIFT_KEYS, stop};
}
