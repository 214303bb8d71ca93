/** Loads what the editor says from the first moment, by language. Written by `npm run format`. */
export const EDITOR = {
	'pt-BR': () => import('./pt-br/editor/main.ts'),
	en: () => import('./en/editor/main.ts'),
	es: () => import('./es/editor/main.ts'),
};
