import {Type} from 'typebox';
import {ALL_SCOPES} from '../../shared/contract/access.ts';
import {Quota} from '../../shared/contract/quota.ts';
import {Choice, Closed, Nullable, Timestamp} from '../../shared/contract/schema.ts';
import {readQuotas} from '../../shared/store/quotas.ts';
import {defineOperation, respond} from '../pipeline/operation.ts';
import {success} from './responses.ts';

export const me = defineOperation({
	name: 'get_me',
	tag: 'Account',
	summary: 'The account and the credential that make this call, their quotas and limits',
	route: 'GET /me',
	scopes: ['tours:read'],
	input: Closed({}),
	success: success(200, 'Account, credential, quotas and limits.', {
		account: Closed({id: Type.String(), name: Type.String(), email: Type.String(), plan: Choice(['pro', 'free'])}),
		credential: Closed({
			type: Choice(['api_key', 'oauth', 'session']),
			id: Type.String(),
			name: Type.String(),
			scopes: Type.Array(Choice(ALL_SCOPES)),
			expiresAt: Nullable(Timestamp),
		}),
		quotas: Closed({aiTexts: Quota, narrationMs: Quota, videoMs: {...Quota, description: 'Of exports that move, a day.'}}),
		limits: Closed({
			callsPerMinute: Type.Integer(),
			changesPerHour: Type.Integer(),
			publishesPerHour: Type.Integer(),
			exportsPerHour: Type.Integer(),
		}),
	}),
	async handler(_input, call) {
		const {config} = call.services;
		const {id, type, name, scopes, expiresAt, account} = call.credential;
		return respond(200, {
			account: {id: account.id, name: account.name, email: account.email, plan: account.plan},
			credential: {type, id, name, scopes, expiresAt: expiresAt.toISOString()},
			quotas: await readQuotas(call.db, config, call.accountId, new Date()),
			limits: {
				callsPerMinute: config.callsPerMinute,
				changesPerHour: type === 'session' ? config.sessionChangesPerHour : config.changesPerHour,
				publishesPerHour: config.publishesPerHour,
				exportsPerHour: config.exportsPerHour,
			},
		});
	},
});
