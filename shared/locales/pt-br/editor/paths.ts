import type * as en from '../../en/editor/paths.ts';

export const words: typeof en.words = {
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
