/** The player's own words. The tour's texts are its author's; these are ours, in the three languages that we write. */
export type Messages = {
	/** BCP 47 of these words, which is not always the page's. */
	language: string;
	step: (number: number, count: number) => string;
	scene: (number: number) => string;
	/** From this step up to that one. */
	reach: (from: number, to: number) => string;
	screenshot: (number: number) => string;
	steps: string;
	previous: string;
	next: string;
	/** From the last step to the closing card. */
	finish: string;
	replay: string;
	fullscreen: string;
	/** The control that shows the whole picture where the camera would come near. */
	whole: string;
	preview: string;
	end: string;
	newWindow: string;
	play: string;
	listen: string;
	pause: string;
	narration: string;
	narrationLanguage: string;
	captions: string;
	transcript: string;
	description: (title: string, count: number) => string;
};

const portuguese: Messages = {
	language: 'pt-BR',
	step: (number, count) => `Passo ${number} de ${count}`,
	scene: number => `Cena ${number}`,
	reach: (from, to) => (from === to ? `Passo ${from}` : `Passos ${from} a ${to}`),
	screenshot: number => `Captura de tela do passo ${number}`,
	steps: 'Passos',
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

const english: Messages = {
	language: 'en',
	step: (number, count) => `Step ${number} of ${count}`,
	scene: number => `Scene ${number}`,
	reach: (from, to) => (from === to ? `Step ${from}` : `Steps ${from} to ${to}`),
	screenshot: number => `Screenshot of step ${number}`,
	steps: 'Steps',
	previous: 'Back',
	next: 'Next',
	finish: 'Finish',
	replay: 'Watch again',
	fullscreen: 'Full screen',
	whole: 'Whole picture',
	preview: 'Preview',
	end: 'End of the tour',
	newWindow: 'opens in a new window',
	play: 'Play',
	listen: 'Listen',
	pause: 'Pause',
	narration: 'Narration',
	narrationLanguage: 'Narration language',
	captions: 'Captions',
	transcript: 'Transcript',
	description: (title, count) => `${title}: an interactive tour in ${count} ${count === 1 ? 'step' : 'steps'}.`,
};

const spanish: Messages = {
	language: 'es',
	step: (number, count) => `Paso ${number} de ${count}`,
	scene: number => `Escena ${number}`,
	reach: (from, to) => (from === to ? `Paso ${from}` : `Pasos ${from} a ${to}`),
	screenshot: number => `Captura de pantalla del paso ${number}`,
	steps: 'Pasos',
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

/** The words for a page in this language (BCP 47): English where we do not write it. */
export function messagesFor(language: string): Messages {
	const primary = language.toLowerCase().split(/[-_]/)[0];
	return [portuguese, english, spanish].find(words => words.language.split('-')[0] === primary) ?? english;
}
