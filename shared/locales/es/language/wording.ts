import type {Command, Wording} from '../../language.ts';

export const WORDING: Wording = {
	quote: label => `«${label}»`,
	picture: (page, label) => `La página ${page}${label && `, con ${label} resaltado`}`,
	at: {
		'top left': 'en la esquina superior izquierda',
		top: 'en la parte superior',
		'top right': 'en la esquina superior derecha',
		left: 'a la izquierda',
		middle: '',
		right: 'a la derecha',
		'bottom left': 'en la esquina inferior izquierda',
		bottom: 'en la parte inferior',
		'bottom right': 'en la esquina inferior derecha',
	},
	title: {
		button: label => `Haz clic en ${label}`,
		link: label => `Haz clic en ${label}`,
		text: label => `Haz clic en ${label}`,
		menu: label => `Haz clic en ${label}`,
		icon: label => `Haz clic en ${label}`,
		tab: label => `Abre la pestaña ${label}`,
		field: label => `Completa ${label}`,
		select: label => `Haz clic en ${label} y elige una opción`,
		checkbox: label => `Marca ${label}`,
		heading: label => `Mira ${label}`,
	},
	bareTitle: {
		button: 'Haz clic en el botón resaltado',
		link: 'Haz clic en el enlace resaltado',
		text: 'Haz clic en el elemento resaltado',
		menu: 'Haz clic en el elemento resaltado',
		icon: 'Haz clic en el icono resaltado',
		tab: 'Abre la pestaña resaltada',
		field: 'Completa el campo resaltado',
		select: 'Haz clic en la lista resaltada y elige una opción',
		checkbox: 'Marca la opción resaltada',
		heading: 'Conoce esta pantalla',
	},
	act: {
		button: (label, at) => join('haz clic en el botón', label, at),
		link: (label, at) => join('haz clic en el enlace', label, at),
		text: (label, at) => join('haz clic en', label, at),
		menu: (label, at) => join('haz clic en', label, 'en la lista', at),
		icon: (label, at) => join('haz clic en el icono', label, at),
		tab: (label, at) => join('abre la pestaña', label, at),
		field: (label, at) => join('completa el campo', label, at),
		select: (label, at) => `${join('haz clic en', label, at)} para abrir la lista y elige una opción`,
		checkbox: (label, at) => join('marca la opción', label, at),
		heading: (label, at) => join('mira', label, at),
	},
	bareAct: {
		button: at => join('haz clic en el botón resaltado', at),
		link: at => join('haz clic en el enlace resaltado', at),
		text: at => join('haz clic en el elemento resaltado', at),
		menu: at => join('haz clic en el elemento resaltado', at),
		icon: at => join('haz clic en el icono resaltado', at),
		tab: at => join('abre la pestaña resaltada', at),
		field: at => join('completa el campo resaltado', at),
		select: at => `${join('haz clic en la lista resaltada', at)} y elige una opción`,
		checkbox: at => join('marca la opción resaltada', at),
		heading: at => join('mira lo que aparece aquí', at),
	},
	tell: {
		button: (label, at) => `${join('busca el botón', label, at)} y haz clic en él`,
		link: (label, at) => `${join('busca el enlace', label, at)} y haz clic en él`,
		text: (label, at) => `${join('busca el elemento', label, at)} y haz clic en él`,
		menu: (label, at) => `${join('busca el elemento', label, 'en la lista', at)} y haz clic en él`,
		icon: (label, at) => `${join('busca el icono', label, at)} y haz clic en él`,
		tab: (label, at) => `${join('busca la pestaña', label, at)} y ábrela`,
		field: (label, at) => `${join('busca el campo', label, at)} y complétalo`,
		select: (label, at) => `${join('busca', label, at)}, haz clic para abrir la lista y elige la opción que prefieras`,
		checkbox: (label, at) => `${join('busca la opción', label, at)} y márcala`,
		heading: (label, at) => `${join('mira', label, at)} y observa lo que ofrece`,
	},
	done: {
		type: (label, value) => join('Escribe', value, label && `en ${label}`),
		choose: (label, value) => join('Elige', value, label && `en ${label}`),
		set: (label, value) => join('Ajusta', label, `a ${value}`),
		clear: label => (label ? `Desmarca ${label}` : 'Desmarca la opción resaltada'),
		point: label => (label ? `Apunta a ${label}` : 'Apunta al elemento resaltado'),
		doubleClick: label => (label ? `Haz doble clic en ${label}` : 'Haz doble clic en el elemento resaltado'),
		rightClick: label => (label ? `Haz clic derecho en ${label}` : 'Haz clic derecho en el elemento resaltado'),
		drag: (label, to) => join('Arrastra', label || 'el elemento resaltado', to && `hasta ${to}`),
		press: keys => `Presiona ${keys}`,
	},
	holding: keys => ` mientras mantienes presionado ${keys}`,
	thenPress: keys => ` y presiona ${keys}`,
	opening: {first: 'Para empezar,', middle: ''},
	spoken: {first: tour => `Te damos la bienvenida a ${tour}. Para empezar,`, middle: 'A continuación,'},
	welcome: tour => ({title: `Te damos la bienvenida a ${tour}`, text: 'Este tour te muestra el camino, paso a paso.'}),
	between: (before, after) => ({
		title: after ? `A continuación: ${after}` : `Hecho: ${before}`,
		text: [before && `Acabas de ver ${before}.`, after && `A continuación viene ${after}.`].filter(Boolean).join(' '),
	}),
	farewell: tour => ({title: 'Eso es todo', text: `Has llegado al final de ${tour}.`}),
	request:
		/^(?:por favor,?\s+)?(?:explica|di|menciona|cuenta|escribe|describe|indica|destaca|explique|diga|mencione|escriba|describa|indique)\s+(?:(?:al|a la|a los|a las)\s+\p{L}+\s+)?(?:que\s+|sobre\s+)?/iu,
	manner:
		/(?<!\p{L})(?:tono|estilo|formal|informal|amable|cercano|cort[oa]|breve|p[úu]blico|principiantes?|emojis?|humor|profesional|lenguaje|escribe|usa|sea|s[ée])(?!\p{L})/iu,
};

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

function join(...parts: string[]): string {
	return parts.filter(Boolean).join(' ');
}
