import {parseArgs} from 'node:util';
import puppeteer from 'puppeteer';
import {readConfig} from '../../shared/config/config.ts';
import {COVER} from '../../shared/tour/embed.ts';
import {screenshot} from '../helpers/images.ts';
import {judgeCover} from './judge.ts';
import {coverTour} from './titles.ts';

/** `npm run lab -- covers [--count 2000]`: draws as many covers and says how many break a word or cut a name; exit code 1 where one does. */
const {values} = parseArgs({options: {count: {type: 'string', default: '2000'}}});
const image = await screenshot(1440, 900).webp().toBuffer();
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const chromium = await puppeteer.launch({executablePath: readConfig().chromium, headless: 'shell', pipe: true, args});
const page = await chromium.newPage();
await page.setViewport(COVER);
const divisions = new Map<string, number>();
let [broken, cut, smallest] = [0, 0, Number.POSITIVE_INFINITY];
for (let index = 0; index < Number(values.count); index++) {
	const tour = coverTour(index);
	const judged = await judgeCover(page, tour, image);
	divisions.set(judged.division, (divisions.get(judged.division) ?? 0) + 1);
	smallest = Math.min(smallest, judged.size);
	if (judged.broken.length > 0) broken += 1;
	if (judged.cut.length > 0) cut += 1;
	if (judged.broken.length + judged.cut.length > 0) console.log(index, tour.theme.preset, tour.theme.font, tour.title, judged);
}
await chromium.close();
console.log(`${values.count} covers: ${broken} with a broken word, ${cut} with a name that is cut; smallest letters ${smallest} px.`);
console.log(Object.fromEntries(divisions));
process.exitCode = broken + cut === 0 ? 0 : 1;
