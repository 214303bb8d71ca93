import type {Site} from '../helpers/player-site.ts';
import {sampleStep, sampleTour} from '../helpers/sample-snapshot.ts';
import type {Target} from './pages.ts';

/** Hotspots over the targets of a picture, beside one that is highlighted: whether each is as large as a finger, and can be pressed. */

const WINDOWS = [
	{width: 1440, height: 900},
	{width: 1024, height: 768},
	{width: 844, height: 390},
	{width: 600, height: 400},
	{width: 390, height: 844},
];
/** CSS pixels. */
const FINGER = 24;
const MOST = 6;

/** Returns how many hotspots were looked at, and in words those that cannot be pressed. */
export async function spotFaults(site: Site, targets: Target[]): Promise<{count: number; faults: string[]}> {
	const faults: string[] = [];
	let count = 0;
	for (const [image, shown] of Map.groupBy(targets, ({image}) => image)) {
		const [first, ...others] = shown;
		const hotspots = others
			.slice(0, MOST)
			.map(({box, size}, index) => ({id: `h${index}`, label: size, area: box, target: {to: 'end' as const}}));
		if (hotspots.length === 0) continue;
		site.show(sampleTour([sampleStep({image, highlight: first!.box, click: first!.click, actions: {hotspots}})]));
		for (const window of WINDOWS) {
			const {page} = await site.visit(window);
			const found = await page.$$eval(
				'.on :is(.spot, .balloon a)',
				(links, least) =>
					links.flatMap(link => {
						const {left, top, width, height} = link.getBoundingClientRect();
						const shares = [0.1, 0.3, 0.5, 0.7, 0.9];
						const isFree = shares.some(x =>
							shares.some(y => document.elementFromPoint(left + width * x, top + height * y)?.closest('a') === link),
						);
						const said = [...(isFree ? [] : ['hidden']), ...(Math.min(width, height) < least - 0.5 ? ['too small'] : [])];
						return said.map(fault => `${link.textContent} ${fault}`);
					}),
				FINGER,
			);
			count += hotspots.length;
			faults.push(...found.map(fault => `${first!.app} ${window.width}x${window.height}: ${fault}`));
			await page.close();
		}
	}
	return {count, faults};
}
