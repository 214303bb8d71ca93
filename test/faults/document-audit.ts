import {connectAgent, ERAS} from '../helpers/mcp.ts';
import type {Client} from '../helpers/service.ts';
import {type Faults, type Ground, KEY, type KnownTour, shown} from './document-ledger.ts';

/** Compares what REST, MCP, statistics, lists and pages say of each tour at the end with what was acknowledged, and with each other. */
export async function auditTours({client, baseUrl}: Ground, tours: KnownTour[], faults: Faults): Promise<void> {
	const agent = await connectAgent(baseUrl, client.key, ERAS[0]);
	const listed = await everyId(client, '/v1/tours');
	const binned = await everyId(client, '/v1/bin');
	for (const tour of tours) {
		const {id, isBinned} = tour;
		const wrong = (what: string, how: unknown) => void faults.disagreed.push(`${what} of ${isBinned ? 'a deleted' : 'a'} tour: ${how}`);
		const [here, there] = isBinned ? [binned, listed] : [listed, binned];
		if (count(here, id) < 1) faults.lost++;
		if (count(here, id) > 1 || count(there, id) > 0) faults.doubled++;

		const rest = await client('GET', `/v1/tours/${id}`);
		const tool = (await agent.call('get_tour', {id})).body;
		const document = (await agent.call('get_tour_document', {key: tour.key, full: true})).body;
		const statistics = await client('GET', `/v1/tours/${id}/analytics`);
		const found = (await agent.call('get_analytics', {tourId: id})).body;
		if (isBinned) {
			for (const [what, error] of [
				['REST', rest.body.error],
				['get_tour', tool.error],
				['get_tour_document', document.error],
				['statistics', statistics.body.error],
				['get_analytics', found.error],
			])
				if (error !== 'not_found') wrong(what!, error);
		} else {
			if (shown(rest.body.tour.steps) !== tour.shows) faults.lost++;
			if (shown(tool.tour.steps) !== tour.shows) wrong('get_tour', 'another content');
			if (shown(document.document.steps) !== tour.shows) wrong('get_tour_document', 'another content');
			for (const [what, version] of [
				['REST', rest.body.tour.version],
				['get_tour', tool.tour.version],
			] as const)
				if (version !== tour.version) wrong(what, `version ${version} instead of ${tour.version}`);
			if (statistics.body.totals.views < tour.views) faults.lost += tour.views - statistics.body.totals.views;
			if (statistics.body.totals.views > tour.views) faults.doubled += statistics.body.totals.views - tour.views;
			if (found.totals?.views !== statistics.body.totals.views) wrong('get_analytics', `${found.totals?.views} views`);
			const status = rest.body.tour.status;
			if ((status === 'published') !== (tour.page !== null)) wrong('status', status);
		}
		if (tour.url) await auditPage(tour.url, tour.page, wrong, faults);
	}
	if (listed.length + binned.length > tours.length) faults.doubled += listed.length + binned.length - tours.length;
	await agent.close();
}

async function auditPage(url: string, page: string | null, wrong: (what: string, how: unknown) => void, faults: Faults): Promise<void> {
	const response = await fetch(url);
	const text = await response.text();
	if (page === null) {
		if (response.status !== 410) wrong('page', response.status);
		return;
	}
	const titles = (JSON.parse(page) as Array<[string, string | null]>).map(([title]) => title);
	if (response.status !== 200) wrong('page', response.status);
	faults.lost += titles.filter(title => !text.includes(title)).length;
}

/** The ids of the writers' tours on every page of a list, each as often as it is there. */
async function everyId(client: Client, path: string): Promise<string[]> {
	const ids: string[] = [];
	for (let cursor: string | null = ''; cursor !== null; ) {
		const {body} = await client('GET', `${path}?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
		const theirs = body.tours.filter(({name}: {name: string}) => name.startsWith(KEY));
		ids.push(...theirs.map(({id}: {id: string}) => id));
		cursor = body.nextCursor;
	}
	return ids;
}

function count(ids: string[], id: string): number {
	return ids.filter(one => one === id).length;
}
