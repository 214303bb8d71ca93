import {inLanguage} from '../messages/index.ts';

const pt = {
	preview: 'Pré-visualizar',
	title: 'Pré-visualização',
	hint: 'Nada é contado nem enviado.',
	restart: 'Do início',
	empty: 'O tour ainda não tem passos.',
	design: 'Aparência',
	theme: 'Tema',
	cards: 'Formulário e cartão final',
};

/** The words of the preview, and of the ways to how a tour looks. */
export const words = inLanguage({
	pt,
	en: {
		preview: 'Preview',
		title: 'Preview',
		hint: 'Nothing is counted or sent.',
		restart: 'From the start',
		empty: 'The tour has no steps yet.',
		design: 'Appearance',
		theme: 'Theme',
		cards: 'Form and closing card',
	},
	es: {
		preview: 'Vista previa',
		title: 'Vista previa',
		hint: 'Nada se cuenta ni se envía.',
		restart: 'Desde el inicio',
		empty: 'El tour aún no tiene pasos.',
		design: 'Apariencia',
		theme: 'Tema',
		cards: 'Formulario y tarjeta final',
	},
});
