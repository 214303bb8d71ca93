import type {Messages} from '../messages.ts';

export const cards: Messages['cards'] = {
	consent:
		'Concordo com o tratamento dos dados que informei, nos termos da Lei Geral de Proteção de Dados (Lei nº 13.709/2018), para que eu receba contato sobre este conteúdo. Posso retirar este consentimento a qualquer momento.',
	submit: 'Continuar',
	skip: 'Pular',
	whatsapp: 'Conversar no WhatsApp',
	link: 'Saiba mais',
};
