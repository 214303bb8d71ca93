import {type Static, Type} from 'typebox';
import {Closed, Timestamp} from './schema.ts';

export const Quota = Closed(
	{
		used: Type.Integer(),
		reserved: Type.Integer({description: 'Held by work that is under way.'}),
		limit: Type.Integer(),
		resetsAt: Timestamp,
	},
	{title: 'Quota', description: 'What is used of a limit, and when it is free again.'},
);
export type Quota = Static<typeof Quota>;

export const QuotaUsage = Closed(
	{
		used: Type.Integer({description: 'Used in this month, this call included.'}),
		limit: Type.Integer(),
		remaining: Type.Integer({description: 'What is neither used nor held by work under way.'}),
		resetsAt: Timestamp,
	},
	{title: 'QuotaUsage', description: "The account's quota for the month in which the call was made."},
);
export type QuotaUsage = Static<typeof QuotaUsage>;
