import test from 'ava';
import {FONTS} from '../../shared/contract/theme.ts';
import {resolveTheme} from '../../shared/tour/themes.ts';
import {openSite} from '../../test/helpers/player-site.ts';
import {sampleImage, sampleSlide, sampleStep, sampleTour} from '../../test/helpers/sample-snapshot.ts';

const {image, files} = await sampleImage();
const site = await openSite(files);
test.after.always(site.close);

/** From 5 to 30 letters, in four languages. */
const TITLES = [
	'Como preencher o formulário',
	'Configurações de compartilhamento',
	'MEMORANDUM MANAGEMENT ANNOUNCEMENT',
	'Departamento de MANTENIMIENTO',
	'Benachrichtigungseinstellungen',
	'WOMGRAMWOMWOMGRAMINGSHIPINGMEN',
];

/** Runs in the page: words of titles that have two line boxes although one has room for them in letters no larger than the text's, on whatever is shown. */
function brokenWords(): string[] {
	const broken: string[] = [];
	for (const title of document.querySelectorAll('.on h2')) {
		const [size, textSize] = [title, title.parentElement!].map(element => Number.parseFloat(getComputedStyle(element).fontSize));
		const words = title.firstChild!;
		const range = document.createRange();
		for (const {0: word, index} of words.textContent!.matchAll(/[^\s-]+-?/g)) {
			range.setStart(words, index);
			range.setEnd(words, index + word.length);
			const lines = [...range.getClientRects()];
			const width = lines.reduce((sum, line) => sum + line.width, 0);
			if (lines.length > 1 && (width * textSize!) / size! < title.clientWidth) broken.push(word);
		}
	}
	return broken;
}

test('no title of a slide, a balloon or the closing card breaks a word that has room, in any font and in windows of all shapes', async t => {
	const steps = TITLES.flatMap(title => [
		sampleSlide({title, text: null}),
		sampleSlide({title, text: 'Um texto.'}),
		sampleStep({image, title, highlight: {x: 0.4, y: 0.4, width: 0.1, height: 0.1}}),
	]);
	for (const font of FONTS) {
		const tour = sampleTour(steps, {theme: resolveTheme({preset: 'violet', font})});
		site.show({...tour, endCta: {...tour.endCta, enabled: true, title: TITLES[4]!}});
		const {page} = await site.visit({path: `/p/tour?${font}`});
		for (const [width, height] of [
			[1440, 900],
			[390, 844],
			[600, 400],
			[360, 225],
		] as const) {
			await page.setViewport({width, height});
			for (let index = 0; index <= steps.length; index++) {
				const shown = index < steps.length ? `s${index + 1}` : 'end';
				await page.evaluate(id => location.assign(`#${id}`), shown);
				await page.waitForFunction(id => document.querySelector('.on')?.id === id, {}, shown);
				t.deepEqual(await page.evaluate(brokenWords), [], `${font} ${width}x${height}, step ${index + 1}`);
			}
		}
		await page.close();
	}
});
