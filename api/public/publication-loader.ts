import type {Db} from '../../shared/store/database.ts';
import {findPages, type PublishedPage} from '../../shared/store/publications.ts';

/** A look that takes longer than this no longer holds up the next one. */
const PATIENCE_MS = 50;

/**
 * Returns what stands under a slug, or null; never older than the call. All calls that come while one look into the
 * database is under way share the next: a page that everybody opens costs one small SELECT for all who wait for it.
 */
export function openPublicationLoader(db: Db): (slug: string) => Promise<PublishedPage | null> {
	let underWay: Promise<unknown> = Promise.resolve();
	let next: {slugs: Set<string>; found: Promise<Map<string, PublishedPage>>} | null = null;

	const collect = () => {
		const slugs = new Set<string>();
		const begin = async () => {
			await underWay;
			// Callers from here on may know more than this look will see.
			next = null;
			return findPages(db, [...slugs]);
		};
		const found = begin();
		underWay = settled(found);
		return {slugs, found};
	};

	return async slug => {
		next ??= collect();
		next.slugs.add(slug);
		return (await next.found).get(slug) ?? null;
	};
}

/** Resolves once the look has ended, with or without success, or has lasted too long. */
function settled(look: Promise<unknown>): Promise<void> {
	return new Promise(resolve => {
		const timer = setTimeout(resolve, PATIENCE_MS);
		const end = () => {
			clearTimeout(timer);
			resolve();
		};
		look.then(end, end);
	});
}
