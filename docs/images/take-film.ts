import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';

// Makes the README's moving picture: some steps of the sample tour, exported as an animated WebP by a running service.
//   node docs/images/take-film.ts http://127.0.0.1:8080 .data/demo-key.txt

/** Positions in the sample tour: from the first node to the message that arrives. */
const SHOWN = [1, 3, 7, 8, 9];
const OPTIONS = {style: 'motion', width: 720, maxBytes: 700_000, opening: false, closing: false};
const LOOK_MS = 1000;

const [baseUrl, keyFile] = process.argv.slice(2);
if (!baseUrl || !keyFile) throw new Error('Name the address of the service and the file with the key; npm start prints both.');
const key = readFileSync(keyFile, 'utf8').trim();

const {tours} = await call('GET', '/v1/tours?limit=200');
const sample = tours.find((tour: {stepCount: number}) => tour.stepCount === 11);
const {document} = await call('GET', `/v1/documents/${sample.id}`);
const steps = SHOWN.map(position => document.steps[position]).map(({id: _, text: _text, ...step}) => step);
const {tour} = await call('PUT', '/v1/documents/readme-film', {document: {...document, name: 'Film of the README', steps}});

let {export: made} = await call('POST', `/v1/tours/${tour.id}/exports`, {format: 'webp', options: OPTIONS});
while (!made.url && made.status !== 'failed') {
	await sleep(LOOK_MS);
	({export: made} = await call('GET', `/v1/exports/${made.id}`));
}
if (!made.url) throw new Error(JSON.stringify(made));
const file = join(import.meta.dirname, 'tour.webp');
writeFileSync(file, Buffer.from(await (await fetch(made.url)).arrayBuffer()));
console.log(`${file}: ${made.bytes} bytes`, made.warnings);

async function call(method: string, path: string, body?: object) {
	const answer = await fetch(baseUrl + path, {
		method,
		headers: {authorization: `Bearer ${key}`, 'content-type': 'application/json'},
		...(body && {body: JSON.stringify(body)}),
	});
	const json = await answer.json();
	if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(json)}`);
	return json;
}
