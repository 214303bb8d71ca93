import {setTimeout as sleep} from 'node:timers/promises';
import type {ReportEvent} from '../../shared/contract/visitors/report.ts';
import {randomToken} from '../../shared/ids.ts';
import {openReportStream} from '../../shared/queue/report-stream.ts';
import type {Client, TestService} from './service.ts';

/** A browser that people use. */
export const PERSON = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

export type Published = {tourId: string; slug: string; url: string; steps: string[]};

/** A tour of so many slides with a closing card, published. */
export async function publishSlides(client: Client, count: number, name = 'Counted'): Promise<Published> {
	const {tour} = (await client('POST', '/v1/tours', {body: {name}})).body;
	const steps: string[] = [];
	for (let index = 0; index < count; index++) {
		const body = {type: 'slide', title: `Slide ${index + 1}`};
		steps.push((await client('POST', `/v1/tours/${tour.id}/steps`, {body})).body.step.id);
	}
	await client('PUT', `/v1/tours/${tour.id}/end-cta`, {body: {enabled: true, link: {url: 'https://example.com/'}}});
	const {slug, url} = (await client('POST', `/v1/tours/${tour.id}/publish`)).body.publishedLink;
	return {tourId: tour.id, slug, url, steps};
}

/** Sends a report as the page of this link does; `headers` say otherwise. */
export async function send(
	{baseUrl}: Pick<TestService, 'baseUrl'>,
	slug: string,
	body: unknown,
	headers: Record<string, string> = {},
): Promise<{status: number; error: string | null; headers: Headers}> {
	const response = await fetch(`${baseUrl}/p/${slug}/events`, {
		method: 'POST',
		headers: {Origin: baseUrl, 'User-Agent': PERSON, 'Content-Type': 'text/plain;charset=UTF-8', ...headers},
		body: typeof body === 'string' ? body : JSON.stringify(body),
	});
	const text = await response.text();
	return {status: response.status, error: text ? JSON.parse(text).error : null, headers: response.headers};
}

/** A report of a visit that nobody made before, or of the one that is named. */
export function visitOf(events: ReportEvent[], visit = randomToken()): {visit: string; events: ReportEvent[]} {
	return {visit, events};
}

/** Waits until no report waits to be counted. */
export async function allCounted({services}: TestService, patienceMs = 60_000): Promise<void> {
	const stream = openReportStream(services.redis, services.config.redisPrefix);
	for (const deadline = Date.now() + patienceMs; (await stream.length()) > 0; await sleep(50)) {
		if (Date.now() > deadline) throw new Error(`${await stream.length()} reports are not counted after ${patienceMs} ms.`);
	}
}
