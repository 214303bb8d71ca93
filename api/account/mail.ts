import type {JobInput} from '../../shared/queue/job.ts';
import {sendMail} from '../../shared/queue/jobs/mail.ts';
import type {AccountRow} from '../../shared/store/entities/accounts.ts';
import {insertJob} from '../../shared/store/jobs/jobs.ts';
import type {AccountContext} from '../auth/sign-in-limits.ts';

/** Has a worker write to an account, unless it got enough mail for now. */
export async function mailAccount(
	{services, limits}: AccountContext,
	{account, purpose}: {account: Pick<AccountRow, 'id'>} & JobInput<typeof sendMail>,
): Promise<void> {
	if (!(await limits.mail(account.id))) return;
	const job = await insertJob(services.database.manager, {accountId: account.id, type: sendMail.name, input: {purpose}});
	await services.dispatcher.enqueue(job);
}
