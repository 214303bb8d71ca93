/** How many steps, in the languages that the covers know: one, and more than one. */
const STEPS: Record<string, [one: string, many: string]> = {
	pt: ['passo', 'passos'],
	en: ['step', 'steps'],
	es: ['paso', 'pasos'],
	fr: ['étape', 'étapes'],
	de: ['Schritt', 'Schritte'],
	it: ['passaggio', 'passaggi'],
};

/** "5 passos" in the language (BCP 47) of the tour; the number alone where we do not know the word. */
export function stepCount(count: number, language: string): string {
	const words = STEPS[language.toLowerCase().split(/[-_]/)[0]!];
	return words ? `${count} ${words[count === 1 ? 0 : 1]}` : String(count);
}
