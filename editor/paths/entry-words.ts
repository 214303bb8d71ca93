import {inLanguage} from '../messages/index.ts';

/** Words about ways through a tour that the editor shows at once. */
export const words = inLanguage({
	pt: {
		section: 'Botões e pontos clicáveis',
		flow: 'Caminhos',
		pick: (label: string) => `“${label}”: escolha o passo. Esc desiste.`,
		keys: ['F', 'Caminhos: o tour como mapa'] as [string, string],
	},
	en: {
		section: 'Buttons and hotspots',
		flow: 'Paths',
		pick: label => `“${label}”: choose the step. Esc leaves it.`,
		keys: ['F', 'Paths: the tour as a map'],
	},
	es: {
		section: 'Botones y puntos activos',
		flow: 'Caminos',
		pick: label => `«${label}»: elige el paso. Esc lo deja.`,
		keys: ['F', 'Caminos: el tour como mapa'],
	},
});
