import type {PageLanguage} from '../../shared/contract/page-language.ts';

/** What the page says on which a person lets an app in. The permissions' words are those of the account's pages. */
export type ConsentMessages = {
	/** Comes after the app's name. */
	asks: string;
	leadsTo: string;
	describedAt: string;
	account: string;
	notYou: string;
	local: string;
	site: string;
	free: string;
	permissions: string;
	permissionMissing: string;
	later: string;
	allow: string;
	cancel: string;
	refusedTitle: string;
	expired: string;
	refused: string;
};

const MESSAGES: Record<PageLanguage, ConsentMessages> = {
	'pt-BR': {
		asks: 'pede acesso à sua conta',
		leadsTo: 'Volta para',
		describedAt: 'Descrito em',
		account: 'Conta',
		notYou: 'Não é você? Sair',
		local:
			'Quem pede é um programa neste computador, e qualquer programa pode usar esse nome. Continue apenas se foi você quem acabou de iniciá-lo.',
		site: 'Continue apenas se foi você quem acabou de pedir isso nesse endereço.',
		free: 'Sua conta está no plano gratuito. Você pode conectar o app agora, mas as chamadas dele serão recusadas (402) até que a conta tenha o plano Pro.',
		permissions: 'O que ele pode fazer',
		permissionMissing: 'Escolha pelo menos uma permissão, ou cancele.',
		later: 'Você pode desconectá-lo quando quiser, em sua conta.',
		allow: 'Permitir',
		cancel: 'Cancelar',
		refusedTitle: 'Não dá para continuar esta conexão',
		expired: 'O pedido do app expirou ou já foi respondido. Volte ao app e conecte de novo.',
		refused:
			'O app fez um pedido que não podemos atender. Volte a ele e conecte de novo; se continuar, quem o desenvolve entende este detalhe:',
	},
	en: {
		asks: 'asks for access to your account',
		leadsTo: 'Leads back to',
		describedAt: 'Described at',
		account: 'Account',
		notYou: 'Not you? Sign out',
		local: 'A program on this computer is asking, and any program can use that name. Go on only if you have just started it yourself.',
		site: 'Go on only if you have just asked for this at that address yourself.',
		free: 'Your account is on the free plan. You can connect the app now, but its calls will be refused (402) until the account has the Pro plan.',
		permissions: 'What it may do',
		permissionMissing: 'Choose at least one permission, or cancel.',
		later: 'You can disconnect it at any time, in your account.',
		allow: 'Allow',
		cancel: 'Cancel',
		refusedTitle: 'This connection cannot go on',
		expired: "The app's request has expired or was answered before. Go back to the app and connect again.",
		refused:
			'The app asked for something that cannot be done. Go back to it and connect again; if it stays so, its makers will understand this detail:',
	},
	es: {
		asks: 'pide acceso a su cuenta',
		leadsTo: 'Vuelve a',
		describedAt: 'Descrita en',
		account: 'Cuenta',
		notYou: '¿No es usted? Salir',
		local: 'Lo pide un programa de este equipo, y cualquier programa puede usar ese nombre. Continúe solo si acaba de iniciarlo usted.',
		site: 'Continúe solo si acaba de pedirlo usted en esa dirección.',
		free: 'Su cuenta tiene el plan gratuito. Puede conectar la aplicación ahora, pero sus llamadas se rechazarán (402) hasta que la cuenta tenga el plan Pro.',
		permissions: 'Lo que puede hacer',
		permissionMissing: 'Elija al menos un permiso, o cancele.',
		later: 'Puede desconectarla cuando quiera, en su cuenta.',
		allow: 'Permitir',
		cancel: 'Cancelar',
		refusedTitle: 'Esta conexión no puede continuar',
		expired: 'La petición de la aplicación ha caducado o ya fue respondida. Vuelva a la aplicación y conéctela de nuevo.',
		refused:
			'La aplicación pidió algo que no podemos atender. Vuelva a ella y conéctela de nuevo; si continúa, quienes la desarrollan entenderán este detalle:',
	},
};

export function consentMessages(language: PageLanguage): ConsentMessages {
	return MESSAGES[language];
}
