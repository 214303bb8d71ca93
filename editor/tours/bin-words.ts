import {inLanguage} from '../messages/index.ts';

const pt = {
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

export const words = inLanguage({
	pt,
	en: {
		erase: 'Erase now',
		eraseAll: 'Empty the bin',
		title: (name: string) => `Erase “${name}” now?`,
		titleAll: 'Empty the bin now?',
		one: 'The tour, its versions, statistics and leads are erased for good, and its public link never comes back. This cannot be undone.',
		all: 'All tours in the bin, with their versions, statistics and leads, are erased for good, and their public links never come back. This cannot be undone.',
		pictures:
			'Pictures that other tours use are kept; the others are removed from storage within a few days. Backups may hold them for longer.',
		type: (word: string) => `Type ${word} to confirm`,
		word: 'erase',
		erased: (name: string) => `“${name}” is erased`,
		erasedAll: (count: number) => (count === 1 ? '1 tour erased' : `${count} tours erased`),
		failed: 'This could not be erased now. What is gone stays gone; the rest is still in the bin. Try again.',
		more: 'Show more',
	},
	es: {
		erase: 'Borrar ahora',
		eraseAll: 'Vaciar la papelera',
		title: (name: string) => `¿Borrar «${name}» ahora?`,
		titleAll: '¿Vaciar la papelera ahora?',
		one: 'El tour, sus versiones, estadísticas y leads se borran para siempre, y su enlace público no vuelve. No se puede deshacer.',
		all: 'Todos los tours de la papelera, con sus versiones, estadísticas y leads, se borran para siempre, y sus enlaces públicos no vuelven. No se puede deshacer.',
		pictures:
			'Las imágenes que usan otros tours quedan intactas; las demás salen del almacenamiento en unos días. Las copias de seguridad pueden conservarlas más tiempo.',
		type: (word: string) => `Escribe ${word} para confirmar`,
		word: 'borrar',
		erased: (name: string) => `«${name}» se borró`,
		erasedAll: (count: number) => (count === 1 ? '1 tour borrado' : `${count} tours borrados`),
		failed: 'No se pudo borrar ahora. Lo borrado no vuelve; lo demás sigue en la papelera. Inténtalo de nuevo.',
		more: 'Mostrar más',
	},
});
