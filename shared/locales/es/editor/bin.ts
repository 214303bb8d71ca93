import type * as en from '../../en/editor/bin.ts';

export const words: typeof en.words = {
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
};
