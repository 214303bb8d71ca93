import test from 'ava';
import {burst} from './together.ts';

/** One of each way in: a document, changes, a bundle, a picture by each of its ways, the owner's pages, and agents. How long others wait is measured by `npm run lab -- load --together 60`. */
const SAMPLE = [
	'put_tour',
	'change_tour',
	'get_tour_document',
	'import_tour',
	'upload_media (bytes)',
	'upload URL',
	'owner list_uses',
	'tool put_tour',
	'tool get_tour_document',
];

test('many of the largest calls of an account at once are refused nothing that one alone is given, and the process stays ready', async t => {
	t.timeout(600_000);
	const {bursts} = await burst({together: 12, steps: 40, side: 300, settleMs: 0, only: operation => SAMPLE.includes(operation)});
	t.deepEqual(bursts.map(({operation}) => operation).sort(), SAMPLE.toSorted());
	for (const {operation, alone, ended, refused, tour, ready} of bursts) {
		t.regex(alone, /^20[01]/, operation);
		t.is(refused, 0, `${operation}: ${JSON.stringify(ended)}`);
		t.is(tour.failed + ready.failed, 0, operation);
	}
});
