/** Makes a key of any words: "02 Füll in.png" becomes 02-full-in; `fallback` if nothing is left. */
export function keyFrom(words: string, fallback: string): string {
	const plain = words.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
	const key = plain
		.replace(/[^a-z0-9._]+/g, '-')
		.replace(/^[^a-z0-9]+|-+$/g, '')
		.slice(0, 60);
	return key || fallback;
}

/** Makes names unique by adding a number to each repeated one. */
export function distinct(names: readonly string[], taken: Iterable<string> = []): string[] {
	const used = new Set(taken);
	return names.map(name => {
		let unique = name;
		for (let count = 2; used.has(unique); count++) unique = `${name}-${count}`;
		used.add(unique);
		return unique;
	});
}

/** Turns a file name into a title: "02-fill_in.png" becomes "Fill in". */
export function titleFrom(file: string): string {
	const words = file
		.replace(/^.*\//, '')
		.replace(/\.\w+$/, '')
		.replace(/^[\d\s._-]+/, '')
		.replaceAll(/[\s._-]+/g, ' ')
		.trim();
	return words && words[0]!.toUpperCase() + words.slice(1);
}

/**
 * Returns the name of a step's picture in a folder, without extension: 03-open-inject.
 * Made from the step's own key, else from its title.
 */
export function pictureName(index: number, key: string | undefined, title: string | null | undefined): string {
	const own = key && !key.startsWith('step_') ? key : (title ?? '');
	return `${String(index + 1).padStart(2, '0')}-${keyFrom(own.replace(/^\d+-/, ''), 'step')}`;
}
