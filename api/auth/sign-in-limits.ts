import {AppError} from '../../shared/errors.ts';
import type {Services} from '../../shared/services/services.ts';
import {openAttempts} from '../http/rate-limiter.ts';

const QUARTER = 900;
const HOUR = 3600;

/** Attempts within seconds. Per account from everywhere it is wider, so that a stranger does not lock its owner out with ten guesses. */
const LIMITS = {
	pair: [10, QUARTER],
	address: [100, HOUR],
	account: [100, HOUR],
	'sign-up-address': [60, HOUR],
	'mail-address': [30, HOUR],
	'mail-account': [3, HOUR],
	'link-address': [60, HOUR],
} as const satisfies Record<string, readonly [number, number]>;

export type SignInLimits = ReturnType<typeof open>;

const opened = new WeakMap<object, SignInLimits>();

/** The limits of this process: one set for its pages and its operations. */
export function signInLimits(services: Services): SignInLimits {
	const limits = opened.get(services) ?? open(services);
	opened.set(services, limits);
	return limits;
}

/** How often somebody may try. `account` is an account's id, or where there is none the address that was typed: both are counted alike. */
function open(services: Pick<Services, 'config' | 'redis' | 'keyFor'>) {
	const {take, giveBack, forget} = openAttempts(services, 'sign-in', LIMITS);

	return {
		/** Counts an attempt to prove a password before it is looked at, so that many at once are counted as well. */
		async password(address: string, account: string): Promise<void> {
			await take('address', address);
			await take('pair', `${account} ${address}`);
			await take('account', account);
		},

		/** The password was right: what was counted for this account is forgotten, for the address only this attempt. */
		async passwordWasRight(address: string, account: string): Promise<void> {
			await Promise.all([giveBack('address', address), forget('pair', `${account} ${address}`), giveBack('account', account)]);
		},

		signUp: (address: string) => take('sign-up-address', address),
		link: (address: string) => take('link-address', address),

		askForMail: (address: string) => take('mail-address', address),

		/** False where this account was sent enough for now, which nobody is told. */
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
