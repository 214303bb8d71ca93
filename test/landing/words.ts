import type {PageLanguage} from '../../shared/contract/page-language.ts';

/** What the tour at the root says: the name, and title and text of each of its screens. */
export type Words = {
	name: string;
	steps: Record<'drop' | 'mark' | 'write' | 'theme' | 'publish' | 'numbers', [title: string, text: string]>;
};

export const WORDS: Partial<Record<PageLanguage, Words>> = {
	en: {
		name: 'How a tour is made',
		steps: {
			drop: ['Drop your screenshots', 'Each one becomes a step, in the order you drop them.'],
			mark: ['Draw around what matters', 'The highlight is the one that visitors will see.'],
			write: ['Write where it will be read', 'The words go straight into the balloon. Everything is saved as you type.'],
			theme: ['Make it yours', 'Eight presets to begin with, then your own colours and fonts.'],
			publish: ['Publish', 'You get a link that stays the same, and code to embed.'],
			numbers: ['See where people stop', 'Views, completions and clicks, step by step, without cookies.'],
		},
	},
	'pt-BR': {
		name: 'Como se cria um tour',
		steps: {
			drop: ['Solte as capturas de tela', 'Cada uma vira um passo, na ordem em que você as solta.'],
			mark: ['Desenhe em volta do que importa', 'O destaque é exatamente o que os visitantes verão.'],
			write: ['Escreva onde será lido', 'As palavras vão direto para o balão. Tudo é salvo enquanto você digita.'],
			theme: ['Deixe com a sua cara', 'Oito estilos para começar, depois as suas cores e fontes.'],
			publish: ['Publique', 'Você recebe um link que continua o mesmo e o código para incorporar.'],
			numbers: ['Veja onde as pessoas param', 'Visitas, conclusões e cliques, passo a passo, sem cookies.'],
		},
	},
	es: {
		name: 'Cómo se crea un tour',
		steps: {
			drop: ['Suelta las capturas', 'Cada una es un paso, en el orden en que las sueltas.'],
			mark: ['Dibuja alrededor de lo que importa', 'El resaltado es el mismo que verán los visitantes.'],
			write: ['Escribe donde se leerá', 'Las palabras van directo al globo. Todo se guarda mientras escribes.'],
			theme: ['Hazlo tuyo', 'Ocho estilos para empezar, y después tus colores y fuentes.'],
			publish: ['Publica', 'Recibes un enlace que no cambia y el código para incrustar.'],
			numbers: ['Mira dónde se detiene la gente', 'Visitas, finales y clics, paso a paso, sin cookies.'],
		},
	},
};

export function wordsOf(language: PageLanguage): Words {
	return WORDS[language] ?? WORDS.en!;
}
