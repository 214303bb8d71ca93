import type {Operation} from '../../pipeline/operation.ts';
import {createKey, disconnect, listConnectedApps, listKeys, listRecentUses, revokeKey} from './access.ts';
import {changePasswordOperation, getAccount, signOutEverywhere, updateAccount} from './account.ts';
import {eraseOwnLead, eraseOwnLeads, getLeadRetention, listOwnLeads, putLeadRetention} from './leads.ts';

/** What an account's owner does with it: for a session alone, under /app/v1, on any plan. Not part of the public description. */
export const OWNER_OPERATIONS = [
	getAccount,
	updateAccount,
	changePasswordOperation,
	signOutEverywhere,
	listKeys,
	createKey,
	revokeKey,
	listConnectedApps,
	disconnect,
	listRecentUses,
	listOwnLeads,
	eraseOwnLeads,
	eraseOwnLead,
	getLeadRetention,
	putLeadRetention,
] as const satisfies readonly Operation[];
