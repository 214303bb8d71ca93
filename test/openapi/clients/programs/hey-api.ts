import {readFile} from 'node:fs/promises';
import {client} from './hey/client.gen';
import {exportTour, getFlow, publish, putTour, setStepActions, uploadMedia} from './hey/sdk.gen';

const {BASE, KEY, PICTURE} = process.env;
client.setConfig({baseUrl: BASE!, auth: () => KEY!});

const stored = await uploadMedia({body: {base64: (await readFile(PICTURE!)).toString('base64')}, throwOnError: true});
if (!('media' in stored.data)) throw new Error('The picture is still being stored.');
const image = {mediaId: stored.data.media.mediaId};

const put = await putTour({
	path: {key: 'generated-client'},
	body: {document: {name: 'Inject a message', steps: ['Open', 'Drag', 'Deploy'].map(title => ({key: title.toLowerCase(), title, image}))}},
	throwOnError: true,
});
const tour = 'tour' in put.data ? put.data.tour : undefined;
if (!tour) throw new Error('The tour is still being made.');
const {id, steps} = tour;
const [first, , last] = steps;

await setStepActions({
	path: {id, stepId: first!.id},
	body: {
		buttons: [
			{label: 'Deploy at once', target: {to: 'step', step: last!.id}},
			{label: 'Show me all', target: {to: 'next'}},
		],
	},
	throwOnError: true,
});
const {data: flow} = await getFlow({path: {id}, throwOnError: true});
if (flow.nodes.length !== 3) throw new Error('The flow has not three steps.');

await exportTour({path: {id}, body: {format: 'vtt'}, throwOnError: true});
const published = await publish({path: {id}, throwOnError: true});
const link = 'publishedLink' in published.data ? published.data.publishedLink : undefined;
if (!link) throw new Error('The tour is still being published.');
console.log(link.url);
