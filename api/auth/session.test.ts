import test from 'ava';
import {AppError} from '../../shared/errors.ts';
import {requireSameOrigin} from '../http/headers.ts';
import {sessionCookie} from './session.ts';

const BASE = 'https://tours.example.org';
const session = {token: 'x'.repeat(43), expiresAt: new Date('2030-01-02T03:04:05Z')};

test('under https the cookie is bound to this host, path and an encrypted connection', t => {
	t.is(
		sessionCookie(session, BASE),
		`__Host-roteiro_session=${session.token}; Path=/; Expires=Wed, 02 Jan 2030 03:04:05 GMT; HttpOnly; SameSite=Lax; Secure`,
	);
	t.regex(sessionCookie(null, BASE), /^__Host-roteiro_session=; Path=\/; Expires=Thu, 01 Jan 1970 00:00:00 GMT;/);
	t.notRegex(sessionCookie(session, 'http://127.0.0.1:8080'), /__Host-|Secure/);
});

test('a change is taken from a page of ours alone; reading needs no proof', t => {
	const called = (method: string, headers: Record<string, string>) => () =>
		requireSameOrigin({method, get: (name: string) => headers[name] ?? ''}, BASE);
	const ours: Array<Record<string, string>> = [
		{origin: BASE},
		{'sec-fetch-site': 'same-origin'},
		{origin: BASE, 'sec-fetch-site': 'same-origin'},
		// A proxy adds Referrer-Policy: no-referrer.
		{origin: 'null', 'sec-fetch-site': 'same-origin'},
	];
	for (const headers of ours) {
		t.notThrows(called('POST', headers));
	}
	const foreign: Array<Record<string, string>> = [
		{},
		{origin: 'null'},
		{origin: 'null', 'sec-fetch-site': 'cross-site'},
		{origin: 'null', 'sec-fetch-site': 'same-site'},
		{origin: 'http://tours.example.org'},
		{origin: 'https://tours.example.org.evil.example'},
		{origin: 'https://evil.example', 'sec-fetch-site': 'same-origin'},
		{origin: BASE, 'sec-fetch-site': 'same-site'},
		{'sec-fetch-site': 'none'},
	];
	for (const headers of foreign) {
		for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
			t.is(t.throws(called(method, headers), {instanceOf: AppError})?.code, 'foreign_origin');
		}
		t.notThrows(called('GET', headers));
	}
});
