import type {Messages} from '../messages.ts';

export const player: Messages['player'] = {
	language: 'es',
	step: (number, count) => `Paso ${number} de ${count}`,
	scene: number => `Escena ${number}`,
	reach: (from, to) => (from === to ? `Paso ${from}` : `Pasos ${from} a ${to}`),
	screenshot: number => `Captura de pantalla del paso ${number}`,
	steps: 'Pasos',
	chapters: 'Capítulos',
	branch: 'Desvío',
	leads: (number: number) => `lleva al paso ${number}`,
	leadsToEnd: 'lleva al final',
	leadsBack: 'lleva atrás',
	previous: 'Anterior',
	next: 'Siguiente',
	finish: 'Finalizar',
	replay: 'Ver de nuevo',
	fullscreen: 'Pantalla completa',
	whole: 'Imagen completa',
	preview: 'Vista previa',
	end: 'Fin del tour',
	newWindow: 'se abre en otra ventana',
	play: 'Reproducir',
	listen: 'Escuchar',
	pause: 'Pausar',
	narration: 'Narración',
	narrationLanguage: 'Idioma de la narración',
	captions: 'Subtítulos',
	transcript: 'Transcripción',
	description: (title, count) => `${title}: tour interactivo en ${count} ${count === 1 ? 'paso' : 'pasos'}.`,
};

export const paper: Messages['paper'] = {
	open: 'Abrir el tour interactivo',
	missing: 'La imagen de este paso ya no está guardada.',
};
