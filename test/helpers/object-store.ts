import {once} from 'node:events';
import {mkdtemp, rm} from 'node:fs/promises';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import S3rver from 's3rver';
import {readS3Location, type S3Location} from '../../shared/files/s3-location.ts';

/** What the store does with the next request instead of what it should; `serve` has it do that. */
export type Mischief = (request: IncomingMessage, response: ServerResponse, serve: () => void) => void;

/**
 * An object store on 127.0.0.1 with an empty bucket, behind whatever mischief a test has in mind. Its keys are set for this process and those
 * that it starts.
 */
export async function startObjectStore() {
	const directory = await mkdtemp(join(tmpdir(), 'object-store-'));
	const store = new S3rver({silent: true, directory, configureBuckets: [{name: 'tours'}]});
	await store.configureBuckets();
	const serve = store.callback();
	let mischief: Mischief | null = null;
	let requests = 0;
	const server = createServer((request, response) => {
		requests++;
		if (mischief) mischief(request, response, () => void serve(request, response));
		else void serve(request, response);
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	process.env.AWS_ACCESS_KEY_ID = 'S3RVER';
	process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER';
	const {port} = server.address() as AddressInfo;
	/** As the setting FILES has it. */
	const url = (prefix = '') => `s3://tours/${prefix}?endpoint=http://127.0.0.1:${port}`;
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
			await rm(directory, {recursive: true, force: true});
		},
	};
}
