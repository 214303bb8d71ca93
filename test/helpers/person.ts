import {hashPassword} from '../../api/auth/password.ts';
import {createAccount, type Plan} from '../../shared/store/access/accounts.ts';
import {createSession} from '../../shared/store/access/sessions.ts';
import type {Reply, TestService} from './service.ts';

export const PASSWORD = 'four words in a row';

/** Somebody with a browser: keeps cookies, says where its forms come from, follows nothing by itself. */
export type Person = {
	cookies: Map<string, string>;
	get(path: string, headers?: Record<string, string>): Promise<Reply>;
	/** Sends a form, as a page of the service does. */
	send(path: string, fields: Record<string, string | string[]>, headers?: Record<string, string>): Promise<Reply>;
	/** Makes a call with a JSON body, as the editor does. */
	call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
};

export function stranger({baseUrl}: Pick<TestService, 'baseUrl'>): Person {
	const cookies = new Map<string, string>();

	async function ask(method: string, path: string, headers: Record<string, string>, body?: string): Promise<Reply> {
		const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
		const response = await fetch(new URL(path, baseUrl), {
			method,
			redirect: 'manual',
			headers: {...(method !== 'GET' && {Origin: baseUrl, 'Sec-Fetch-Site': 'same-origin'}), ...(cookie && {Cookie: cookie}), ...headers},
			body,
		});
		for (const line of response.headers.getSetCookie()) {
			const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
			if (value) cookies.set(name!, value);
			else cookies.delete(name!);
		}
		const text = await response.text();
		const isJson = response.headers.get('content-type')?.includes('application/json');
		return {status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text};
	}

	return {
		cookies,
		get: (path, headers = {}) => ask('GET', path, headers),
		send(path, fields, headers = {}) {
			const pairs = Object.entries(fields).flatMap(([name, value]) => [value].flat().map(one => [name, one] as [string, string]));
			return ask('POST', path, {'Content-Type': 'application/x-www-form-urlencoded', ...headers}, new URLSearchParams(pairs).toString());
		},
		call: (method, path, body, headers = {}) =>
			ask(
				method,
				path,
				{...(body !== undefined && {'Content-Type': 'application/json'}), ...headers},
				body === undefined ? undefined : JSON.stringify(body),
			),
	};
}

/** A person with what a test knows of them. */
export type SignedIn = Awaited<ReturnType<typeof signedIn>>;

/** A new account with the password `PASSWORD`, whose owner is signed in. */
export async function signedIn(service: TestService, {plan = 'pro', accountId}: {plan?: Plan; accountId?: string} = {}) {
	const db = service.services.database.manager;
	const email = `${crypto.randomUUID()}@example.com`;
	const id =
		accountId ?? (await createAccount(db, {email, name: 'Ana Teste', plan, language: 'en', passwordHash: await hashPassword(PASSWORD)})).id;
	const {token} = await createSession(db, id);
	const person = stranger(service);
	person.cookies.set('roteiro_session', token);
	return Object.assign(person, {accountId: id, email, token});
}
