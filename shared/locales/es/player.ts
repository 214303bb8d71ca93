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
	leftOut: 'no está en este documento',
};

export const status: Messages['status'] = {
	not_found: {
		title: 'Este tour no existe',
		text: 'Es posible que la dirección esté incompleta. Comprueba el enlace con quien te lo envió.',
	},
	taken_down: {
		title: 'Este tour ya no está publicado',
		text: 'Su autor dejó de publicarlo. El mismo enlace volverá a funcionar si lo publica de nuevo.',
	},
	expired: {
		title: 'Esta vista previa ha caducado',
		text: 'Los enlaces de vista previa valen 7 días. Pide uno nuevo a quien te lo envió.',
	},
};

export const cards: Messages['cards'] = {
	consent: company =>
		`Acepto que ${company === null ? 'los datos que he facilitado se utilicen' : `${company} utilice los datos que he facilitado`} para contactarme sobre este contenido, conforme a la ley de protección de datos aplicable. Puedo retirar este consentimiento en cualquier momento.`,
	privacy: url => `Política de privacidad: ${url}`,
	submit: 'Continuar',
	skip: 'Omitir',
	whatsapp: 'Hablar por WhatsApp',
	link: 'Más información',
};
