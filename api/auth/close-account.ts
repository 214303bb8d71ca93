import {sendMail} from '../../shared/queue/jobs/mail.ts';
import type {Services} from '../../shared/services/services.ts';
import {findAccount} from '../../shared/store/access/accounts.ts';
import {type Closing, closeAccount as close} from '../../shared/store/account-end/closing.ts';
import type {Db} from '../../shared/store/database.ts';
import {insertJob, type StoredJob} from '../../shared/store/jobs/jobs.ts';
import {verifyPassword} from './password.ts';
import {signInLimits} from './sign-in-limits.ts';

type Asked = {accountId: string; ip: string; email: string; password: string};

/**
 * Has the account deleted where password and address are its own. A wrong address is an attempt like a wrong password. Must run in a
 * transaction, after which `next` is enqueued. Throws `attempts_limited`.
 */
export async function closeAccount(
	db: Db,
	services: Services,
	{accountId, ip, email, password}: Asked,
): Promise<{closing: Closing; next: StoredJob[]} | {fault: 'passwordWrong' | 'emailWrong'}> {
	const limits = signInLimits(services);
	const account = await findAccount(db, accountId);
	await limits.password(ip, accountId);
	if (!account || !(await verifyPassword(account.passwordHash, password))) return {fault: 'passwordWrong'};
	if (account.email.toLowerCase() !== email.trim().toLowerCase()) return {fault: 'emailWrong'};
	await limits.resetPassword(ip, accountId);
	const closing = await close(db, accountId);
	// After the account's jobs were ended: this one is sent.
	const mail = {accountId, type: sendMail.name, input: {purpose: 'closing'}};
	return {closing, next: services.config.smtpUrl ? [await insertJob(db, mail)] : []};
}
