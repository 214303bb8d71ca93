import {Type} from 'typebox';
import {Closed, Nullable, Timestamp} from '../../shared/contract/schema.ts';
import {ALL_SCOPES} from '../../shared/contract/scopes.ts';
import {quotaPeriod, readQuotas} from '../../shared/store/quotas.ts';
import {answer, defineOperation} from '../operation.ts';
import {success} from './answers.ts';

const Quota = Closed({
	used: Type.Integer(),
	reserved: Type.Integer({description: 'Held by work that is under way.'}),
	limit: Type.Integer(),
	resetsAt: Timestamp,
});

export const me = defineOperation({
	name: 'get_me',
	summary: 'The account and the credential that make this call, their quotas and limits',
	route: 'GET /me',
	scopes: ['tours:read'],
	input: Closed({}),
	success: success(200, 'Account, credential, quotas and limits.', {
		account: Closed({id: Type.String(), name: Type.String(), email: Type.String(), plan: Type.Enum(['pro', 'free'])}),
		credential: Closed({
			type: Type.Enum(['api_key', 'oauth']),
			id: Type.String(),
			name: Type.String(),
			scopes: Type.Array(Type.Enum([...ALL_SCOPES])),
			expiresAt: Nullable(Timestamp),
		}),
		quotas: Closed({aiTexts: Quota, narrationMs: Quota}),
		limits: Closed({callsPerMinute: Type.Integer(), changesPerHour: Type.Integer(), publishesPerHour: Type.Integer()}),
	}),
	errors: [],
	async handler(_input, call) {
		const {config} = call.services;
		const {id, type, name, scopes, expiresAt, account} = call.credential;
		const {period, resetsAt} = quotaPeriod(new Date());
		const quotas = await readQuotas(call.db, call.accountId, period);
		const quota = (kind: keyof typeof quotas, limit: number) => ({...quotas[kind], limit, resetsAt: resetsAt.toISOString()});
		return answer(200, {
			account: {id: account.id, name: account.name, email: account.email, plan: account.plan},
			credential: {type, id, name, scopes, expiresAt: expiresAt.toISOString()},
			quotas: {
				aiTexts: quota('aiTexts', config.aiTextsPerMonth),
				narrationMs: quota('narrationMs', config.narrationMinutesPerMonth * 60_000),
			},
			limits: {
				callsPerMinute: config.callsPerMinute,
				changesPerHour: config.changesPerHour,
				publishesPerHour: config.publishesPerHour,
			},
		});
	},
});
