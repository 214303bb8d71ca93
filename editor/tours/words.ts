import {inLanguage} from '../messages/index.ts';
import type {Sort} from './tour-list.ts';

const pt = {
	sort: 'Ordenar',
	sorts: {updated: 'Alterados por último', created: 'Mais novos', name: 'Por nome'} as Record<Sort, string>,
	layout: 'Exibição',
	grid: 'Grade',
	rows: 'Lista',
	fromBundle: 'Abrir um pacote (ZIP)',
	dropAnywhere: 'Solte capturas de tela em qualquer lugar desta página para fazer um tour.',
	choosePassword: 'Escolha uma senha',
	toComeBack: 'para entrar de novo: o link que trouxe você funciona uma vez.',
	unreadable: (name: string) => `${name}: não pôde ser lida (danificada, com mais de 50 megapixels ou uma animação longa demais)`,
	gone: (name: string) => `${name}: o arquivo foi movido ou alterado; escolha-o de novo`,
	notStored: (name: string) => `${name}: ainda não foi enviada; será enviada quando este tour for aberto de novo`,
};
const en: typeof pt = {
	sort: 'Sort',
	sorts: {updated: 'Last changed', created: 'Newest', name: 'By name'},
	layout: 'Layout',
	grid: 'Grid',
	rows: 'List',
	fromBundle: 'Open a bundle (ZIP)',
	dropAnywhere: 'Drop screenshots anywhere on this page to make a tour.',
	choosePassword: 'Choose a password',
	toComeBack: 'to sign in again: the link that brought you here works once.',
	unreadable: name => `${name}: could not be read (damaged, more than 50 megapixels, or an animation that is too long)`,
	gone: name => `${name}: the file was moved or changed; choose it again`,
	notStored: name => `${name}: not sent yet; it will be sent when this tour is opened again`,
};
const es: typeof pt = {
	sort: 'Ordenar',
	sorts: {updated: 'Últimos cambios', created: 'Más nuevos', name: 'Por nombre'},
	layout: 'Vista',
	grid: 'Cuadrícula',
	rows: 'Lista',
	fromBundle: 'Abrir un paquete (ZIP)',
	dropAnywhere: 'Suelta capturas en cualquier lugar de esta página para hacer un tour.',
	choosePassword: 'Elige una contraseña',
	toComeBack: 'para volver a entrar: el enlace que te trajo funciona una vez.',
	unreadable: name => `${name}: no se pudo leer (dañada, con más de 50 megapíxeles o una animación demasiado larga)`,
	gone: name => `${name}: el archivo se movió o cambió; elígelo de nuevo`,
	notStored: name => `${name}: aún no se envió; se enviará cuando este tour se abra de nuevo`,
};

/** The words of looking for tours. */
export const words = inLanguage({pt, en, es});
