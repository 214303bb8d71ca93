import {findAccount, setPassword, stillHasPassword} from '../../shared/store/access/accounts.ts';
import {voidLinks} from '../../shared/store/access/email-links.ts';
import {createSession, endSessions} from '../../shared/store/access/sessions.ts';
import type {Db} from '../../shared/store/database.ts';
import {hashPassword, type PasswordFault, passwordFault, verifyPassword} from './password.ts';
import type {SignInLimits} from './sign-in-limits.ts';

type Changed = {session: {token: string; expiresAt: Date}} | {fault: PasswordFault | 'passwordWrong'};

/**
 * Changes a password and ends every session of the account, that of the caller as well: its cookie may have been stolen. What is
 * returned is the caller's new one. Must run in a transaction. Throws `attempts_limited`.
 */
export async function changePassword(
	db: Db,
	limits: SignInLimits,
	{accountId, ip, device, current, next}: {accountId: string; ip: string; device: string | null; current: string; next: string},
): Promise<Changed> {
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
	return {session: await createSession(db, accountId, device)};
}
