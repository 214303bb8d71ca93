import type {Messages} from '../messages.ts';

export const lead: Messages['lead'] = {
	language: 'pt-BR',
	form: 'Formulário de contato',
	title: 'Antes de começar',
	fields: {name: 'Nome', email: 'E-mail', phone: 'Telefone'},
	optional: 'opcional',
	agree: 'Li o texto acima e concordo.',
	consent: 'Texto do consentimento',
	honeypot: 'Deixe este campo em branco',
	thanks: 'Obrigado! Recebemos seus dados.',
	onward: 'Ver o tour',
	preview: 'Pré-visualização: nada do que for enviado aqui é guardado.',
	sorry:
		'Não conseguimos confirmar o envio. O que você digitou continua aqui: tente de novo em instantes, ou abra o tour em uma janela própria.',
	faultsTitle: 'Falta pouco',
	faults: {
		missing: 'Preencha este campo.',
		allMissing: 'Preencha ao menos um dos campos.',
		tooLong: 'Este texto é longo demais.',
		notEmail: 'Confira o endereço: ele deve ser parecido com nome@exemplo.com.',
		notPhone: 'Confira o número: escreva-o com DDD, como (11) 91234-5678.',
		noConsent: 'Marque esta caixa para enviar seus dados.',
	},
	back: 'Voltar ao tour',
	errors: {
		foreign: 'O formulário não veio da página deste tour. Abra o tour pelo link, em uma janela própria, e envie de novo.',
		robot: 'O envio pareceu automático, e nada foi guardado. Volte ao tour, preencha o formulário com calma e envie de novo.',
		tooMany: 'Foram muitos envios a partir deste endereço, e este não foi guardado. Tente de novo mais tarde.',
		unknownForm: 'Este formulário mudou desde que a página foi aberta, e nada foi guardado. Recarregue a página e envie de novo.',
		notFound: 'Este tour não existe, e nada foi guardado.',
		takenDown: 'Este tour foi retirado do ar enquanto a página estava aberta, e nada foi guardado.',
		expired: 'Esta pré-visualização expirou enquanto a página estava aberta.',
		tooLarge: 'O envio é grande demais para este formulário, e nada foi guardado.',
		failed: 'Não conseguimos confirmar o envio. Volte à página anterior e tente de novo em instantes.',
	},
	refusedTitle: 'O formulário não foi enviado',
};
