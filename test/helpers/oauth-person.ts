import {createHash, randomBytes} from 'node:crypto';
import {sessionCookie} from '../../api/auth/session.ts';
import {createAccount, type Plan} from '../../shared/store/access/accounts.ts';
import {createSession} from '../../shared/store/access/sessions.ts';
import type {TestService} from './service.ts';

export type Person = {
	accountId: string;
	/** What their browser gets: cookies are kept with their paths, redirects are not followed. */
	open(url: string, options?: RequestInit): Promise<Response>;
	/**
	 * Goes where an app sends them, decides on the consent page, and goes on as far as that leads out of the service: the app's
	 * redirect with its response. `scopes`: those left ticked, by default all.
	 */
	consent(authorizeUrl: string, response?: {scopes?: string[]; decision?: 'allow' | 'deny'}): Promise<URL>;
	/** The consent page itself: its URL and its HTML. */
	askedBy(authorizeUrl: string): Promise<{url: string; html: string}>;
};

/** Somebody with an account, signed in with a browser that runs no script, to whom apps come. */
export async function openPerson(
	service: Pick<TestService, 'services' | 'baseUrl'>,
	{plan = 'pro', accountId}: {plan?: Plan; accountId?: string} = {},
): Promise<Person> {
	const db = service.services.database.manager;
	const id = accountId ?? (await createAccount(db, {email: `${crypto.randomUUID()}@example.com`, name: 'Ana Teste', plan})).id;
	const jar: Cookie[] = [];
	keep(jar, sessionCookie(await createSession(db, id), service.baseUrl), new URL(service.baseUrl));

	async function open(path: string, options: RequestInit = {}): Promise<Response> {
		const url = new URL(path, service.baseUrl);
		const headers = new Headers(options.headers);
		headers.set('Cookie', cookiesFor(jar, url));
		const response = await fetch(url, {...options, headers, redirect: 'manual'});
		for (const cookie of response.headers.getSetCookie()) keep(jar, cookie, url);
		return response;
	}

	/** Follows redirects within the service; returns the last response, or the URL outside it. */
	async function follow(response: Response, from: string): Promise<{response: Response; url: string} | {outside: URL}> {
		let [current, url] = [response, from];
		while (current.status >= 300 && current.status < 400) {
			const next = new URL(current.headers.get('location')!, url);
			if (next.origin !== new URL(service.baseUrl).origin) return {outside: next};
			url = next.href;
			current = await open(url);
		}
		return {response: current, url};
	}

	async function askedBy(authorizeUrl: string): Promise<{url: string; html: string}> {
		const arrived = await follow(await open(authorizeUrl), authorizeUrl);
		if ('outside' in arrived) throw new Error(`nothing was asked: ${arrived.outside}`);
		return {url: arrived.url, html: await arrived.response.text()};
	}

	return {
		accountId: id,
		open,
		askedBy,
		async consent(authorizeUrl, {scopes, decision = 'allow'} = {}) {
			const {url, html} = await askedBy(authorizeUrl);
			const fields = new URLSearchParams({decision, account: /name="account" value="([^"]*)"/.exec(html)?.[1] ?? ''});
			const offered = [...html.matchAll(/name="scope" value="([^"]+)"/g)].map(match => match[1]!);
			for (const scope of scopes ?? offered) fields.append('scope', scope);
			const answered = await open(url, {method: 'POST', body: fields, headers: {Origin: new URL(service.baseUrl).origin}});
			const left = await follow(answered, url);
			if ('outside' in left) return left.outside;
			throw new Error(`${left.url} answered ${left.response.status}: ${await left.response.text()}`);
		},
	};
}

/** What an app keeps to itself between asking for a code and trading it in. */
export function proofKey(): {verifier: string; challenge: string} {
	const verifier = randomBytes(32).toString('base64url');
	return {verifier, challenge: createHash('sha256').update(verifier).digest('base64url')};
}

type Cookie = {name: string; value: string; path: string};

function keep(jar: Cookie[], header: string, from: URL): void {
	const [pair, ...attributes] = header.split(';').map(part => part.trim());
	const [name, ...rest] = pair!.split('=');
	const path = attributes.find(one => /^path=/i.test(one))?.slice(5) ?? from.pathname;
	const expires = attributes.find(one => /^expires=/i.test(one))?.slice(8);
	const index = jar.findIndex(cookie => cookie.name === name && cookie.path === path);
	if (index >= 0) jar.splice(index, 1);
	if (!expires || new Date(expires) > new Date()) jar.push({name: name!, value: rest.join('='), path});
}

function cookiesFor(jar: Cookie[], {pathname}: URL): string {
	return jar
		.filter(({path}) => pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`))
		.map(({name, value}) => `${name}=${value}`)
		.join('; ');
}
