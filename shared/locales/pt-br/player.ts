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
	leftOut: 'não está neste documento',
};

export const status: Messages['status'] = {
	not_found: {title: 'Este tour não existe', text: 'O endereço pode estar incompleto. Confira o link com quem o enviou a você.'},
	taken_down: {
		title: 'Este tour foi retirado do ar',
		text: 'Quem o criou deixou de publicá-lo. O mesmo link volta a funcionar se ele for publicado de novo.',
	},
	expired: {
		title: 'Esta pré-visualização expirou',
		text: 'Links de pré-visualização valem por 7 dias. Peça um novo a quem o enviou a você.',
	},
};

export const cards: Messages['cards'] = {
	consent: (company, language) => {
		const law = /^pt(?:[-_]br)?$/i.test(language)
			? 'da Lei Geral de Proteção de Dados (Lei nº 13.709/2018)'
			: 'da lei de proteção de dados aplicável';
		return company === null
			? `Concordo com o tratamento dos dados que informei, nos termos ${law}, para que eu receba contato sobre este conteúdo. Posso retirar este consentimento a qualquer momento.`
			: `Concordo que ${company} trate os dados que informei, nos termos ${law}, para entrar em contato comigo sobre este conteúdo. Posso retirar este consentimento a qualquer momento.`;
	},
	privacy: url => `Política de privacidade: ${url}`,
	submit: 'Continuar',
	skip: 'Pular',
	whatsapp: 'Conversar no WhatsApp',
	link: 'Saiba mais',
};
