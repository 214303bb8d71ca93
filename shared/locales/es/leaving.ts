import type {Messages} from '../messages.ts';

export const leaving: Messages['leaving'] = {
	data: 'Sus datos',
	dataMeans: 'Llévese todo, o elimine la cuenta',
	back: 'Su cuenta',
	export: 'Una copia de todo',
	exportMeans:
		'Un zip con cada tour como documento, la papelera también, con imágenes, narración, leads y estadísticas, y lo que se sabe de usted. Se puede descargar durante 24 horas; se hace una copia al día.',
	exportButton: 'Hacer una copia',
	ordered: 'La copia se está haciendo. Esta página muestra cuándo está lista.',
	tooSoon: 'Se hace una copia al día, y la de hoy ya se pidió.',
	states: {queued: 'en espera', running: 'haciéndose', ready: 'lista', failed: 'falló: pida otra'},
	fetch: (size: string) => `Descargar (${size})`,
	until: (date: string) => `hasta el ${date}`,
	of: (date: string) => `del ${date}`,
	delete: 'Eliminar la cuenta',
	deleteMeans:
		'Todos los enlaces dejan de funcionar al instante, se cierra su sesión en todas partes, las claves y aplicaciones ya no abren nada. Durante 14 días puede iniciar sesión y desistir; después todo se elimina para siempre: tours, imágenes, leads, estadísticas. Quien opera este servicio puede conservar copias de seguridad algún tiempo más.',
	deleteEmail: 'Correo de esta cuenta',
	deleteButton: 'Eliminar mi cuenta',
	emailWrong: 'Este no es el correo de esta cuenta.',
	closingTitle: 'Esta cuenta se está eliminando',
	closing: (date: string) =>
		`El ${date} todo lo que contiene se eliminará para siempre. Hasta entonces nadie ve sus enlaces, y las claves y aplicaciones siguen cerradas.`,
	takeBack: 'Conservar la cuenta',
	takeBackMeans: 'Los tours y enlaces quedan como estaban. Las claves y aplicaciones hay que hacerlas de nuevo.',
	takenBack: 'La cuenta se queda. Sus enlaces vuelven a funcionar.',
	signOut: 'Cerrar sesión',
	readme: {
		title: 'Una copia de su cuenta en Roteiro',
		made: (date: string) => `Hecha el ${date}.`,
		files: [
			['account.json', 'su perfil, sesiones, claves de API (sin las claves mismas) y aplicaciones conectadas'],
			['tours.jsonl', 'la lista de los tours, uno por línea'],
			['tours/ID/document.json', 'un tour como documento'],
			['tours/ID/about.json', 'su enlace, fechas, narración y versiones; "deletedAt" si está en la papelera'],
			['tours/ID/statistics.json', 'vistas, finalizaciones, clics y leads de cada día, y cuántas veces se vio cada paso'],
			['images/, images.jsonl', 'cada imagen sin sus metadatos, y la lista de ellas'],
			['narration/, narration.jsonl', 'lo que se habló, y las palabras'],
			['leads.jsonl', 'lo que los visitantes dejaron en los formularios, con lo que aceptaron'],
			['uses.jsonl', 'lo que claves y aplicaciones hicieron en los últimos 90 días'],
			['SHA256SUMS', 'sumas de todos los archivos: sha256sum -c SHA256SUMS'],
		],
		again:
			'Para tener un tour de nuevo, aquí o en otro Roteiro: envíe sus imágenes (POST /v1/media con los bytes) y después el documento (PUT /v1/documents/CLAVE con {"document": …}, siendo CLAVE un nombre a su elección). Las imágenes se encuentran por sus nombres, que son sumas de sus bytes.',
		care: 'leads.jsonl contiene datos personales de otras personas. Guarde este archivo donde nadie más lo lea.',
	},
};
