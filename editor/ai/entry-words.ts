import {inLanguage} from '../messages/index.ts';

/** Words of AI that are seen before it is used. */
export const words = inLanguage({
	pt: {
		write: 'Escrever com IA',
		narration: 'Narração',
		open: 'IA para todos os passos',
		button: 'IA',
		stale: 'o texto mudou depois da narração',
	},
	en: {
		write: 'Write with AI',
		narration: 'Narration',
		open: 'AI for all steps',
		button: 'AI',
		stale: 'text changed after the narration',
	},
	es: {
		write: 'Escribir con IA',
		narration: 'Narración',
		open: 'IA para todos los pasos',
		button: 'IA',
		stale: 'el texto cambió después de la narración',
	},
});
