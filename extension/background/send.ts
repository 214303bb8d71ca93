import {createClient} from '../../client/index.ts';
import type {TourDocument} from '../../shared/contract/document.ts';
import type {ComposedTour} from '../messages.ts';

/** Pictures that one call asks about, as the service takes them. */
const ASKED_AT_ONCE = 100;

export type Service = {
	url: string;
	/** Lets its calls in. */
	fetch: typeof fetch;
	/** Hears the number of pictures that are stored. */
	progress(done: number, total: number): unknown;
};

/**
 * Sends a tour to a service, as a draft, and returns where it is edited. Sent again after it broke off, it is the same tour, and what
 * is there already is not sent twice.
 */
export async function send({key, ...tour}: ComposedTour, pictures: Blob[], service: Service): Promise<string> {
	const client = createClient({baseUrl: service.url, fetch: service.fetch, unreachableMs: 8000});
	const files = await Promise.all(
		pictures.map(async picture => {
			const bytes = await picture.arrayBuffer();
			return {sha256: hex(await crypto.subtle.digest('SHA-256', bytes)), bytes: bytes.byteLength};
		}),
	);
	// Two pictures with the same bytes have one upload, which is used once.
	const used = new Set<string>();
	for (let start = 0; start < files.length; start += ASKED_AT_ONCE) {
		const asked = files.slice(start, start + ASKED_AT_ONCE).map((file, index) => ({...file, name: tour.steps[start + index]!.image}));
		const response = await client.call('POST /media/batch', {files: asked});
		for (const [index, {upload}] of response.files.entries()) {
			await service.progress(start + index, files.length);
			if (!upload || used.has(upload.url)) continue;
			const {url, method, headers} = upload;
			used.add(url);
			const response = await fetch(url, {method, headers, body: pictures[start + index]!});
			if (!response.ok) throw new Error(((await response.json().catch(() => ({}))) as {message?: string}).message ?? response.statusText);
		}
	}
	await service.progress(files.length, files.length);
	const steps = tour.steps.map((step, index) => ({...step, image: {mediaId: files[index]!.sha256}}));
	const {tour: made} = await client.call('PUT /documents/{key}', {key, document: {...tour, steps} as TourDocument});
	return `${service.url}/tours/${made!.id}`;
}

function hex(bytes: ArrayBuffer): string {
	return Array.from(new Uint8Array(bytes), byte => byte.toString(16).padStart(2, '0')).join('');
}
