import {AppError} from '../../shared/errors.ts';
import type {JobInput} from '../../shared/queue/job.ts';
import {sendMail} from '../../shared/queue/jobs/accounts.ts';
import type {Services} from '../../shared/services/services.ts';
import type {AccountRow} from '../../shared/store/entities/accounts.ts';
import {insertJob} from '../../shared/store/jobs/jobs.ts';
import {openAttemptLimits} from '../http/rate-limiter.ts';

const QUARTER = 900;
const HOUR = 3600;

/** Attempts within seconds. Per account from everywhere it is wider, so that a stranger does not lock its owner out with ten guesses. */
const LIMITS = {
	pair: [10, QUARTER],
	ip: [100, HOUR],
	account: [100, HOUR],
	'sign-up-ip': [60, HOUR],
	'mail-ip': [30, HOUR],
	'mail-account': [3, HOUR],
	'new-email': [3, HOUR],
	'link-ip': [60, HOUR],
} as const satisfies Record<string, readonly [number, number]>;

/** Requests that an IP may make for apps without sign-in: each leaves a row or makes us fetch something. */
const OF_APPS = {
	registration: [60, HOUR],
	authorization: [120, 600],
	document: [60, HOUR],
} as const satisfies Record<string, readonly [number, number]>;

export type SignInLimits = ReturnType<typeof open>;

const opened = new WeakMap<object, SignInLimits>();

/** The limits of this process: one set for its pages and its operations. */
export function signInLimits(services: Services): SignInLimits {
	const limits = opened.get(services) ?? open(services);
	opened.set(services, limits);
	return limits;
}

/** Opens the limits of sign-in attempts. `account` is an account's id, or without one the IP that was typed: both are counted alike. */
function open(services: Pick<Services, 'config' | 'redis' | 'keyFor'>) {
	const {take, giveBack, forget} = openAttemptLimits(services, 'sign-in', LIMITS);

	return {
		/** Counts an attempt to prove a password before it is looked at, so that many at once are counted as well. */
		async password(ip: string, account: string): Promise<void> {
			await take('ip', ip);
			await take('pair', `${account} ${ip}`);
			await take('account', account);
		},

		/** The password was right: what was counted for this account is forgotten, for the IP only this attempt. */
		async resetPassword(ip: string, account: string): Promise<void> {
			await Promise.all([giveBack('ip', ip), forget('pair', `${account} ${ip}`), giveBack('account', account)]);
		},

		signUp: (ip: string) => take('sign-up-ip', ip),
		link: (ip: string) => take('link-ip', ip),

		/** Limits changes of address without mail, which reveal if another account has the address, to three an hour. */
		newEmail: (account: string) => take('new-email', account),

		askForMail: (ip: string) => take('mail-ip', ip),

		/** False where this account was sent enough for now; the caller cannot see that. */
		async mail(account: string): Promise<boolean> {
			try {
				await take('mail-account', account);
				return true;
			} catch (error) {
				if (error instanceof AppError) return false;
				throw error;
			}
		},
	};
}

export type OauthLimits = ReturnType<typeof openOauthLimits>;

/** Counts what an IP does for apps; throws `attempts_limited` where it is too much. */
export function openOauthLimits(services: Pick<Services, 'config' | 'redis' | 'keyFor'>) {
	return openAttemptLimits(services, 'oauth', OF_APPS).take;
}

/** Services and limits that the routes of the account's pages share. */
export type AccountContext = {services: Services; limits: SignInLimits};

/** Has a worker write to an account, unless it got enough mail for now. */
export async function mailAccount(
	{services, limits}: AccountContext,
	{account, purpose}: {account: Pick<AccountRow, 'id'>} & JobInput<typeof sendMail>,
): Promise<void> {
	if (!(await limits.mail(account.id))) return;
	const job = await insertJob(services.database.manager, {accountId: account.id, type: sendMail.name, input: {purpose}});
	await services.dispatcher.enqueue(job);
}
