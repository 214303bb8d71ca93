import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import type {EndCtaInput} from '../../shared/contract/cards.ts';
import type {StepInput} from '../../shared/contract/step.ts';
import type {ThemeInput} from '../../shared/contract/theme.ts';

const FOLDER = join(import.meta.dirname, '../..', 'docs', 'examples', 'first-flow');
const CALL_LIMIT_MS = 60_000;
const ATTEMPTS = 5;
const LONGEST_WAIT_SECONDS = 30;

type Example = {
	name: string;
	language: string;
	theme: ThemeInput;
	steps: (Omit<StepInput, 'position' | 'image'> & {file?: string})[];
	endCta: EndCtaInput;
};

/**
 * Makes the sample tour as any client would, over HTTP with an API key, and returns its public URL. What an earlier call left half
 * done is read from the service itself, and finished.
 */
export async function makeSampleTour(apiUrl: string, key: string): Promise<string> {
	const example = JSON.parse(await readFile(join(FOLDER, 'tour.json'), 'utf8')) as Example;
	const call = client(apiUrl, key);

	const {tours} = await call<{tours: {id: string; name: string}[]}>('GET', '/tours?limit=200');
	const begun = tours.find(tour => tour.name === example.name);
	const {tour} = begun
		? await call<Loaded>('GET', `/tours/${begun.id}`)
		: await call<Loaded>('POST', '/tours', {name: example.name, theme: example.theme});

	const missing = example.steps.slice(tour.steps.length);
	const mediaIds = await Promise.all(missing.map(step => step.file && upload(call, step.file)));
	for (const [index, {file: _, ...step}] of missing.entries()) {
		const mediaId = mediaIds[index];
		await call('POST', `/tours/${tour.id}/steps`, {...step, ...(mediaId && {image: {mediaId}})});
	}
	await call('PUT', `/tours/${tour.id}/end-cta`, example.endCta);
	await call('PUT', `/tours/${tour.id}/narration-settings`, {language: example.language});
	const {publishedLink} = await call<{publishedLink: {url: string}}>('POST', `/tours/${tour.id}/publish`);
	return publishedLink.url;
}

type Loaded = {tour: {id: string; steps: unknown[]}};
type Call = <Body>(method: string, path: string, body?: object) => Promise<Body>;

async function upload(call: Call, file: string): Promise<string> {
	const bytes = await readFile(join(FOLDER, file));
	const {media} = await call<{media: {mediaId: string}}>('POST', '/media', {base64: bytes.toString('base64'), name: file});
	return media.mediaId;
}

/** Calls that a busy or starting service turned away are tried again, with the same Idempotency-Key. */
function client(apiUrl: string, key: string): Call {
	return async (method, path, body) => {
		const headers: Record<string, string> = {authorization: `Bearer ${key}`};
		if (body) headers['content-type'] = 'application/json';
		if (method === 'POST') headers['idempotency-key'] = crypto.randomUUID();
		for (let attempt = 1; ; attempt++) {
			const response = await fetch(`${apiUrl}/v1${path}`, {
				method,
				headers,
				...(body && {body: JSON.stringify(body)}),
				signal: AbortSignal.timeout(CALL_LIMIT_MS),
			});
			const result = await response.json();
			if (response.ok) return result as never;
			const waitSeconds = Number(response.headers.get('retry-after') ?? 1);
			const again = (response.status === 429 || response.status === 503) && attempt < ATTEMPTS && waitSeconds <= LONGEST_WAIT_SECONDS;
			if (!again) throw new Error(`${method} ${path} returned ${response.status}: ${JSON.stringify(result)}`);
			await sleep(waitSeconds * 1000);
		}
	};
}
