import {LRUCache} from 'lru-cache';
import type {EndCta} from '../contract/cards.ts';
import type {Snapshot} from '../contract/snapshot.ts';
import type {FileStore} from '../files/file-store.ts';
import {type CountedPaths, countedPaths} from '../tour/paths/counted.ts';

/** The facts about a published page that statistics need. */
export type PublishedContent = {
	steps: Array<{id: string; title: string | null}>;
	/** Place of each step, from 1. */
	places: ReadonlyMap<string, number>;
	paths: CountedPaths;
	/** The buttons of the closing card, as the page names them. */
	buttons: ReadonlySet<'whatsapp' | 'link'>;
};

/** Snapshots are named by their content: what was read once stays true. Weighed by the number of steps and of ways between them. */
const read = new LRUCache<string, PublishedContent>({
	maxSize: 50_000,
	sizeCalculation: ({steps, paths}) => 1 + steps.length + paths.edges.length,
});

/** The content of a publication by the name of its snapshot. */
export async function publishedContent(files: FileStore, snapshot: string): Promise<PublishedContent> {
	const known = read.get(snapshot);
	if (known) return known;
	const bytes = await files.read('snapshots', snapshot);
	if (!bytes) throw new Error(`The snapshot ${snapshot} of a publication is not stored.`);
	const {steps, endCta}: Snapshot = JSON.parse(bytes.toString());
	const content: PublishedContent = {
		steps: steps.map(({id, title}) => ({id, title})),
		places: new Map(steps.map(({id}, index) => [id, index + 1])),
		paths: countedPaths(steps),
		buttons: new Set(buttonsOf(endCta)),
	};
	read.set(snapshot, content);
	return content;
}

/** A page goes by where a button leads: a link to WhatsApp is one, too. */
function buttonsOf({enabled, whatsapp, link}: EndCta): Array<'whatsapp' | 'link'> {
	if (!enabled) return [];
	return [
		...(whatsapp ? ['whatsapp' as const] : []),
		...(link ? ([URL.parse(link.url)?.hostname === 'wa.me' ? 'whatsapp' : 'link'] as const) : []),
	];
}
