import type {Messages} from '../messages.ts';

export const lead: Messages['lead'] = {
	language: 'es',
	form: 'Formulario de contacto',
	title: 'Antes de empezar',
	fields: {name: 'Nombre', email: 'Correo electrónico', phone: 'Teléfono'},
	optional: 'opcional',
	agree: 'He leído el texto anterior y lo acepto.',
	consent: 'Texto del consentimiento',
	honeypot: 'Deja este campo vacío',
	thanks: '¡Gracias! Hemos recibido tus datos.',
	onward: 'Ver el tour',
	preview: 'Vista previa: nada de lo que se envía aquí se guarda.',
	sorry:
		'No pudimos confirmar el envío. Lo que escribiste sigue aquí: inténtalo de nuevo en un momento, o abre el tour en una ventana propia.',
	faultsTitle: 'Falta poco',
	faults: {
		missing: 'Completa este campo.',
		allMissing: 'Completa al menos uno de los campos.',
		tooLong: 'Este texto es demasiado largo.',
		notEmail: 'Revisa la dirección: debe parecerse a nombre@ejemplo.com.',
		notPhone: 'Revisa el número: escríbelo con el código de país, como +52 55 1234 5678.',
		noConsent: 'Marca esta casilla para enviar tus datos.',
	},
	back: 'Volver al tour',
	errors: {
		foreign: 'El formulario no vino de la página de este tour. Abre el tour por su enlace, en una ventana propia, y envíalo de nuevo.',
		robot: 'El envío pareció automático y no se guardó nada. Vuelve al tour, completa el formulario con calma y envíalo de nuevo.',
		tooMany: 'Llegaron demasiados envíos desde esta dirección y este no se guardó. Inténtalo de nuevo más tarde.',
		unknownForm: 'Este formulario ha cambiado desde que se abrió la página y no se guardó nada. Recarga la página y envíalo de nuevo.',
		notFound: 'Este tour no existe y no se guardó nada.',
		takenDown: 'Este tour se retiró mientras la página estaba abierta y no se guardó nada.',
		expired: 'Esta vista previa caducó mientras la página estaba abierta.',
		tooLarge: 'El envío es demasiado grande para este formulario y no se guardó nada.',
		failed: 'No pudimos confirmar el envío. Vuelve a la página anterior e inténtalo de nuevo en un momento.',
	},
	refusedTitle: 'El formulario no se envió',
};
