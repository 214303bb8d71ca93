import type * as en from '../../en/editor/edit.ts';

export const aiEntryWords: typeof en.aiEntryWords = {
	write: 'Escribir con IA',
	narration: 'Narración',
	open: 'IA para todos los pasos',
	button: 'IA',
	stale: 'el texto cambió después de la narración',
};

export const pathEntryWords: typeof en.pathEntryWords = {
	section: 'Botones y puntos activos',
	flow: 'Caminos',
	pick: label => `«${label}»: elige el paso.`,
	keys: ['F', 'Caminos: el tour como mapa'],
};

export const previewWords: typeof en.previewWords = {
	preview: 'Vista previa',
	title: 'Vista previa',
	hint: 'Nada se cuenta ni se envía.',
	restart: 'Desde el inicio',
	empty: 'El tour aún no tiene pasos.',
	design: 'Apariencia',
	theme: 'Tema',
	cards: 'Formulario y tarjeta final',
};

export const viewWords: typeof en.viewWords = {
	zoom: 'Tamaño en pantalla',
	fit: 'Ajustar',
	camera: 'Cámara',
	near: 'Acercamiento',
	auto: times => `Automático (${times})`,
	none: 'Imagen entera',
	own: 'Fijo',
	times: 'Cuántas veces más grande',
	whole: 'entera',
	part: 'una parte',
	partHint: 'De una imagen tan larga o ancha la página muestra la parte alrededor del resaltado; sin él, lo de arriba.',
	needsMark: 'La cámara se acerca al resaltado: este paso no tiene uno.',
	hint: 'El paso empieza con la imagen entera y se acerca. La vista previa lo muestra.',
	keys: [
		['P', 'Vista previa'],
		['0, +, −', 'Ajustar a la ventana, ampliar, reducir'],
	],
};
