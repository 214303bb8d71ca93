import {Choice, Closed} from '../../contract/schema.ts';
import {CRASHES, defineJob} from '../job.ts';

/** Sends an account a mail. The worker makes the link in it, so that no queue or row holds a secret. */
export const sendMail = defineJob({
	name: 'send-mail',
	pool: 'delivery',
	attempts: 5,
	crashes: CRASHES,
	input: Closed({
		/** `export`: a copy of the account is ready; `closing`, `closes_soon`: it is to be deleted. `exists`: somebody tried to sign up with the e-mail address of this account. `email`: to the address that it is to have. */
		purpose: Choice(['confirm', 'reset', 'exists', 'email', 'export', 'closing', 'closes_soon']),
	}),
});
