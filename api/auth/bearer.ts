import {AppError} from '../../shared/errors.ts';
import {looksLikeApiKey, sha256} from '../../shared/ids.ts';
import type {Services} from '../../shared/services.ts';
import {type Credential, findCredential} from '../../shared/store/credentials.ts';

/** A revoked credential stops working everywhere within this time. */
const CACHE_MS = 1000;
const CACHE_ENTRIES = 10_000;

export type Authenticate = (header: string | undefined) => Promise<Credential>;

/** Turns an Authorization header into the credential behind it, or throws `invalid_credential`. Only hashes are looked up. */
export function bearerAuthentication({database}: Pick<Services, 'database'>): Authenticate {
	const cache = new Map<string, {credential: Credential; until: number}>();

	return async header => {
		const token = /^Bearer +([A-Za-z0-9._~+/=-]+) *$/i.exec(header ?? '')?.[1];
		if (!token) throw challenge('No credential was sent: Authorization: Bearer <key> is needed.');
		if (!looksLikeApiKey(token)) throw challenge('The credential is not valid.', 'invalid_token');
		const hash = sha256(token);
		const key = hash.toString('base64');
		const cached = cache.get(key);
		if (cached && cached.until > Date.now()) return cached.credential;
		cache.delete(key);
		const credential = await findCredential(database.manager, hash);
		if (!credential) throw challenge('The credential is invalid, expired or revoked.', 'invalid_token');
		if (cache.size >= CACHE_ENTRIES) cache.clear();
		cache.set(key, {credential, until: Math.min(Date.now() + CACHE_MS, credential.expiresAt.getTime())});
		return credential;
	};
}

function challenge(message: string, error?: string): AppError {
	const parameters = error ? ` error="${error}", error_description="${message}"` : '';
	return new AppError('invalid_credential', {
		message,
		headers: {'WWW-Authenticate': `Bearer realm="roteiro"${parameters && `,${parameters}`}`},
	});
}
