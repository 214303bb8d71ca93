import {LIMITS} from '../../../contract/limits.ts';
import type * as en from '../../en/editor/tours.ts';

export const words: typeof en.words = {
	sort: 'Ordenar',
	sorts: {updated: 'Últimos cambios', created: 'Más nuevos', name: 'Por nombre'},
	layout: 'Vista',
	grid: 'Cuadrícula',
	rows: 'Lista',
	fromBundle: 'Abrir un paquete (ZIP)',
	select: 'Seleccionar',
	selected: count => (count === 1 ? '1 seleccionado' : `${count} seleccionados`),
	binned: count => `${count} tours están en la papelera`,
	binning: (done, count) => `Moviendo a la papelera: ${done} de ${count}`,
	restoring: (done, count) => `Recuperando: ${done} de ${count}`,
	dropAnywhere: 'Suelta capturas en cualquier lugar de esta página para hacer un tour.',
	choosePassword: 'Elige una contraseña',
	toComeBack: 'para volver a entrar: el enlace que te trajo funciona una vez.',
	unreadable: name => `${name}: no se pudo leer (dañada, HDR, con más de 50 megapíxeles o una animación demasiado larga)`,
	gone: name => `${name}: el archivo se movió o cambió; elígelo de nuevo`,
	notStored: name => `${name}: aún no se envió; se enviará cuando este tour se abra de nuevo`,
};

export const bundleWords: typeof en.bundleWords = {
	sending: 'Enviando el paquete…',
	making: percent => `Creando el tour: ${percent} %`,
	noBundle: (name, place) => `${name}: no es un paquete de tour que se pueda abrir${place}; para usar sus imágenes, extráelas`,
	tooLarge: name => `${name}: mayor que ${LIMITS.bundleBytes / 2 ** 20} MB`,
	voices: 'Las narraciones se importaron; su voz no existe aquí, y las próximas tendrán la voz predeterminada.',
};
