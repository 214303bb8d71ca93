import type * as pt from './pt.ts';

export const nav: typeof pt.nav = {
	label: 'Main',
	tours: 'Tours',
	statistics: 'Statistics',
	leads: 'Leads',
	bin: 'Bin',
	settings: 'Settings',
	reference: 'API',
	language: 'Language',
	signOut: 'Sign out',
};

export const quotas: typeof pt.quotas = {
	label: 'Used this month',
	texts: 'AI texts',
	minutes: 'Voice minutes',
	of: (used: string, limit: string) => `${used} of ${limit}`,
};
