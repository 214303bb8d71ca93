/** Words that are common in one of these languages and are none in the others, as far as texts of tours go. */
const WORDS: Record<string, string> = {
	en: 'the and to of you your with this that is are it from click for on will can by be choose enter then which when here',
	pt: 'o os e do da dos das em na nas nos ao aos não você seu sua uma um com clique isso pelo pela também são mais aqui abra escolha',
	es: 'el los las y del al una con haz clic su sus lo aquí más se elige abre escribe esto esta también usted luego',
	fr: 'le les des et une dans pour vous votre sur avec est cliquez du ce cette ici par puis choisissez',
	de: 'der die und das ein eine mit auf klicken sie ist für zu den dem hier oder ihre wählen im von dann',
};

/** Of the words of a text, so many at least must belong to a language, and so many times as many as to any other. */
const LEAST = 3;
const TIMES = 2;

const LISTS = Object.entries(WORDS).map(([language, words]) => [language, new Set(words.split(' '))] as const);

/** The language in which a text is surely written: `en`, `pt`, `es`, `fr` or `de`; null where it is short, mixed or another. */
export function languageOfText(text: string): string | null {
	const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
	const counted = LISTS.map(([language, list]) => ({language, count: words.filter(word => list.has(word)).length}));
	const [first, second] = counted.sort((a, b) => b.count - a.count);
	return first!.count >= LEAST && first!.count >= TIMES * second!.count ? first!.language : null;
}
