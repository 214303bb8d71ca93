import {readFile} from 'node:fs/promises';
import type {Page} from 'puppeteer';
import {type Person, PICTURES, saved} from './helpers.ts';

/** Tours to lead ways through: made and read by calls, while a page shows them. */

/** Makes a tour of a picture and slides with these titles, and returns its id. */
export async function tourOf(person: Person, titles: string[]): Promise<string> {
	const {id} = (await person.call('POST', '/app/v1/tours', {name: 'Paths'})).body.tour;
	const base64 = (await readFile(PICTURES[0]!)).toString('base64');
	const changes = titles.slice(1).map(title => ({kind: 'add', set: {type: 'slide', title}}));
	await person.call('POST', `/app/v1/tours/${id}/steps`, {title: titles[0], image: {base64}});
	for (let at = 0; at < changes.length; at += 100)
		await person.call('POST', `/app/v1/tours/${id}/changes`, {changes: changes.slice(at, at + 100)});
	return id;
}

export const readTour = async (person: Person, id: string) => (await person.call('GET', `/app/v1/tours/${id}`)).body.tour;
export type Tour = Awaited<ReturnType<typeof readTour>>;

/** Returns the tour once it is saved and so, or as it is after ten seconds. */
export async function storedTour(person: Person, page: Page, id: string, isSo: (tour: Tour) => boolean): Promise<Tour> {
	await saved(page);
	for (let turn = 0; turn < 100; turn++) {
		const tour = await readTour(person, id);
		if (isSo(tour)) return tour;
		await new Promise(done => setTimeout(done, 100));
	}
	return readTour(person, id);
}
