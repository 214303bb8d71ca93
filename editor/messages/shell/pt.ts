/** Words around every list. */
export const nav = {
	label: 'Principal',
	tours: 'Tours',
	statistics: 'Estatísticas',
	leads: 'Leads',
	bin: 'Lixeira',
	settings: 'Ajustes',
	reference: 'API',
	language: 'Idioma',
	signOut: 'Sair',
};

export const quotas = {
	label: 'Uso deste mês',
	texts: 'Textos de IA',
	minutes: 'Minutos de voz',
	of: (used: string, limit: string) => `${used} de ${limit}`,
};
