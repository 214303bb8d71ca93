import type {Messages} from '../messages.ts';

export const account: Messages['account'] = {
	email: 'Correo electrónico',
	password: 'Contraseña',
	name: 'Nombre',
	language: 'Idioma',
	newPassword: 'Contraseña nueva',
	passwordHint: 'Al menos 10 caracteres. Unas cuantas palabras seguidas son fáciles de recordar y difíciles de adivinar.',
	faults: {
		email: 'Escribe la dirección completa, como ana@example.com.',
		emailTaken: 'Otra cuenta tiene esta dirección.',
		nameMissing: 'Escribe tu nombre.',
		nameLong: 'El nombre tiene como máximo 200 caracteres.',
		passwordShort: 'La contraseña necesita al menos 10 caracteres.',
		passwordLong: 'La contraseña tiene como máximo 256 caracteres.',
		passwordCommon:
			'Mucha gente usa esta contraseña y es de las primeras que se prueban. ¿Qué tal cuatro o cinco palabras que solo tú juntarías?',
		passwordPersonal: 'Tu nombre, tu correo o el nombre de este servicio son lo primero que otros prueban. Elige otras palabras.',
		passwordWrong: 'Esta no es tu contraseña actual.',
	},
	signIn: {
		title: 'Iniciar sesión',
		button: 'Iniciar sesión',
		forgotten: '¿Olvidaste tu contraseña?',
		noAccount: 'Crear una cuenta',
		failed: 'El correo y la contraseña no coinciden.',
		failedOrUnconfirmed: 'El correo y la contraseña no coinciden, o la dirección aún no está confirmada: el enlace está en nuestro correo.',
		leadsTo: 'Inicia sesión para continuar.',
		made: 'Si esta dirección aún no tenía cuenta, ahora la tiene. Inicia sesión con la contraseña que elegiste.',
		signedOut: 'Cerraste la sesión.',
		signedOutEverywhere: 'Cerraste la sesión en todas partes.',
		closing: 'La cuenta se está eliminando. Durante 14 días, puedes iniciar sesión y conservarla.',
	},
	signUp: {
		title: 'Crear una cuenta',
		intro: 'Convierte capturas de pantalla en tours que muestran cada clic.',
		plans: 'Una cuenta nueva tiene el plan gratuito, sin tours. El administrador de este servicio activa el plan Pro.',
		button: 'Crear cuenta',
		haveAccount: 'Ya tengo una cuenta',
		closedTitle: 'El registro está cerrado',
		closed: 'Las cuentas las crea quien administra este servicio. Pídele una.',
	},
	mailSent: {
		title: 'Revisa tu correo',
		text: email => `Te enviamos un mensaje a ${email}. Abre el enlace que contiene.`,
		nothing: '¿No llega en unos minutos? Revisa la carpeta de correo no deseado y comprueba la dirección de arriba.',
		back: 'Volver a iniciar sesión',
	},
	forgotten: {
		title: '¿Olvidaste tu contraseña?',
		intro: 'Escribe el correo de tu cuenta. Con el enlace que te enviaremos podrás elegir una contraseña nueva.',
		button: 'Enviar el enlace',
		noMailTitle: 'Este servicio no envía correos',
		noMail: 'Pide a tu administrador un enlace para elegir una contraseña nueva.',
		noMailOperator: '¿Administras tú este servicio? Este comando muestra el enlace para la cuenta del administrador:',
	},
	choose: {
		title: 'Elige una contraseña',
		intro: email => `Para la cuenta ${email}. Se cerrarán las sesiones abiertas en otros navegadores.`,
		button: 'Guardar e iniciar sesión',
	},
	confirm: {
		title: 'Confirma tu dirección',
		intro: email => `Tu contraseña demuestra que fuiste tú quien se registró con ${email}.`,
		button: 'Confirmar e iniciar sesión',
	},
	signInLink: {
		title: 'Abrir el editor',
		text: 'Con este enlace inicias sesión. Funciona una vez.',
		button: 'Abrir el editor',
		goneTitle: 'Este enlace ya no funciona',
		gone: 'Funciona una vez: ya se usó, tiene más de un día o el servicio ha mostrado otro más nuevo.',
		another:
			'Inicia sesión si ya elegiste una contraseña. Si no, inicia el servicio de nuevo: muestra otro enlace. Este comando muestra un enlace para elegir una contraseña:',
	},
	firstPassword: {
		later: 'Volver al editor',
		intro: 'Con ella y tu correo vuelves a iniciar sesión. Las páginas y los correos llegan en tu idioma.',
		button: 'Guardar y abrir el editor',
	},
	linkGone: {title: 'Este enlace ya no funciona', text: 'Ya se usó o ha caducado.', again: 'Pedir uno nuevo'},
	errors: {
		foreignTitle: 'Este formulario no se envió desde aquí',
		foreign: address =>
			`Por tu seguridad, solo se aceptan formularios de ${address}. Abre esa dirección e inténtalo de nuevo. Si ya es esa dirección, un proxy intermedio quita lo que el navegador dice de sí mismo.`,
		tooManyTitle: 'Demasiados intentos',
		tooMany: minutes => (minutes <= 1 ? 'Inténtalo de nuevo en un minuto.' : `Inténtalo de nuevo en ${minutes} minutos.`),
		failedTitle: 'No funcionó',
		failed: 'Algo falló de nuestro lado. Inténtalo de nuevo en un momento.',
		notFoundTitle: 'Esta página no existe',
		notFound: 'Es posible que la dirección esté incompleta.',
		back: 'Ir a tu cuenta',
		home: 'Ir al inicio',
	},
	scopes: {
		'tours:read': 'Leer tours',
		'tours:write': 'Crear y editar tours',
		publish: 'Publicar y retirar enlaces',
		ai: 'Escribir textos y narración con IA',
		'analytics:read': 'Leer estadísticas',
	},
};

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
	documentUnread:
		'Este servicio no pudo obtener la descripción que la aplicación tiene en Internet. Conéctala de nuevo en un momento. Si el servicio no tiene acceso a Internet, quien lo opera define CLIENT_DOCUMENTS=false; después, quita el servicio de la aplicación y agrégalo otra vez. Una clave funciona sin esto. El detalle:',
	unknownApp:
		'Este servicio no conoce la aplicación, o ya no la conoce: olvida aquellas en las que nadie entró, y todas cuando se instala de nuevo. En la aplicación, cierra la sesión de este servicio o quítalo, y agrégalo otra vez. Quienes la desarrollan entenderán este detalle:',
};

export const mail: Messages['mail'] = {
	confirm: {
		subject: 'Confirma tu dirección',
		before: 'Alguien creó una cuenta en Roteiro con esta dirección. Si fuiste tú, confírmala:',
		button: 'Confirmar la dirección',
		after: 'El enlace vale 3 días. Si no fuiste tú, no hagas nada: sin la confirmación nadie usa la cuenta.',
	},
	reset: {
		subject: 'Elige una contraseña nueva',
		before: 'Alguien pidió una contraseña nueva para tu cuenta en Roteiro. Si fuiste tú, elígela:',
		button: 'Elegir una contraseña nueva',
		after: 'El enlace vale una hora y funciona una vez. Si no fuiste tú, no hagas nada: tu contraseña sigue igual.',
	},
	exists: {
		subject: 'Ya tienes una cuenta',
		before: 'Alguien intentó crear una cuenta en Roteiro con esta dirección, que ya tiene una. Si fuiste tú, inicia sesión:',
		button: 'Iniciar sesión',
		after: '¿Olvidaste la contraseña? En la misma página puedes pedir un enlace para elegir otra. Si no fuiste tú, no hagas nada.',
	},
	email: {
		subject: 'Confirma tu nueva dirección',
		before: 'Alguien quiere usar esta dirección para una cuenta de Roteiro. Si fuiste tú, confírmala con tu contraseña:',
		button: 'Confirmar la nueva dirección',
		after: 'El enlace vale un día. Si no fuiste tú, no hagas nada: la cuenta conserva la dirección que tiene.',
	},
	email_asked: {
		subject: 'Tu dirección va a cambiar',
		before:
			'Alguien con la contraseña de tu cuenta en Roteiro pidió que tenga otro correo. Si fuiste tú, abre el enlace que enviamos allí. Si no, inicia sesión y cambia tu contraseña ahora:',
		button: 'Iniciar sesión',
		after: 'Esta dirección sigue siendo la de la cuenta hasta que se confirme la nueva.',
	},
	password: {
		subject: 'Se cambió tu contraseña',
		before:
			'Se cambió la contraseña de tu cuenta en Roteiro y se cerró la sesión en todos los demás navegadores. Si fuiste tú, no hagas nada. Si no, elige otra ahora:',
		button: 'Elegir otra contraseña',
		after: 'Después revisa las claves de API y las aplicaciones conectadas en los ajustes: siguen funcionando.',
	},
	export: {
		subject: 'Tu copia está lista',
		before: 'La copia de tu cuenta en Roteiro que pediste está lista. Se puede descargar durante 24 horas:',
		button: 'Descargar la copia',
		after: 'Hay que iniciar sesión. Si no la pediste tú, cambia tu contraseña.',
	},
	closing: {
		subject: 'Tu cuenta se está eliminando',
		before: date =>
			`Tu cuenta en Roteiro se eliminará para siempre el ${date}; tus enlaces ya no funcionan. Hasta entonces puedes conservarla. Inicia sesión:`,
		button: 'Iniciar sesión',
		after: 'Si no fuiste tú, inicia sesión ahora, conserva la cuenta y cambia tu contraseña.',
	},
	closes_soon: {
		subject: 'Tu cuenta se eliminará pronto',
		before: date => `El ${date}, todo lo que hay en tu cuenta de Roteiro se elimina para siempre. Aún puedes conservarla. Inicia sesión:`,
		button: 'Iniciar sesión',
		after: 'Si es lo que quieres, no hagas nada.',
	},
};
