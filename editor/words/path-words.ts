import {inLanguage} from '../messages/index.ts';

const pt = {
	button: (label: string) => `Botão “${label}”`,
	hotspot: (label: string) => `Ponto clicável “${label}”`,
	next: 'Avançar',
	leads: (what: string, where: string) => `${what}: leva a ${where}`,
	nowLeads: (what: string, where: string) => `${what} agora leva a ${where}`,
	added: (what: string, where: string) => `${what} é novo e leva a ${where}`,
	removed: (what: string) => `${what} foi excluído`,
	renamed: (what: string, label: string) => `${what} agora se chama “${label}”`,
	changed: (what: string) => `${what} mudou`,
	reordered: 'Os botões estão em outra ordem',
	where: {
		next: 'o passo seguinte',
		end: 'o fim do tour',
		previous: 'o passo de onde se veio',
		restart: 'o primeiro passo',
		later: 'um lugar ainda por decidir',
	},
	step: (number: number, title: string) => `o passo ${number}, “${title}”`,
	named: (title: string) => `o passo “${title}”`,
	untitled: 'Sem título',
	chapter: (scene: number, title: string) => `Cena ${scene}: ${title}`,
	by: (name: string, what: string) => `${name}: ${what}`,
};

const en: typeof pt = {
	button: label => `Button “${label}”`,
	hotspot: label => `Hotspot “${label}”`,
	next: 'Next',
	leads: (what, where) => `${what}: leads to ${where}`,
	nowLeads: (what, where) => `${what} now leads to ${where}`,
	added: (what, where) => `${what} is new and leads to ${where}`,
	removed: what => `${what} was deleted`,
	renamed: (what, label) => `${what} is now called “${label}”`,
	changed: what => `${what} has changed`,
	reordered: 'The buttons are in another order',
	where: {
		next: 'the step that follows',
		end: 'the end of the tour',
		previous: 'the step one came from',
		restart: 'the first step',
		later: 'a place still to be decided',
	},
	step: (number, title) => `step ${number}, “${title}”`,
	named: title => `the step “${title}”`,
	untitled: 'Untitled',
	chapter: (scene, title) => `Scene ${scene}: ${title}`,
	by: (name, what) => `${name}: ${what}`,
};

const es: typeof pt = {
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

/** The words of ways through a tour, wherever they are said. */
export const words = inLanguage({pt, en, es});
