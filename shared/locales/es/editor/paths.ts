import type * as en from '../../en/editor/paths.ts';

export const words: typeof en.words = {
	button: label => `Botón «${label}»`,
	hotspot: label => `Punto activo «${label}»`,
	next: 'Siguiente',
	leads: (what, where) => `${what}: lleva a ${where}`,
	nowLeads: (what, where) => `${what} ahora lleva a ${where}`,
	added: (what, where) => `${what} es nuevo y lleva a ${where}`,
	removed: what => `${what} se eliminó`,
	renamed: (what, label) => `${what} ahora se llama «${label}»`,
	changed: what => `${what} ha cambiado`,
	reordered: 'Los botones están en otro orden',
	where: {
		next: 'el paso siguiente',
		end: 'el final del tour',
		previous: 'el paso de donde se vino',
		restart: 'el primer paso',
		later: 'un lugar aún por decidir',
	},
	step: (number, title) => `el paso ${number}, «${title}»`,
	named: title => `el paso «${title}»`,
	untitled: 'Sin título',
	chapter: (scene, title) => `Escena ${scene}: ${title}`,
	by: (name, what) => `${name}: ${what}`,
};
