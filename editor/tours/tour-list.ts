import {batch, computed, effect, signal} from '@preact/signals';
import {ApiError} from '../../client/api-error.ts';
import type {Input, Output} from '../../client/index.ts';
import {LIMITS} from '../../shared/contract/limits.ts';
import {client} from '../shell/session-data.ts';

/** The account's tours as the service finds them, as far as they were read. */

export type TourItem = Output<'GET /tours'>['tours'][number];
type Query = Input<'GET /tours'>;
export type Sort = NonNullable<Query['sort']>;
export const SORTS: Sort[] = ['updated', 'created', 'name'];
export const FILTERS = ['all', 'published', 'drafts', 'byAgents'] as const;
export type Filter = (typeof FILTERS)[number];
export type Layout = 'grid' | 'rows';

export const tours = signal<TourItem[] | null>(null);
export const failed = signal<'failed' | 'offline' | null>(null);
/** The search; `found` is the search whose results are shown. */
export const query = signal('');
export const filter = signal<Filter>('all');
export const sort = signal<Sort>('updated');
export const found = signal({query: '', filter: 'all' as Filter});
export const reading = signal(false);
export const layout = signal<Layout>(keptLayout());
const cursor = signal<string | null>(null);
export const hasMore = computed(() => cursor.value !== null);
/** True if there is no tour at all, under any filter. */
export const isEmpty = computed(() => tours.value?.length === 0 && !found.value.query && found.value.filter === 'all');
/** Ids of selected tours. One that the search no longer shows is none of `chosen`, on which all is done. */
export const selected = signal<ReadonlySet<string>>(new Set());
export const chosen = computed(() => (tours.value ?? []).filter(({id}) => selected.value.has(id)));
let lastToggled = '';

const PAGE = 48;
/** Milliseconds after a letter until the service is asked. */
const PAUSE_MS = 200;

const FITS: Record<Filter, Query> = {
	all: {},
	published: {status: 'published'},
	drafts: {status: 'unpublished'},
	byAgents: {createdBy: 'agent'},
};

/** Number of the last request, by which an outdated response is recognised and dropped. */
let asked = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Reads the first page of the search; the old list stays until it arrives. */
export const readTours = () => readFirst(1);

/** Reads as many tours as are shown, so that they keep their place under the eyes of the person. */
export const readAgain = () => readFirst(tours.value?.length ?? 1);

async function readFirst(least: number): Promise<void> {
	clearTimeout(timer);
	const by = {query: query.value.trim(), filter: filter.value};
	await read(undefined, least, page => {
		tours.value = page.tours;
		found.value = by;
	});
}

export async function readMore(): Promise<void> {
	if (!cursor.value || reading.value) return;
	await read(cursor.value, 1, page => {
		// One that was changed meanwhile stands first by now, and was read already.
		const known = new Set(tours.value?.map(({id}) => id));
		tours.value = [...(tours.value ?? []), ...page.tours.filter(({id}) => !known.has(id))];
	});
}

/** Searches for these words, once the typing pauses. */
export function search(words: string): void {
	query.value = words;
	clearTimeout(timer);
	timer = setTimeout(readTours, PAUSE_MS);
}

/** Removes tours from the list at once; returns the function that puts back those which are not `gone`. */
export function takeOut(taken: readonly TourItem[]): (gone: ReadonlySet<TourItem>) => void {
	const before = tours.value ?? [];
	const ids = new Set(taken.map(({id}) => id));
	tours.value = before.filter(({id}) => !ids.has(id));
	return gone => {
		const known = new Set(before.map(({id}) => id));
		const kept = before.filter(tour => !gone.has(tour));
		tours.value = [...kept, ...(tours.value ?? []).filter(({id}) => !known.has(id))];
	};
}

/** Adds a tour to those that are selected, or takes it from them. */
export function toggle({id}: TourItem): void {
	const ids = new Set(selected.value);
	if (!ids.delete(id)) ids.add(id);
	selected.value = ids;
	lastToggled = id;
}

export function unselect(): void {
	selected.value = new Set();
}

/** Selects all tours from the one that was selected last to this one. */
export function selectTo({id}: TourItem): void {
	const ids = tours.value!.map(tour => tour.id);
	const [first, last] = [ids.indexOf(lastToggled), ids.indexOf(id)].sort((one, other) => one - other);
	selected.value = new Set([...selected.value, ...ids.slice(Math.max(first!, 0), last! + 1)]);
	lastToggled = id;
}

/** Reads on from a place until it has at least so many tours, or all. */
async function read(from: string | undefined, least: number, take: (page: Output<'GET /tours'>) => void): Promise<void> {
	const mine = ++asked;
	reading.value = true;
	failed.value = null;
	const q = query.value.trim() || undefined;
	try {
		const limit = Math.min(LIMITS.pageSizeMax, Math.max(PAGE, least));
		const ask = (cursor?: string) => client.call('GET /tours', {limit, cursor, q, sort: sort.value, ...FITS[filter.value]});
		let page = await ask(from);
		// A search through very many tours may have found none on a page although there are more.
		while (mine === asked && page.tours.length < least && page.nextCursor) {
			const next = await ask(page.nextCursor);
			page = {...next, tours: [...page.tours, ...next.tours]};
		}
		if (mine !== asked) return;
		batch(() => {
			take(page);
			cursor.value = page.nextCursor;
		});
	} catch (error) {
		if (mine !== asked) return;
		if (error instanceof ApiError && error.status === 401) location.assign('/account/sign-in?next=/');
		failed.value = error instanceof ApiError ? 'failed' : 'offline';
	} finally {
		if (mine === asked) reading.value = false;
	}
}

const LAYOUT_KEY = 'roteiro-tours-layout';
function keptLayout(): Layout {
	try {
		return localStorage.getItem(LAYOUT_KEY) === 'rows' ? 'rows' : 'grid';
	} catch {
		return 'grid';
	}
}
effect(() => {
	try {
		localStorage.setItem(LAYOUT_KEY, layout.value);
	} catch {
		// A browser that keeps nothing shows the grid the next time.
	}
});
