import type {Operation} from '../../pipeline/operation.ts';
import {emptyBinOperation, eraseTourOperation} from '../bin.ts';
import {createKey, disconnect, listConnectedApps, listKeys, listUsageLog, revokeKey} from './access.ts';
import {
	changeEmailOperation,
	changePasswordOperation,
	endSessionOperation,
	getAccount,
	listSessionsOperation,
	signOutEverywhere,
	updateAccount,
} from './account.ts';
import {
	deleteAccountOperation,
	exportAccountOperation,
	getAccountDeletion,
	getAccountExport,
	keepAccount,
	listAccountExports,
} from './account-end.ts';
import {eraseOwnLead, eraseOwnLeads, getLeadRetention, listOwnLeads, putLeadRetention} from './leads.ts';
import {getAccountStatistics, getUsage} from './statistics.ts';

/** Operations of an account's owner: for a session alone, under /app/v1, on any plan. Not publicly described. */
export const OWNER_OPERATIONS = [
	getAccount,
	updateAccount,
	changePasswordOperation,
	changeEmailOperation,
	getUsage,
	getAccountStatistics,
	listSessionsOperation,
	endSessionOperation,
	signOutEverywhere,
	listKeys,
	createKey,
	revokeKey,
	listConnectedApps,
	disconnect,
	listUsageLog,
	listOwnLeads,
	eraseOwnLeads,
	eraseOwnLead,
	getLeadRetention,
	putLeadRetention,
	eraseTourOperation,
	emptyBinOperation,
	exportAccountOperation,
	listAccountExports,
	getAccountExport,
	getAccountDeletion,
	deleteAccountOperation,
	keepAccount,
] as const satisfies readonly Operation[];
