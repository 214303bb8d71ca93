import {Type} from 'typebox';
import {Quota} from '../../../shared/contract/quota.ts';
import {Choice, Closed} from '../../../shared/contract/schema.ts';
import {PLANS} from '../../../shared/store/access/accounts.ts';
import {readStock} from '../../../shared/store/access/stock.ts';
import {exportsLeft} from '../../../shared/store/exports/tour-exports.ts';
import {type QuotaKind, readQuota} from '../../../shared/store/quotas.ts';
import {defineOperation, respond} from '../../pipeline/operation.ts';
import {leftOf} from '../../pipeline/rate-limits.ts';
import {success} from '../responses.ts';

const Left = Closed({
	limit: Type.Integer(),
	remaining: Type.Integer(),
	resetsInSeconds: Type.Integer({description: '0 where nothing of it is used.'}),
});

export const getUsage = defineOperation({
	name: 'get_usage',
	tag: 'Account',
	summary: 'What the account uses: quotas of the month and the day, what is left of the limits, what is stored',
	route: 'GET /account/usage',
	account: true,
	scopes: [],
	input: Closed({}),
	success: success(200, 'The usage.', {
		plan: Choice(PLANS),
		quotas: Closed({aiTexts: Quota, narrationMs: Quota, videoMs: {...Quota, description: 'Of exports that move, a day.'}}),
		limits: Closed({
			sessionChanges: Left,
			changes: Left,
			publishes: Left,
			exports: Left,
		}),
		media: Closed({images: Type.Integer(), bytes: Type.Integer({description: 'As they were received.'})}),
		tours: Closed({count: Type.Integer(), published: Type.Integer(), inBin: Type.Integer()}),
	}),
	errors: [],
	async handler(_input, call) {
		const {services, db, accountId, credential} = call;
		const now = new Date();
		const quota = (kind: QuotaKind) => readQuota(db, services.config, accountId, kind, now);
		const [aiTexts, narrationMs, videoMs, stock, limits, exports] = await Promise.all([
			quota('aiTexts'),
			quota('narrationMs'),
			quota('videoMs'),
			readStock(db, accountId),
			leftOf(services, accountId),
			exportsLeft(db, accountId, services.config.exportsPerHour),
		]);
		return respond(200, {plan: credential.account.plan, quotas: {aiTexts, narrationMs, videoMs}, limits: {...limits, exports}, ...stock});
	},
});
