import {LIMITS} from '../../../contract/limits.ts';
import type * as en from '../../en/editor/tours.ts';

export const words: typeof en.words = {
	sort: 'Ordenar',
	sorts: {updated: 'Alterados por último', created: 'Mais novos', name: 'Por nome'},
	layout: 'Exibição',
	grid: 'Grade',
	rows: 'Lista',
	fromBundle: 'Abrir um pacote (ZIP)',
	select: 'Selecionar',
	selected: (count: number) => (count === 1 ? '1 selecionado' : `${count} selecionados`),
	binned: (count: number) => `${count} tours estão na lixeira`,
	binning: (done: number, count: number) => `Movendo para a lixeira: ${done} de ${count}`,
	restoring: (done: number, count: number) => `Trazendo de volta: ${done} de ${count}`,
	dropAnywhere: 'Solte capturas de tela em qualquer lugar desta página para fazer um tour.',
	choosePassword: 'Escolha uma senha',
	toComeBack: 'para entrar de novo: o link que trouxe você funciona uma vez.',
	unreadable: (name: string) => `${name}: não pôde ser lida (danificada, HDR, com mais de 50 megapixels ou uma animação longa demais)`,
	gone: (name: string) => `${name}: o arquivo foi movido ou alterado; escolha-o de novo`,
	notStored: (name: string) => `${name}: ainda não foi enviada; será enviada quando este tour for aberto de novo`,
};

export const bundleWords: typeof en.bundleWords = {
	sending: 'Enviando o pacote…',
	making: (percent: number) => `Criando o tour: ${percent} %`,
	noBundle: (name: string, place: string) =>
		`${name}: não é um pacote de tour que se possa abrir${place}; para usar suas imagens, extraia-as`,
	tooLarge: (name: string) => `${name}: maior que ${LIMITS.bundleBytes / 2 ** 20} MB`,
	voices: 'As narrações foram importadas; a voz delas não existe aqui, e as próximas terão a voz padrão.',
};
