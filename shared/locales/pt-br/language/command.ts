import type {Command} from '../../language.ts';

export const COMMAND: Command = {
	/** The page that the browser shows at the end of a sign-in. */
	signedIn: {
		done: {title: 'Você entrou', text: 'O comando roteiro continua no terminal. Pode fechar esta página.'},
		denied: {title: 'O acesso não foi permitido', text: 'Nada foi guardado. Pode fechar esta página.'},
		failed: {title: 'Não funcionou', text: 'O terminal diz por quê. Pode fechar esta página.'},
		foreign: {title: 'Isto é de outro login', text: 'Nada foi feito. Feche esta página e continue onde o terminal pediu.'},
	},
	/** Title of a page of a deck that has no words; its number follows. */
	page: 'Página',
};
