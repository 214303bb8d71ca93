import type {Command} from '../../language.ts';

export const COMMAND: Command = {
	/** The page that the browser shows at the end of a sign-in. */
	signedIn: {
		done: {title: 'Iniciaste sesión', text: 'El comando roteiro continúa en la terminal. Ya puedes cerrar esta página.'},
		denied: {title: 'No se permitió el acceso', text: 'No se guardó nada. Ya puedes cerrar esta página.'},
		failed: {title: 'No funcionó', text: 'La terminal dice por qué. Ya puedes cerrar esta página.'},
		foreign: {
			title: 'Esto es de otro inicio de sesión',
			text: 'No se hizo nada. Cierra esta página y continúa donde la terminal lo pidió.',
		},
	},
	/** Title of a page of a deck that has no words; its number follows. */
	page: 'Página',
};
