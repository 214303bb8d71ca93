import {openSite} from '../helpers/player-site.ts';
import {readTargets} from '../targets/pages.ts';
import {measureFrames} from './frames.ts';

/**
 * `npm run lab -- frames [390x844]`: how long Chromium's frames take while steps change, on a processor four times slower: with and without a camera,
 * with and without a cross-fade, on screenshots of real applications. Run it on a machine that does nothing else.
 */
const {targets, files} = await readTargets();
const site = await openSite(files);
for (const window of process.argv.length > 2 ? process.argv.slice(2) : ['1440x900', '390x844']) {
	console.log(window);
	console.table(await measureFrames(site, targets, window.split('x').map(Number) as [number, number]));
}
await site.close();
process.exit();
