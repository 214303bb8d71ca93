import test from 'ava';
import {startService, type TestService} from '../helpers/service.ts';

/** Responses of URLs that lead nowhere, to any caller. */

let service: TestService;
test.before(async () => {
	service = await startService({}, {workers: false});
});
test.after.always(() => service?.stop());

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

test('a browser gets a page in its own language, and the way to the first one', async t => {
	for (const [language, title] of [
		['pt-BR,pt;q=0.9', 'Esta página não existe'],
		['en-GB', 'This page does not exist'],
		['es', 'Esta página no existe'],
	] as const) {
		const response = await fetch(`${service.baseUrl}/nowhere/at/all`, {headers: {Accept: BROWSER, 'Accept-Language': language}});
		t.is(response.status, 404);
		t.is(response.headers.get('content-type'), 'text/html; charset=utf-8');
		t.regex(response.headers.get('vary') ?? '', /Accept(?:,|$)/);
		const page = await response.text();
		t.true(page.includes(title), language);
		t.true(page.includes(`href="${service.baseUrl}/"`));
	}
});

test('programs get the envelope, also where a browser looks at what is theirs', async t => {
	for (const [path, Accept] of [
		['/nowhere', '*/*'],
		['/nowhere', 'application/json'],
		['/v1/nowhere', BROWSER],
		['/app/assets/nothing.js', BROWSER],
		['/media/nothing.png', BROWSER],
	] as const) {
		const response = await fetch(service.baseUrl + path, {headers: {Accept}});
		t.is(response.status, 404, path);
		t.is(((await response.json()) as {error: string}).error, 'not_found');
	}
});
