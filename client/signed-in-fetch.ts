import {secureServiceUrl, type Tokens} from './sign-in.ts';

/** Milliseconds before its end at which an access token is replaced. */
const EARLY_MS = 60_000;

export function isOver({expiresAt}: Tokens): boolean {
	return expiresAt - Date.now() < EARLY_MS;
}

/**
 * A `fetch` that calls the service as the person who is signed in. `renew` returns the tokens that go on from those that are over, and is called once
 * at a time. The token is sent to the API of that service alone, and never without encryption.
 */
export function signedInFetch(service: string, given: Tokens, renew: (old: Tokens) => Promise<Tokens>): typeof fetch {
	const api = `${secureServiceUrl(service)}/v1/`;
	let tokens = given;
	let renewing: Promise<Tokens> | null = null;

	async function renewed(): Promise<Tokens> {
		renewing ??= renew(tokens).finally(() => {
			renewing = null;
		});
		tokens = await renewing;
		return tokens;
	}

	return async (input, init) => {
		const url = input instanceof Request ? input.url : String(input);
		if (!url.startsWith(api)) return fetch(input, init);
		const send = ({accessToken}: Tokens) => {
			const headers = new Headers(init?.headers);
			headers.set('Authorization', `Bearer ${accessToken}`);
			return fetch(url, {...init, headers});
		};
		const used = isOver(tokens) ? await renewed() : tokens;
		const response = await send(used);
		if (response.status !== 401) return response;
		// Over before its time: by this machine's clock, or because it was replaced.
		await response.body?.cancel();
		return send(used === tokens ? await renewed() : tokens);
	};
}
