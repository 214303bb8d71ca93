import {Type} from 'typebox';
import {Choice, Closed} from '../../contract/schema.ts';
import {defineJob} from '../job.ts';

/** Writes a copy of everything that an account has. */
export const exportAccount = defineJob({
	name: 'export-account',
	// In the pool of outgoing data: it waits for files most of the time.
	pool: 'delivery',
	attempts: 3,
	input: Closed({exportId: Type.String()}),
});

/** Purges accounts whose time is over, and reminds the owners of those whose time is nearly over. */
export const purgeAccounts = defineJob({
	name: 'purge-accounts',
	pool: 'background',
	attempts: 1,
	crashes: 0,
	every: 5 * 60_000,
	input: Closed({}),
});

/** Sends an account a mail. The worker makes the link in it, so that no queue or row holds a secret. */
export const sendMail = defineJob({
	name: 'send-mail',
	pool: 'delivery',
	attempts: 5,
	input: Closed({
		/** `export`: a copy of the account is ready; `closing`, `closes_soon`: it is to be deleted. `exists`: somebody tried to sign up with the e-mail address of this account. `email`: to the address that it is to have, `email_asked` to the one that it has. `password`: it was changed. */
		purpose: Choice(['confirm', 'reset', 'exists', 'email', 'email_asked', 'password', 'export', 'closing', 'closes_soon']),
	}),
});
