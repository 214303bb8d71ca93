export const words = {
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
};
