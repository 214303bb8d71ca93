import {LIMITS} from '../../shared/contract/limits.ts';
import {languageOf, shortened} from './words.ts';

/** What a page without words is called. */
const PAGE: Record<string, string> = {pt: 'Página', en: 'Page', es: 'Página'};

/** The parts of steps that come from the words of the pages: the first line of each as its title, all of it for those who do not see the picture. */
export function describePages(pages: readonly string[]): {language?: string; steps: Array<{title: string; alt?: string}>} {
	const {language} = languageOf(pages);
	const steps = pages.map((words, index) => {
		// PDF has its hyphens at the ends of lines, and characters that stand for nothing.
		const plain = words.normalize('NFC').replace(/[\p{Cc}\p{Cn}\p{Co}]/gu, character => (/\s/.test(character) ? character : ''));
		const lines = plain.split(/[\r\n]+/).map(line => line.replace(/\s+/g, ' ').trim());
		const first = lines.find(line => /\p{L}{2}/u.test(line));
		const all = lines.filter(Boolean).join(' ');
		const title = first ? shortened(first, LIMITS.stepTitle) : `${PAGE[language ?? 'pt']} ${index + 1}`;
		return {title, ...(all && all !== title && {alt: shortened(all, LIMITS.alt)})};
	});
	return {...(language && {language}), steps};
}
