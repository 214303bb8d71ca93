import type {Messages} from '../messages.ts';

export const player: Messages['player'] = {
	language: 'pt-BR',
	step: (number, count) => `Passo ${number} de ${count}`,
	scene: number => `Cena ${number}`,
	reach: (from, to) => (from === to ? `Passo ${from}` : `Passos ${from} a ${to}`),
	screenshot: number => `Captura de tela do passo ${number}`,
	steps: 'Passos',
	chapters: 'Capítulos',
	branch: 'Desvio',
	leads: (number: number) => `leva ao passo ${number}`,
	leadsToEnd: 'leva ao fim',
	leadsBack: 'leva de volta',
	previous: 'Anterior',
	next: 'Próximo',
	finish: 'Concluir',
	replay: 'Ver de novo',
	fullscreen: 'Tela cheia',
	whole: 'Imagem inteira',
	preview: 'Pré-visualização',
	end: 'Fim do tour',
	newWindow: 'abre em outra janela',
	play: 'Reproduzir',
	listen: 'Ouvir',
	pause: 'Pausar',
	narration: 'Narração',
	narrationLanguage: 'Idioma da narração',
	captions: 'Legendas',
	transcript: 'Transcrição',
	description: (title, count) => `${title}: tour interativo em ${count} ${count === 1 ? 'passo' : 'passos'}.`,
};

export const paper: Messages['paper'] = {
	open: 'Abrir o tour interativo',
	missing: 'A imagem deste passo não está mais guardada.',
};
