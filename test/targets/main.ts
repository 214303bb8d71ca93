import {parseArgs} from 'node:util';
import {PRESETS} from '../../shared/contract/theme.ts';
import {resolveTheme} from '../../shared/tour/themes.ts';
import {openSite} from '../helpers/player-site.ts';
import {sampleStep, sampleTour} from '../helpers/sample-snapshot.ts';
import {measure} from './measure.ts';
import {readTargets} from './pages.ts';

/**
 * `npm run targets [-- --window 390x844 --only grapes]`: opens a step for every target of ten real applications in the real player and looks
 * at it every 0.1 s, for 4 s after the first second; exit code 1 where less than nine tenths of a target are seen, or the balloon lies over
 * the click, outside the frame, or over a tenth of the target's neighbourhood although another side was free. See README.md.
 */
const MOMENTS = Array.from({length: 41}, (_, index) => 100 * index);

const {values} = parseArgs({options: {window: {type: 'string', default: '1440x900,390x844'}, only: {type: 'string'}}});
const {targets, files} = await readTargets();
const site = await openSite(files);
let faults = 0;
for (const window of values.window.split(',')) {
	const [width, height] = window.split('x').map(Number) as [number, number];
	const rows: Record<string, string | number>[] = [];
	for (const [index, target] of targets.entries()) {
		if (values.only && !target.app.startsWith(values.only)) continue;
		const {image, box, click} = target;
		const theme = resolveTheme({preset: PRESETS[index % PRESETS.length]!});
		site.show(sampleTour([sampleStep({image, highlight: box, click})], {theme}));
		const {page} = await site.visit({width, height, motion: true, path: `/p/tour?${window}${index}`});
		const {seen, covered, free, faults: found} = await measure(page, target, MOMENTS);
		await page.close();
		faults += found.length;
		rows.push({
			application: target.app,
			target: target.size,
			'seen %': Math.floor(seen * 1000) / 10,
			'covered %': Math.round(covered * 100),
			'another side free': free ? 'yes' : 'no',
			faults: found.join(', '),
		});
	}
	console.log(`${window}: ${rows.length} targets of ${new Set(rows.map(({application}) => application)).size} applications`);
	console.table(rows);
}
await site.close();
console.log(faults === 0 ? 'Every line holds.' : `${faults} faults.`);
process.exit(faults === 0 ? 0 : 1);
