import type {Messages} from '../messages.ts';

export const consent: Messages['consent'] = {
	asks: 'pide acceso a tu cuenta',
	leadsTo: 'Redirige a',
	describedAt: 'Descrita en',
	account: 'Cuenta',
	notYou: '¿No eres tú? Salir',
	places: {program: 'Un programa en una computadora', extension: 'Una extensión de un navegador'},
	warning: {
		program:
			'Lo pide un programa de esta computadora, y cualquier programa puede usar ese nombre. Continúa solo si acabas de iniciarlo tú.',
		extension:
			'Lo pide una extensión de este navegador, y cualquier extensión puede usar ese nombre. Continúa solo si acabas de pedirlo tú en ella.',
		site: 'Continúa solo si acabas de pedirlo tú en esa dirección.',
	},
	free: 'Tu cuenta tiene el plan gratuito. Puedes conectar la aplicación ahora, pero sus llamadas se rechazarán (402) hasta que la cuenta tenga el plan Pro.',
	permissions: 'Lo que puede hacer',
	permissionMissing: 'Elige al menos un permiso, o cancela.',
	later: 'Puedes desconectarla cuando quieras, en tu cuenta.',
	allow: 'Permitir',
	cancel: 'Cancelar',
	refusedTitle: 'Esta conexión no puede continuar',
	expired: 'La petición de la aplicación ha caducado o ya fue respondida. Vuelve a la aplicación y conéctala de nuevo.',
	refused:
		'La aplicación pidió algo que no podemos atender. Vuelve a ella y conéctala de nuevo; si el problema sigue, quienes la desarrollan entenderán este detalle:',
};
