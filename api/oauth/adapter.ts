import {type Adapter, type AdapterFactory, type AdapterPayload, errors} from 'oidc-provider';
import {RETENTION} from '../../shared/contract/retention.ts';
import type {Services} from '../../shared/services/services.ts';
import {
	consumeOauthRecord,
	deleteOauthRecord,
	deleteOauthRecordsOf,
	findOauthRecord,
	keepClient,
	type OauthPayload,
	revokeGrant,
	saveOauthRecord,
} from '../../shared/store/access/oauth.ts';

/**
 * Stores the authorization server's records in MySQL, by hashes. A record used within the last half minute does not
 * count as used ([decision 84](../../docs/decisions/0084-the-second-time-within-moments.md)).
 */
export function openAdapter(database: Services['database'], baseUrl: string): AdapterFactory {
	return model => (model === 'Session' ? NO_SESSION : adapterOf(database, baseUrl, model));
}

function adapterOf({manager: db}: Services['database'], baseUrl: string, model: string): Adapter {
	/** Returns properties that are not stored, since they follow from the identifier. */
	function named(id: string): AdapterPayload {
		if (model === 'Client') return {};
		return model === 'Interaction' ? {jti: id, returnTo: `${baseUrl}/oauth/authorize/${id}`} : {jti: id};
	}

	return {
		async upsert(id, payload, expiresIn) {
			const expiresAt = new Date(Date.now() + (expiresIn === undefined ? RETENTION.unusedAppMs : expiresIn * 1000));
			await saveOauthRecord(db, model, id, withoutId(payload), expiresAt);
			if (model === 'AccessToken') await keepClient(db, payload.clientId!, new Date(Date.now() + RETENTION.appMs));
		},
		async find(id) {
			const record = await findOauthRecord(db, model, id);
			if (!record) return undefined;
			const {payload, consumedAt, consumedJustNow} = record;
			const isUsed = consumedAt && !consumedJustNow;
			return {...payload, ...named(id), ...(isUsed && {consumed: seconds(consumedAt)})} as AdapterPayload;
		},
		async consume(id) {
			if (await consumeOauthRecord(db, model, id)) return;
			const record = await findOauthRecord(db, model, id);
			if (record?.consumedJustNow && model === 'RefreshToken') return;
			// A code's second use is refused (RFC 6749, 4.1.2). It revokes nothing here: the verifier has proved that the same app sent it.
			if (!record?.consumedJustNow && record?.payload.grantId) await revokeGrant(db, record.payload.grantId);
			throw new errors.InvalidGrant(`${model} was used twice`);
		},
		destroy: id => deleteOauthRecord(db, model, id),
		revokeByGrantId: grantId => deleteOauthRecordsOf(db, model, grantId),
		findByUid: nothing,
		findByUserCode: nothing,
	};
}

/** `jti` is the token itself, and `returnTo` ends with it. */
function withoutId({jti: _, returnTo: __, ...payload}: AdapterPayload): OauthPayload {
	return payload;
}

function seconds(date: Date): number {
	return Math.floor(date.getTime() / 1000);
}

async function nothing(): Promise<undefined> {}

/** Stores no sessions for the library: at every sign-in our own session says who is signed in. */
const NO_SESSION: Adapter = {
	upsert: nothing,
	find: nothing,
	consume: nothing,
	destroy: nothing,
	revokeByGrantId: nothing,
	findByUid: nothing,
	findByUserCode: nothing,
};
