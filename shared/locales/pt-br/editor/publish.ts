import type * as en from '../../en/editor/publish.ts';
import {counted} from '../../messages.ts';

export const words: typeof en.words = {
	title: 'Publicar',
	again: 'Publicar as alterações',
	checks: 'Antes de publicar',
	good: 'Tudo certo',
	noSteps: 'O tour ainda não tem passos',
	emptyCard: 'O cartão final está vazio',
	emptyForm: 'O formulário não pede nada',
	weight: 'Peso',
	of: (used: string, limit: string) => `${used} de ${limit}`,
	measuring: 'Calculando o peso…',
	tooLarge: 'O tour passa de 12 MB. Imagens menores ou menos passos resolvem.',
	button: 'Publicar agora',
	publishing: 'Publicando…',
	failed: 'Não foi possível publicar.',
	done: 'Está no ar',
	upToDate: 'A página mostra a última versão.',
	link: 'Link',
	embed: 'Código para incorporar',
	open: 'Abrir a página',
	preview: 'Link de pré-visualização, vale 7 dias',
	unpublish: 'Tirar do ar',
	unpublishAsk: 'Tirar este tour do ar?',
	unpublishHint: 'Quem abrir o link verá que ele não existe mais. Publicar de novo traz o mesmo link de volta.',
	unpublished: 'O tour saiu do ar',
	lacks: {
		noPicture: (count: number) => (count === 1 ? 'A imagem falta' : `${count} passos sem imagem`),
		noAlt: (count: number) => (count === 1 ? 'Uma imagem sem texto alternativo' : `${count} imagens sem texto alternativo`),
		noWords: (count: number) => (count === 1 ? 'Um balão está vazio' : `${count} balões estão vazios`),
		emptySlide: (count: number) => (count === 1 ? 'Um slide está vazio' : `${count} slides estão vazios`),
		stale: (count: number) => (count === 1 ? 'Uma narração é mais antiga que o texto' : `${count} narrações são mais antigas que o texto`),
		noTarget: (count: number) =>
			count === 1
				? 'Um botão ou ponto clicável ainda não leva a lugar nenhum'
				: `${count} passos têm botões ou pontos clicáveis que ainda não levam a lugar nenhum`,
		notRedacted: (count: number) =>
			count === 1
				? 'Há áreas desenhadas numa imagem que ainda não foram ocultadas'
				: `Há áreas desenhadas em ${count} imagens que ainda não foram ocultadas`,
	},
	step: (number: number) => `Passo ${number}`,
	writeAlts: 'Escrever',
	alts: 'Textos alternativos',
	altsHint: 'O que cada imagem mostra, para quem não a vê.',
	altOf: (number: number) => `Texto alternativo do passo ${number}`,
	decorativeOf: (number: number) => `A imagem do passo ${number} é só decoração`,
	decorative: 'Só decoração',
	altsDone: 'Concluir',
	takeAlong: 'Exportar como vídeo, GIF, PDF ou arquivo…',
	since: (date: string) => `Desde ${date}:`,
	changed: (count: number) => counted(count, 'passo alterado', 'passos alterados'),
	added: (count: number) => counted(count, 'novo', 'novos'),
	removed: (count: number) => counted(count, 'excluído', 'excluídos'),
	moved: (count: number) => counted(count, 'movido', 'movidos'),
	parts: {
		name: 'nome',
		language: 'idioma',
		voices: 'vozes',
		theme: 'tema',
		leadCapture: 'formulário',
		endCta: 'cartão final',
		pictures: 'imagens',
		unknown: 'alterações mais antigas',
	},
};
