import type {Messages} from '../messages.ts';

export const accountEnd: Messages['accountEnd'] = {
	export: 'Una copia de todo',
	exportMeans:
		'Un zip con cada tour como documento, también los de la papelera, con imágenes, narración, leads y estadísticas, y los datos de tu cuenta. Se puede descargar durante 24 horas; puedes pedir una copia al día.',
	exportButton: 'Pedir una copia',
	ordered: 'La copia se está haciendo. Esta página muestra cuándo está lista.',
	tooSoon: 'Puedes pedir una copia al día. Inténtalo de nuevo mañana.',
	states: {queued: 'en espera', running: 'haciéndose', ready: 'lista', failed: 'falló: pide otra'},
	fetch: (size: string) => `Descargar (${size})`,
	until: (date: string) => `hasta el ${date}`,
	of: (date: string) => `del ${date}`,
	closingTitle: 'Esta cuenta se está eliminando',
	closing: (date: string) =>
		`El ${date} todo lo que contiene se eliminará para siempre. Hasta entonces los enlaces no funcionan, las claves de API siguen revocadas y las aplicaciones desconectadas.`,
	takeBack: 'Conservar la cuenta',
	takeBackMeans: 'Los tours y enlaces quedan como estaban. Hay que crear de nuevo las claves y conectar de nuevo las aplicaciones.',
	signOut: 'Cerrar sesión',
	readme: {
		title: 'Una copia de tu cuenta en Roteiro',
		made: (date: string) => `Hecha el ${date}.`,
		files: [
			['account.json', 'tu perfil, sesiones, claves de API (sin las claves mismas) y aplicaciones conectadas'],
			['tours.jsonl', 'la lista de los tours, uno por línea'],
			['tours/ID/document.json', 'un tour como documento'],
			['tours/ID/about.json', 'su enlace, fechas, narración y versiones, y cuándo se eliminó si está en la papelera'],
			['tours/ID/statistics.json', 'vistas, finalizaciones, clics y leads de cada día, y cuántas veces se vio cada paso'],
			['images/, images.jsonl', 'cada imagen sin sus metadatos, y la lista de ellas'],
			['narration/, narration.jsonl', 'las narraciones, y sus textos'],
			['leads.jsonl', 'lo que los visitantes dejaron en los formularios, con lo que aceptaron'],
			['uses.jsonl', 'la actividad de claves y aplicaciones en los últimos 90 días'],
			['SHA256SUMS', 'sumas de todos los archivos: sha256sum -c SHA256SUMS'],
		],
		again:
			'Para recuperar un tour, aquí o en otro Roteiro: envía sus imágenes (POST /v1/media con los bytes) y después el documento (PUT /v1/documents/CLAVE con {"document": …}, siendo CLAVE un nombre que tú eliges). Las imágenes se encuentran por sus nombres, que son sumas de sus bytes.',
		care: 'leads.jsonl contiene datos personales de otras personas. Guarda este archivo donde nadie más lo lea.',
	},
};
