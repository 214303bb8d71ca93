import type {Messages} from '../messages.ts';

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
