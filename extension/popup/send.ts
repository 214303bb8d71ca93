import {createClient} from '../../client/index.ts';
import type {TourDocument} from '../../shared/contract/document.ts';
import type {ComposedTour} from '../compose-tour.ts';

/** Pictures that one call asks about, as the service takes them. */
const ASKED_AT_ONCE = 100;

/** Sends a tour to a service, as a draft. Returns where it is edited. */
export async function send({key, ...tour}: ComposedTour, pictures: Blob[], to: {url: string; key: string}): Promise<string> {
	const client = createClient({baseUrl: to.url, key: to.key});
	const files = await Promise.all(
		pictures.map(async picture => {
			const bytes = await picture.arrayBuffer();
			return {sha256: hex(await crypto.subtle.digest('SHA-256', bytes)), bytes: bytes.byteLength};
		}),
	);
	for (let start = 0; start < files.length; start += ASKED_AT_ONCE) {
		const asked = files.slice(start, start + ASKED_AT_ONCE).map((file, index) => ({...file, name: tour.steps[start + index]!.image}));
		const response = await client.call('POST /media/batch', {files: asked});
		for (const [index, {upload}] of response.files.entries()) {
			if (!upload) continue;
			const {url, method, headers} = upload;
			const response = await fetch(url, {method, headers, body: pictures[start + index]!});
			if (!response.ok) throw new Error(((await response.json().catch(() => ({}))) as {message?: string}).message ?? response.statusText);
		}
	}
	const steps = tour.steps.map((step, index) => ({...step, image: {mediaId: files[index]!.sha256}}));
	// Two recordings of one name are two tours.
	const own = `${key.slice(0, 50)}-${Date.now().toString(36)}`;
	const {tour: made} = await client.call('PUT /documents/{key}', {key: own, document: {...tour, steps} as TourDocument});
	return `${to.url.replace(/\/+$/, '')}/tours/${made!.id}`;
}

function hex(bytes: ArrayBuffer): string {
	return Array.from(new Uint8Array(bytes), byte => byte.toString(16).padStart(2, '0')).join('');
}
