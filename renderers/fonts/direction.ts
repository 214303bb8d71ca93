const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'iw', 'ps', 'sd', 'ug', 'ur', 'yi']);

/** The direction in which a page in this language is laid out. */
export function directionOf(language: string): 'ltr' | 'rtl' {
	return RIGHT_TO_LEFT.has(language.toLowerCase().split(/[-_]/)[0]!) ? 'rtl' : 'ltr';
}
