export type Said = 'done' | 'denied' | 'failed' | 'foreign';

const en: Record<Said, [title: string, text: string]> = {
	done: ['You are signed in', 'The command roteiro continues in the terminal. You may close this page.'],
	denied: ['Access was not allowed', 'Nothing is kept. You may close this page.'],
	failed: ['That did not work', 'The terminal says why. You may close this page.'],
	foreign: ['This belongs to another sign-in', 'Nothing was done. Close this page, and continue where the terminal asked you to.'],
};
const pt: typeof en = {
	done: ['Você entrou', 'O comando roteiro continua no terminal. Pode fechar esta página.'],
	denied: ['O acesso não foi permitido', 'Nada foi guardado. Pode fechar esta página.'],
	failed: ['Não funcionou', 'O terminal diz por quê. Pode fechar esta página.'],
	foreign: ['Isto é de outro login', 'Nada foi feito. Feche esta página e continue onde o terminal pediu.'],
};
const es: typeof en = {
	done: ['Iniciaste sesión', 'El comando roteiro continúa en la terminal. Ya puedes cerrar esta página.'],
	denied: ['No se permitió el acceso', 'No se guardó nada. Ya puedes cerrar esta página.'],
	failed: ['No funcionó', 'La terminal dice por qué. Ya puedes cerrar esta página.'],
	foreign: ['Esto es de otro inicio de sesión', 'No se hizo nada. Cierra esta página y continúa donde la terminal lo pidió.'],
};

/** Title and text of the page that the browser shows after the sign-in. */
export const WORDS: Record<string, typeof en> = {en, pt, es};
