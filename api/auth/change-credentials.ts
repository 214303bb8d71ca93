import {LIMITS} from '../../shared/contract/limits.ts';
import {sendMail} from '../../shared/queue/jobs/accounts.ts';
import type {Services} from '../../shared/services/services.ts';
import {
	findAccount,
	findAccountByEmail,
	changeEmail as setEmail,
	setPassword,
	setPendingEmail,
	stillHasPassword,
} from '../../shared/store/access/accounts.ts';
import {voidLinks} from '../../shared/store/access/email-links.ts';
import {createSession, endSessions} from '../../shared/store/access/sessions.ts';
import type {Db} from '../../shared/store/database.ts';
import type {AccountRow} from '../../shared/store/entities/accounts.ts';
import {insertJob} from '../../shared/store/jobs/jobs.ts';
import {hashPassword, verifyPassword} from './password.ts';
import {type PasswordFault, passwordFault} from './password-strength.ts';
import {signInLimits} from './sign-in-limits.ts';

type Asked = {accountId: string; ip: string; email: string; password: string};

type Changed = {session: {token: string; expiresAt: Date}} | {fault: PasswordFault | 'passwordWrong'};

/** A mail address as far as it can be checked without writing to it. */
export function looksLikeEmail(text: string): boolean {
	return /^[^\s@<>",;]+@[^\s@<>",;]+$/.test(text) && text.length <= LIMITS.email;
}

/**
 * Sends a link to the account's new address; without a mail server, the account gets the address at once, unconfirmed. Only in that case does the
 * caller learn if another account has it, because one of the two cannot: with mail, its owner would get a link that changes nothing. Therefore
 * such changes are limited. Must run in a transaction. Throws `attempts_limited`.
 */
export async function changeEmail(
	db: Db,
	services: Services,
	{accountId, ip, email, password}: Asked,
): Promise<'sent' | 'changed' | 'passwordWrong' | 'taken'> {
	const limits = signInLimits(services);
	const account = await findAccount(db, accountId);
	await limits.password(ip, accountId);
	if (!account || !(await verifyPassword(account.passwordHash, password))) return 'passwordWrong';
	await limits.resetPassword(ip, accountId);
	if (services.config.smtpUrl) {
		await limits.askForMail(ip);
		await setPendingEmail(db, accountId, email);
		const known = await findAccountByEmail(db, email);
		// Counted in each case, so that a stranger neither causes mail to the owner of an existing account nor learns that there is one.
		const isInTime = await limits.mail(accountId);
		if (isInTime && (known === null || known.id === accountId)) {
			// First, so that it goes to the present address before the link can be followed.
			await tellOwner(db, services, account, 'email_asked');
			await insertJob(db, {accountId, type: sendMail.name, input: {purpose: 'email'}});
		}
		return 'sent';
	}
	await limits.askForMail(ip);
	await limits.newEmail(accountId);
	const known = await findAccountByEmail(db, email);
	if (known && known.id !== accountId) return 'taken';
	await voidLinks(db, accountId);
	return (await setEmail(db, accountId, email, false)) ? 'changed' : 'taken';
}

/**
 * Changes a password and ends every session of the account, that of the caller as well: its cookie may have been stolen. What is
 * returned is the caller's new one. Must run in a transaction. Throws `attempts_limited`.
 */
export async function changePassword(
	db: Db,
	services: Services,
	{accountId, ip, device, current, next}: {accountId: string; ip: string; device: string | null; current: string; next: string},
): Promise<Changed> {
	const limits = signInLimits(services);
	const account = await findAccount(db, accountId);
	await limits.password(ip, accountId);
	if (!account?.passwordHash || !(await verifyPassword(account.passwordHash, current))) return {fault: 'passwordWrong'};
	await limits.resetPassword(ip, accountId);
	const fault = passwordFault(next, account);
	if (fault) return {fault};
	const passwordHash = await hashPassword(next);
	if (!(await stillHasPassword(db, accountId, account.passwordHash))) return {fault: 'passwordWrong'};
	await setPassword(db, accountId, passwordHash);
	await voidLinks(db, accountId);
	await endSessions(db, accountId);
	await tellOwner(db, services, account, 'password');
	return {session: await createSession(db, accountId, device)};
}

/**
 * Has a mail tell the owner that their credentials change, in case somebody else does it. Only where the address is known to be theirs and
 * mail is sent. Must run in the transaction of the change.
 */
export async function tellOwner(
	db: Db,
	{config}: Pick<Services, 'config'>,
	{id, confirmedAt}: Pick<AccountRow, 'id' | 'confirmedAt'>,
	purpose: 'email_asked' | 'password',
): Promise<void> {
	if (config.smtpUrl && confirmedAt) await insertJob(db, {accountId: id, type: sendMail.name, input: {purpose}});
}
