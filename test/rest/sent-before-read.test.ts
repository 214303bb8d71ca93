import {once} from 'node:events';
import {connect} from 'node:net';
import test from 'ava';
import {startService} from '../helpers/service.ts';

/** Callers that send a whole body before they read, as the HTTP clients of Python, Ruby and PHP do, read why it was refused. */

const service = await startService({}, {workers: false});
test.after.always(() => service.stop());

/** More than the sockets of both sides hold. */
const BYTES = 24 * 1024 * 1024;
const PATIENCE_MS = 20_000;

/** Sends the head, the whole body and another call, and only then reads; returns the status of both responses. */
async function statusesOf(head: string): Promise<string[]> {
	const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1');
	socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('Nobody reads the body.')));
	socket.pause();
	socket.write(`${head}\r\nHost: a\r\nContent-Length: ${BYTES}\r\n\r\n`);
	await new Promise<void>((resolve, reject) => {
		socket.once('error', reject);
		socket.write(Buffer.alloc(BYTES, 'y'), error => (error ? reject(error) : resolve()));
	});
	socket.write('GET /readyz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
	let said = '';
	socket.on('data', piece => (said += piece.toString('latin1'))).resume();
	await once(socket, 'close');
	return [...said.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status!);
}

test('a body that is refused before its end is read to its end, and the connection serves the next call', async t => {
	t.timeout(110_000);
	const client = await service.client();
	const {id} = (await client('POST', '/v1/tours', {body: {name: 'Small'}})).body.tour;
	const {url} = (await client('POST', '/v1/media/upload-url', {body: {}})).body.upload;
	const key = `Authorization: Bearer ${client.key}`;
	const json = 'Content-Type: application/json';
	const refused: Record<string, string> = {
		'a long call, by its operation': `POST /v1/tours HTTP/1.1\r\n${key}\r\n${json}`,
		'a change': `PATCH /v1/tours/${id} HTTP/1.1\r\n${key}\r\n${json}`,
		'a document': `PUT /v1/documents/large HTTP/1.1\r\n${key}\r\n${json}`,
		'an image': `POST /v1/media HTTP/1.1\r\n${key}\r\nContent-Type: image/png`,
		'a message of an agent': `POST /mcp HTTP/1.1\r\n${key}\r\n${json}\r\nAccept: application/json, text/event-stream`,
		'a key that is none': `POST /v1/tours HTTP/1.1\r\nAuthorization: Bearer rt_live_none\r\n${json}`,
		'a path that is none': `POST /v1/none HTTP/1.1\r\n${key}\r\n${json}`,
		'a method that is none': `PUT /v1/me HTTP/1.1\r\n${key}\r\n${json}`,
		'a compressed body': `POST /v1/tours HTTP/1.1\r\n${key}\r\n${json}\r\nContent-Encoding: gzip`,
		'a form': 'POST /account/sign-in HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded',
		'a report of a page': 'POST /p/none/events HTTP/1.1\r\nContent-Type: text/plain',
		'an upload': `PUT ${new URL(url).pathname} HTTP/1.1\r\nContent-Type: image/png`,
	};
	for (const [name, head] of Object.entries(refused)) {
		const statuses = await statusesOf(head).catch(error => [String(error)]);
		t.regex(statuses.join(' '), /^[45]\d\d 200$/, name);
	}
});
