import {computed, signal} from '@preact/signals';
import {ApiError} from '../../client/api-error.ts';
import type {Output} from '../../client/index.ts';
import {client} from '../shell/boot.ts';

/** The account's tours as far as they were read, newest change first. */

export type TourItem = Output<'GET /tours'>['tours'][number];
export const FILTERS = ['all', 'published', 'drafts', 'byAgents'] as const;
export type Filter = (typeof FILTERS)[number];

export const tours = signal<TourItem[] | null>(null);
export const failed = signal<'failed' | 'offline' | null>(null);
export const query = signal('');
export const filter = signal<Filter>('all');
const cursor = signal<string | null>(null);
export const hasMore = computed(() => cursor.value !== null);

const PAGE = 48;
const LARGEST_PAGE = 200;

const FITS: Record<Filter, (tour: TourItem) => boolean> = {
	all: () => true,
	published: ({status}) => status === 'published',
	drafts: ({status}) => status === 'unpublished',
	byAgents: ({createdBy}) => createdBy === 'agent',
};

/** What search and filter leave. */
export const shown = computed(() => {
	const wanted = plain(query.value);
	return (tours.value ?? []).filter(tour => FITS[filter.value](tour) && plain(tour.name).includes(wanted));
});

/** Reads the first page; what stood there stays until it is there. */
export async function readTours(): Promise<void> {
	await read(async () => {
		const page = await client.call('GET /tours', {limit: PAGE});
		tours.value = page.tours;
		cursor.value = page.nextCursor;
	});
}

export async function readMore(limit = PAGE): Promise<void> {
	await read(async () => {
		if (!cursor.value) return;
		const page = await client.call('GET /tours', {limit, cursor: cursor.value});
		tours.value = [...(tours.value ?? []), ...page.tours];
		cursor.value = page.nextCursor;
	});
}

/** Reads all that there is: whoever searches means every tour. */
export async function readAll(): Promise<void> {
	while (cursor.value && !failed.value) await readMore(LARGEST_PAGE);
}

/** Takes a tour out of the list at once; returns what puts it back where it was. */
export function takeOut(id: string): () => void {
	const before = tours.value ?? [];
	const index = before.findIndex(tour => tour.id === id);
	const [tour] = before.slice(index, index + 1);
	tours.value = before.filter(other => other !== tour);
	return () => {
		if (tour) tours.value = (tours.value ?? []).toSpliced(index, 0, tour);
	};
}

async function read(work: () => Promise<void>): Promise<void> {
	failed.value = null;
	try {
		await work();
	} catch (error) {
		if (error instanceof ApiError && error.status === 401) location.assign('/account/sign-in?next=/');
		failed.value = error instanceof ApiError ? 'failed' : 'offline';
	}
}

/** Without case and accents. */
function plain(text: string): string {
	return text
		.normalize('NFKD')
		.replace(/\p{M}+/gu, '')
		.toLowerCase()
		.trim();
}
