import {readdir, readFile} from 'node:fs/promises';
import test from 'ava';
import {LANDING_TOURS, landingFile, landingTour} from '../../api/landing/landing.ts';
import {PAGE_LANGUAGES} from '../../shared/contract/page-language.ts';
import {drawHeadlineFont, keptHeadlineFont} from './headline.ts';
import {renderLanding} from './render.ts';

for (const tour of LANDING_TOURS) {
	for (const language of PAGE_LANGUAGES) {
		test(`the tours at the root are drawn by the player as it is now: ${tour}, ${language} (else: npm run lab -- landing)`, async t => {
			// Not compared by parts: what differs would fill pages.
			t.true(JSON.stringify(landingTour(language, tour)) === JSON.stringify(await renderLanding(language, tour)));
		});
	}
}

test('the font of the headlines is that of the covers (else: npm run lab -- landing)', async t => {
	t.true((await drawHeadlineFont()).equals(await keptHeadlineFont()));
});

test('every file that these tours ask for is there, and none that nobody asks for', async t => {
	const pages = LANDING_TOURS.flatMap(tour => PAGE_LANGUAGES.map(language => landingTour(language, tour).html)).join('');
	const asked = new Set([...pages.matchAll(/\.\/media\/([0-9a-f]{32}\.\w+)/g)].map(([, name]) => name!));
	t.true(asked.size > 10);
	for (const name of asked) t.truthy(landingFile(name), name);
	const kept = await readdir(new URL('../../api/landing/tours/media/', import.meta.url));
	t.deepEqual(
		kept.filter(name => !asked.has(name)),
		[],
	);
	const bytes = (await Promise.all(kept.map(name => readFile(new URL(`../../api/landing/tours/media/${name}`, import.meta.url))))).map(
		({length}) => length,
	);
	t.true(bytes.reduce((sum, one) => sum + one, 0) <= 2_000_000);
});
