import type * as en from '../../en/editor/edit.ts';

export const aiEntryWords: typeof en.aiEntryWords = {
	write: 'Escrever com IA',
	narration: 'Narração',
	open: 'IA para todos os passos',
	button: 'IA',
	stale: 'o texto mudou depois da narração',
};

export const pathEntryWords: typeof en.pathEntryWords = {
	section: 'Botões e pontos clicáveis',
	flow: 'Caminhos',
	pick: (label: string) => `“${label}”: escolha o passo.`,
	keys: ['F', 'Caminhos: o tour como mapa'] as [string, string],
};

export const previewWords: typeof en.previewWords = {
	preview: 'Pré-visualizar',
	title: 'Pré-visualização',
	hint: 'Nada é contado nem enviado.',
	restart: 'Do início',
	empty: 'O tour ainda não tem passos.',
	design: 'Aparência',
	theme: 'Tema',
	cards: 'Formulário e cartão final',
};

export const viewWords: typeof en.viewWords = {
	zoom: 'Tamanho na tela',
	fit: 'Ajustar',
	camera: 'Câmera',
	near: 'Aproximação',
	auto: (times: string) => `Automática (${times})`,
	none: 'Imagem inteira',
	own: 'Fixa',
	times: 'Quantas vezes maior',
	whole: 'inteira',
	part: 'uma parte',
	partHint: 'De uma imagem tão longa ou larga a página mostra a parte em volta do destaque; sem ele, o topo.',
	needsMark: 'A câmera se aproxima do destaque: este passo não tem um.',
	hint: 'O passo começa com a imagem inteira e se aproxima. A pré-visualização mostra como.',
	keys: [
		['P', 'Pré-visualizar'],
		['0, +, −', 'Ajustar à janela, aumentar, diminuir'],
	],
};
