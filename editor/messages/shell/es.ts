import type * as pt from './pt.ts';

export const nav: typeof pt.nav = {
	label: 'Principal',
	tours: 'Tours',
	statistics: 'Estadísticas',
	leads: 'Leads',
	bin: 'Papelera',
	settings: 'Ajustes',
	reference: 'API',
	language: 'Idioma',
	signOut: 'Salir',
};

export const quotas: typeof pt.quotas = {
	label: 'Uso de este mes',
	texts: 'Textos de IA',
	minutes: 'Minutos de voz',
	of: (used: string, limit: string) => `${used} de ${limit}`,
};
