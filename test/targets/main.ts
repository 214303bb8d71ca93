import {parseArgs} from 'node:util';
import {PRESETS} from '../../shared/contract/theme.ts';
import {resolveTheme} from '../../shared/tour/themes.ts';
import {openSite} from '../helpers/player-site.ts';
import {sampleImage, sampleStep, sampleTour} from '../helpers/sample-snapshot.ts';
import {clearances, edgeTargets, WAYS, wayName} from './clearance.ts';
import {measure} from './measure.ts';
import {readTargets} from './pages.ts';
import {crowdFaults, spotFaults} from './spots.ts';

/**
 * `npm run lab -- targets [--window 390x844 --only grapes]`: opens a step for every target of 17 real applications in the real player and looks
 * at it every 0.1 s, for 4 s after the first second; exit code 1 where less than nine tenths of a target are seen, or the balloon lies over
 * the click, outside the frame, or over a tenth of the target's neighbourhood although another side was free. Then in all windows, frames and zooms of
 * `clearance.ts` (`--ways 1440x900` alone those of that window, `--ways no` none, `--ways spots` hotspots alone): whether balloon, tools and progress bar keep off the target and one another. See README.md.
 */
const MOMENTS = Array.from({length: 41}, (_, index) => 100 * index);

const {values} = parseArgs({
	options: {window: {type: 'string', default: '1440x900,390x844'}, only: {type: 'string'}, ways: {type: 'string'}},
});
const {targets, files} = await readTargets();
const site = await openSite(files);
const {show} = site;
let shown = 0;
// Every second page has the bar of a browser above its picture, where it is wide enough for one.
site.show = (snapshot, options) => show({...snapshot, ...(shown++ % 2 === 1 && {browserBar: true})}, options);
let faults = 0;
for (const window of values.window.split(',').filter(Boolean)) {
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
const pictures = await Promise.all([sampleImage(), sampleImage(390, 844), sampleImage(3440, 900)]);
for (const picture of pictures) for (const [name, bytes] of picture.files) files.set(name, bytes);
const edges = pictures.flatMap(({image}) => edgeTargets(`${image.width} x ${image.height}`, image));
for (const way of WAYS.filter(each => wayName(each).startsWith(values.ways ?? ''))) {
	const looked = [...targets, ...edges].filter(({app}) => !values.only || app.startsWith(values.only));
	const found = await clearances(site, looked, way);
	const bad = found.filter(({faults}) => faults.length > 0);
	faults += bad.length;
	const least = Math.min(...found.map(({uncovered}) => uncovered));
	console.log(
		`${wayName(way)}: ${found.length} targets, at least ${Math.floor(1000 * least) / 10} % of each uncovered, ${bad.length} with faults`,
	);
	for (const {name, faults} of bad) console.log(`  ${name}: ${faults.join(', ')}`);
}
const chosen = [...targets, ...edges].filter(({app}) => !values.only || app.startsWith(values.only));
if (!values.ways || values.ways === 'spots') {
	for (const spots of [
		await spotFaults(site, chosen),
		await crowdFaults(
			site,
			pictures.map(({image}) => image),
		),
	]) {
		faults += spots.faults.length;
		console.log(`hotspots: ${spots.count}, ${spots.faults.length} faults`);
		for (const fault of spots.faults) console.log(`  ${fault}`);
	}
}
await site.close();
console.log(faults === 0 ? 'Every line holds.' : `${faults} faults.`);
process.exit(faults === 0 ? 0 : 1);
