import type {Messages} from '../messages.ts';

export const consent: Messages['consent'] = {
	asks: 'pide acceso a su cuenta',
	leadsTo: 'Vuelve a',
	describedAt: 'Descrita en',
	account: 'Cuenta',
	notYou: '¿No es usted? Salir',
	places: {program: 'Un programa de un equipo', extension: 'Una extensión de un navegador'},
	warning: {
		program: 'Lo pide un programa de este equipo, y cualquier programa puede usar ese nombre. Continúe solo si acaba de iniciarlo usted.',
		extension:
			'Lo pide una extensión de este navegador, y cualquier extensión puede usar ese nombre. Continúe solo si acaba de pedirlo usted en ella.',
		site: 'Continúe solo si acaba de pedirlo usted en esa dirección.',
	},
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
};
