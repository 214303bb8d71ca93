import {inLanguage} from '../messages/index.ts';
import type {Sort} from './tour-list.ts';

const pt = {
	sort: 'Ordenar',
	sorts: {updated: 'Alterados por último', created: 'Mais novos', name: 'Por nome'} as Record<Sort, string>,
	layout: 'Exibição',
	grid: 'Grade',
	rows: 'Lista',
};
const en: typeof pt = {
	sort: 'Sort',
	sorts: {updated: 'Last changed', created: 'Newest', name: 'By name'},
	layout: 'Layout',
	grid: 'Grid',
	rows: 'List',
};
const es: typeof pt = {
	sort: 'Ordenar',
	sorts: {updated: 'Últimos cambios', created: 'Más nuevos', name: 'Por nombre'},
	layout: 'Vista',
	grid: 'Cuadrícula',
	rows: 'Lista',
};

/** The words of looking for tours. */
export const words = inLanguage({pt, en, es});
