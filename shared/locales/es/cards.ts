import type {Messages} from '../messages.ts';

export const cards: Messages['cards'] = {
	consent: company =>
		`Acepto que ${company === null ? 'los datos que he facilitado se utilicen' : `${company} utilice los datos que he facilitado`} para contactarme sobre este contenido, conforme a la ley de protección de datos aplicable. Puedo retirar este consentimiento en cualquier momento.`,
	privacy: url => `Política de privacidad: ${url}`,
	submit: 'Continuar',
	skip: 'Omitir',
	whatsapp: 'Hablar por WhatsApp',
	link: 'Más información',
};
