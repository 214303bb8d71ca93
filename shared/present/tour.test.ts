import test from 'ava';
import {Step} from '../contract/step.ts';
import {Tour, TourListItem} from '../contract/tour.ts';
import {compileSchema} from '../schema/schema.ts';
import type {StoredTour} from '../store/tour-list.ts';
import {emptyTour, pageLanguage} from '../tour/document/document.ts';
import {stepDurationMs} from '../tour/pace.ts';
import {makeSnapshot} from '../tour/snapshot.ts';
import {addStep} from '../tour/steps.ts';
import {coverUrl, previewUrl, tourUrl} from '../tour/urls.ts';
import {presentLink, presentStep, presentTour, presentTourListItem} from './tour.ts';

const BASE = 'https://tours.example';
const BASES = {baseUrl: BASE, mediaUrl: `${BASE}/media`};
const IMAGE = {mediaId: 'a'.repeat(64), file: 'b.webp', width: 1440, height: 900};
const content = addStep(emptyTour('Tour'), 'step_1', {title: 'Title', click: {x: 0.5, y: 0.5}}, IMAGE).content;
const tour: StoredTour = {
	id: 'tour_1',
	accountId: 'acc_1',
	createdBy: 'agent',
	status: 'unpublished',
	version: 3,
	contentVersion: 3,
	publishedVersion: null,
	link: null,
	publisher: {company: null, privacyUrl: null},
	createdAt: new Date('2026-01-02T03:04:05.678Z'),
	updatedAt: new Date('2026-01-02T03:04:06Z'),
	content,
};

test('a tour, a list item and a step are shown as the contract declares them', t => {
	t.deepEqual(compileSchema(Tour)(presentTour(tour, BASES)), []);
	t.deepEqual(compileSchema(TourListItem)(presentTourListItem({...tour, name: 'Tour', stepCount: 1}, BASE)), []);
	t.deepEqual(compileSchema(Step)(presentStep(content.steps[0]!, 0, BASES)), []);
});

test('times are ISO 8601 in UTC, and nothing shows whose tour it is', t => {
	const shown = presentTour(tour, BASES);
	t.is(shown.createdAt, '2026-01-02T03:04:05.678Z');
	t.false(JSON.stringify(shown).includes('acc_1'));
});

test('a tour made with a bearer credential carries the tag of an agent, one made in the editor none', t => {
	t.deepEqual(presentTour(tour, BASES).tags, ['created by agent']);
	t.deepEqual(presentTour({...tour, createdBy: 'editor'}, BASES).tags, []);
});

test('there are unpublished changes only where a link shows an older version', t => {
	const changes = (more: Partial<StoredTour>) => presentTour({...tour, ...more}, BASES).hasUnpublishedChanges;
	t.false(changes({}));
	t.false(changes({status: 'published', publishedVersion: 3}));
	t.true(changes({status: 'published', publishedVersion: 2}));
	t.false(changes({status: 'unpublished', publishedVersion: 2}));
});

test('a label that was never given follows the title', t => {
	const step = content.steps[0]!;
	t.is(presentStep(step, 0, BASES).label, 'Title');
	t.is(presentStep({...step, label: 'Label'}, 0, BASES).label, 'Label');
	t.is(presentStep({...step, title: null}, 0, BASES).label, null);
});

test('the position of a step is its index, and its image opens under the base URL', t => {
	const step = presentStep(content.steps[0]!, 7, BASES);
	t.is(step.position, 7);
	t.deepEqual(step.image, {
		mediaId: IMAGE.mediaId,
		url: `${BASE}/media/b.webp`,
		thumbnailUrl: `${BASE}/media/thumbnails/b.webp`,
		width: 1440,
		height: 900,
	});
});

test('a step lasts 3 seconds, or 50 ms for each code point of title and text where that is longer', t => {
	t.is(stepDurationMs({title: null, text: null, narrations: []}), 3000);
	t.is(stepDurationMs({title: 'a'.repeat(20), text: 'b'.repeat(40), narrations: []}), 3000);
	t.is(stepDurationMs({title: 'a'.repeat(20), text: 'b'.repeat(41), narrations: []}), 3050);
	t.is(stepDurationMs({title: '😀'.repeat(30), text: '😀'.repeat(31), narrations: []}), 3050, 'An emoji is one code point.');
});

test('a narration language of pt means a page in pt-BR; any other stays', t => {
	t.is(pageLanguage({language: 'pt', voices: {}}), 'pt-BR');
	t.is(pageLanguage({language: 'es-MX', voices: {}}), 'es-MX');
});

test('public URLs begin with the base URL, and the cover follows the content', t => {
	t.is(tourUrl(BASE, 'slug'), `${BASE}/p/slug`);
	t.is(previewUrl(BASE, 'token'), `${BASE}/p/preview/token`);
	const [one, other] = ['1'.repeat(64), '2'.repeat(64)].map(hash => coverUrl(BASE, 'slug', `${hash}.json`));
	t.not(one, other);
	t.regex(one!, /^https:\/\/tours\.example\/p\/slug\/cover-1{16}\.jpg$/);
	const link = {slug: 'slug', title: 'A "title"', snapshot: '1'.repeat(64), bytes: 9, publishedAt: new Date(0), width: 4, height: 3};
	const shown = presentLink(link, BASE);
	t.like(shown, {url: `${BASE}/p/slug`, slug: 'slug', title: 'A "title"', bytes: 9, publishedAt: '1970-01-01T00:00:00.000Z'});
	t.true(shown.embedCode.includes(`src="${BASE}/p/slug"`) && shown.embedCode.includes('title="A &quot;title&quot;"'));
});

test('a snapshot holds what the page shows: no script of the narration, no identifier of an image, no image of a slide', t => {
	const slide = addStep(content, 'step_2', {type: 'slide', narrationScript: 'secret words'}, IMAGE).content;
	const facts = {width: 1440, height: 900, color: '#ffffff', variants: [], stills: []};
	const snapshot = makeSnapshot(slide, 'Link title', new Map([[IMAGE.mediaId, facts]]));
	t.is(snapshot.title, 'Link title');
	const long = makeSnapshot(slide, 'A name without bound '.repeat(40_000), new Map([[IMAGE.mediaId, facts]]));
	t.true([...long.title].length <= 200, 'a title can be drawn');
	t.is(snapshot.language, 'pt-BR');
	t.deepEqual(snapshot.steps[0]!.image, {width: 1440, height: 900, color: '#ffffff', variants: [], still: null});
	t.is(snapshot.steps[1]!.image, null);
	t.false(JSON.stringify(snapshot).includes('secret words'));
	t.false(JSON.stringify(snapshot).includes(IMAGE.mediaId));
	t.throws(() => makeSnapshot(content, 'Link title', new Map()), {message: /is not stored/});
});
