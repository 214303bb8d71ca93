import type {Messages} from '../messages.ts';

export const cards: Messages['cards'] = {
	consent:
		'Acepto que los datos que he facilitado se utilicen para contactarme sobre este contenido, conforme a la ley de protección de datos aplicable (LGPD, Ley 13.709/2018). Puedo retirar este consentimiento en cualquier momento.',
	submit: 'Continuar',
	skip: 'Omitir',
	whatsapp: 'Hablar por WhatsApp',
	link: 'Más información',
};
