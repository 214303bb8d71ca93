import type {Snapshot} from '../../shared/contract/snapshot.ts';
import {FONTS, PRESETS} from '../../shared/contract/theme.ts';
import {resolveTheme} from '../../shared/tour/themes.ts';
import {sampleSlide, sampleStep, sampleTour} from '../helpers/sample-snapshot.ts';

/** Titles as people write them, and words of every length from 5 to 30 letters in four languages. */
const LANGUAGES = {
	pt: {
		words:
			'formulário departamento dashboard configurações relatório notificações compartilhamento administradores desenvolvimento pagamentos'.split(
				' ',
			),
		small: 'Como preencher o novo de um para a sua'.split(' '),
		syllables: 'ção des com pro res men ta dor es par la mi nha su gra fi co'.split(' '),
	},
	en: {
		words:
			'management announcement MEMORANDUM dashboard accountability onboarding administrators WORKFLOWS permissions communication'.split(
				' ',
			),
		small: 'How to fill in the new of a for your'.split(' '),
		syllables: 'ment ing tion pro com ter ous ship wom mar ful ly re der ma gram'.split(' '),
	},
	es: {
		words:
			'departamento formulario configuración MANTENIMIENTO notificaciones comprobantes administración aplicaciones tablero bienvenida'.split(
				' ',
			),
		small: 'Cómo llenar el nuevo de una para tu'.split(' '),
		syllables: 'ción mien to ra des em pre ña lla mo dad gua mar que com fi'.split(' '),
	},
	de: {
		words:
			'Benachrichtigungseinstellungen Rechnungswesen Geschäftsführung Lohnabrechnung Zahlungsbedingungen Auswertung Übersichtsseite'.split(
				' ',
			),
		small: 'Wie man die neue in der mit und für den'.split(' '),
		syllables: 'schaft ung ver mit gegen wirt haus mann kraft werk fahr ge be wech'.split(' '),
	},
};
type Language = keyof typeof LANGUAGES;

/** The `index`-th of the tours whose covers are judged: every preset, font, language, length and division comes up. The same each time. */
export function coverTour(index: number): Snapshot {
	const random = seeded(index + 1);
	const language = (Object.keys(LANGUAGES) as Language[])[index % 4]!;
	const fonts = FONTS.filter(font => font !== 'default');
	const theme = resolveTheme({preset: PRESETS[index % PRESETS.length]!, font: fonts[Math.floor(index / PRESETS.length) % fonts.length]!});
	const title = titleOf(language, 5 + (index % 26), random);
	const card = sampleSlide({title: titleOf(language, 5 + ((index * 7) % 26), random), text: titleOf(language, 12, random)});
	const image = {width: 1440, height: 900, color: '#ffffff', variants: [], still: null};
	// Every fourth has no screenshot, so that its first slide is shown.
	return sampleTour([index % 4 === 3 - (Math.floor(index / 4) % 4) ? card : sampleStep({image, click: null})], {title, language, theme});
}

/** One to nine words, one of which has so many letters. */
function titleOf(language: Language, letters: number, random: (below: number) => number): string {
	const {words, small} = LANGUAGES[language];
	const all = Array.from({length: random(9)}, () => (random(3) ? small[random(small.length)]! : words[random(words.length)]!));
	all.splice(random(all.length + 1), 0, wordOf(language, letters, random));
	const title = all.join(' ').slice(0, 200);
	return title[0]!.toUpperCase() + title.slice(1);
}

function wordOf(language: Language, letters: number, random: (below: number) => number): string {
	const {words, syllables} = LANGUAGES[language];
	const known = words.filter(word => word.length === letters);
	if (known.length > 0 && random(2)) return known[random(known.length)]!;
	let word = '';
	while (word.length < letters) word += syllables[random(syllables.length)]!;
	const cut = word.slice(0, letters);
	return random(8) === 0 ? cut.toUpperCase() : cut;
}

/** A small linear congruential generator: no chance in what is judged. */
function seeded(seed: number): (below: number) => number {
	let state = (seed * 2_654_435_761) % 2_147_483_647;
	return below => {
		state = (state * 48_271) % 2_147_483_647;
		return state % below;
	};
}
