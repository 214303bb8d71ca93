import type * as en from '../../en/editor/bin.ts';

export const words: typeof en.words = {
	erase: 'Apagar agora',
	eraseAll: 'Esvaziar a lixeira',
	title: (name: string) => `Apagar “${name}” agora?`,
	titleAll: 'Esvaziar a lixeira agora?',
	one: 'O tour, suas versões, estatísticas e leads são apagados para sempre, e o link público não volta mais. Não há como desfazer.',
	all: 'Todos os tours da lixeira, com suas versões, estatísticas e leads, são apagados para sempre, e seus links públicos não voltam mais. Não há como desfazer.',
	pictures:
		'Imagens que outros tours usam são mantidas; as demais saem do armazenamento em até alguns dias. Cópias de segurança ainda podem contê-las por mais tempo.',
	type: (word: string) => `Digite ${word} para confirmar`,
	word: 'apagar',
	erased: (name: string) => `“${name}” foi apagado`,
	erasedAll: (count: number) => (count === 1 ? '1 tour apagado' : `${count} tours apagados`),
	failed: 'Não foi possível apagar agora. O que já saiu não volta; o resto continua na lixeira. Tente de novo.',
	more: 'Mostrar mais',
};
