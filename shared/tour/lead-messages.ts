import type {LeadField} from '../contract/visitors/lead.ts';
import type {LeadFaultKind} from './lead-answers.ts';

/** What the opening form says beside its author's words: in the page, and where it is refused. */
export type LeadMessages = {
	/** BCP 47 of these words, which is not always the page's. */
	language: string;
	/** Names the section to whoever does not see it. */
	form: string;
	/** Where the author gave no title. */
	title: string;
	fields: Record<LeadField, string>;
	optional: string;
	/** Label of the consent where its text stands above, too long to be one itself. */
	agree: string;
	consent: string;
	/** Label of the field that nobody sees. */
	trap: string;
	thanks: string;
	onward: string;
	/** What a preview says of itself. */
	preview: string;
	/** Nobody knows whether it arrived; nothing that was typed is lost. */
	sorry: string;
	faultsTitle: string;
	faults: Record<LeadFaultKind, string>;
	back: string;
	errors: Record<'foreign' | 'robot' | 'tooMany' | 'unknownForm' | 'notFound' | 'takenDown' | 'expired' | 'tooLarge' | 'failed', string>;
	refusedTitle: string;
};

const portuguese: LeadMessages = {
	language: 'pt-BR',
	form: 'Formulário de contato',
	title: 'Antes de começar',
	fields: {name: 'Nome', email: 'E-mail', phone: 'Telefone'},
	optional: 'opcional',
	agree: 'Li o texto acima e concordo.',
	consent: 'Texto do consentimento',
	trap: 'Deixe este campo em branco',
	thanks: 'Obrigado! Recebemos seus dados.',
	onward: 'Ver o tour',
	preview: 'Pré-visualização: nada do que for enviado aqui é guardado.',
	sorry: 'Não conseguimos confirmar o envio. O que você digitou continua aqui: tente de novo em instantes.',
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

const english: LeadMessages = {
	language: 'en',
	form: 'Contact form',
	title: 'Before we start',
	fields: {name: 'Name', email: 'E-mail', phone: 'Phone'},
	optional: 'optional',
	agree: 'I have read the text above and agree.',
	consent: 'Consent text',
	trap: 'Leave this field empty',
	thanks: 'Thank you! We have received your details.',
	onward: 'See the tour',
	preview: 'Preview: nothing that is sent here is kept.',
	sorry: 'We could not confirm that this arrived. What you typed is still here: try again in a moment.',
	faultsTitle: 'Almost there',
	faults: {
		missing: 'Fill in this field.',
		allMissing: 'Fill in at least one of the fields.',
		tooLong: 'This text is too long.',
		notEmail: 'Check the address: it should look like name@example.com.',
		notPhone: 'Check the number: write it with its area code, like +1 212 555 0123.',
		noConsent: 'Tick this box to send your details.',
	},
	back: 'Back to the tour',
	errors: {
		foreign: "The form did not come from this tour's page. Open the tour by its link, in a window of its own, and send it again.",
		robot: 'This looked as if a program had sent it, and nothing was kept. Go back to the tour, take your time and send it again.',
		tooMany: 'Too many forms came from this address, and this one was not kept. Try again later.',
		unknownForm: 'This form has changed since the page was opened, and nothing was kept. Reload the page and send it again.',
		notFound: 'This tour does not exist, and nothing was kept.',
		takenDown: 'This tour was taken down while the page was open, and nothing was kept.',
		expired: 'This preview has expired while the page was open.',
		tooLarge: 'This is too large for the form, and nothing was kept.',
		failed: 'We could not confirm that this arrived. Go back to the page before and try again in a moment.',
	},
	refusedTitle: 'The form was not sent',
};

const spanish: LeadMessages = {
	language: 'es',
	form: 'Formulario de contacto',
	title: 'Antes de empezar',
	fields: {name: 'Nombre', email: 'Correo electrónico', phone: 'Teléfono'},
	optional: 'opcional',
	agree: 'He leído el texto anterior y lo acepto.',
	consent: 'Texto del consentimiento',
	trap: 'Deje este campo vacío',
	thanks: '¡Gracias! Hemos recibido sus datos.',
	onward: 'Ver el tour',
	preview: 'Vista previa: nada de lo que se envía aquí se guarda.',
	sorry: 'No pudimos confirmar el envío. Lo que escribió sigue aquí: inténtelo de nuevo en un momento.',
	faultsTitle: 'Falta poco',
	faults: {
		missing: 'Rellene este campo.',
		allMissing: 'Rellene al menos uno de los campos.',
		tooLong: 'Este texto es demasiado largo.',
		notEmail: 'Revise la dirección: debe parecerse a nombre@ejemplo.com.',
		notPhone: 'Revise el número: escríbalo con su prefijo, como +34 612 345 678.',
		noConsent: 'Marque esta casilla para enviar sus datos.',
	},
	back: 'Volver al tour',
	errors: {
		foreign: 'El formulario no vino de la página de este tour. Abra el tour por su enlace, en una ventana propia, y envíelo de nuevo.',
		robot: 'El envío pareció automático y no se guardó nada. Vuelva al tour, rellene el formulario con calma y envíelo de nuevo.',
		tooMany: 'Llegaron demasiados envíos desde esta dirección y este no se guardó. Inténtelo de nuevo más tarde.',
		unknownForm: 'Este formulario ha cambiado desde que se abrió la página y no se guardó nada. Recargue la página y envíelo de nuevo.',
		notFound: 'Este tour no existe y no se guardó nada.',
		takenDown: 'Este tour se retiró mientras la página estaba abierta y no se guardó nada.',
		expired: 'Esta vista previa caducó mientras la página estaba abierta.',
		tooLarge: 'El envío es demasiado grande para este formulario y no se guardó nada.',
		failed: 'No pudimos confirmar el envío. Vuelva a la página anterior e inténtelo de nuevo en un momento.',
	},
	refusedTitle: 'El formulario no se envió',
};

/** The words for a form in this language (BCP 47): English where we do not write it. */
export function leadMessagesFor(language: string): LeadMessages {
	const primary = language.toLowerCase().split(/[-_]/)[0];
	return [portuguese, english, spanish].find(words => words.language.split('-')[0] === primary) ?? english;
}
