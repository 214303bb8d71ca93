import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import {launchLoopbackBrowser} from '../../helpers/loopback-browser.ts';
import {signedIn} from '../../helpers/person.ts';
import {startService} from '../../helpers/service.ts';
import type {Measured} from '../benches.ts';
import {median, sized} from '../figures.ts';
import {dropMany} from './drop-many.ts';
import {authorsHour} from './hour.ts';
import {type Figure, interactions} from './interactions.ts';
import {mapOfPaths} from './map.ts';
import {type OpenBench, openEditor, smallTour} from './open.ts';

/** What somebody waits for in the editor, and what it needs, each beside what it may be. Run it on a machine that does nothing else. */

const STARTS = sized(3, 1);

/** What is felt under the hands. */
export function benchEditorWaits(): Promise<Measured[]> {
	return inBrowser(async ({browser, service}) => {
		const person = await signedIn(service);
		const id = await smallTour(service, person);
		const {page, context, session} = await openEditor(browser, service, person, `/tours/${id}`);
		const waits = await interactions(page, session);
		await context.close();
		return waits;
	});
}

/** Many large pictures at once. */
export function benchEditorPictures(): Promise<Measured[]> {
	return inBrowser(dropMany);
}

/** The map of the ways through a large tour. */
export function benchEditorMap(): Promise<Measured[]> {
	return inBrowser(mapOfPaths);
}

/** What one author does in an hour, with the limits as they are by default. */
export function benchEditorHour(): Promise<Measured[]> {
	return inBrowser(authorsHour, {CHANGES_PER_HOUR: '600', SESSION_CHANGES_PER_HOUR: '3600'});
}

/** The editor's compilation, for which the API waits before it listens, each in a process of its own. */
export async function benchEditorStart(): Promise<Measured[]> {
	const script =
		"const {editorBundle} = await import('./api/editor/bundle.ts'); const start = performance.now(); await editorBundle(); console.log(performance.now() - start);";
	const times: number[] = [];
	for (let run = 0; run < STARTS; run++) {
		const {stdout} = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
		times.push(Number(stdout));
	}
	return [measured({what: 'the editor compiled at the start of the API', value: median(times), most: 1500, unit: 'ms'})];
}

async function inBrowser(measure: (bench: OpenBench) => Promise<Figure[]>, settings: Record<string, string> = {}): Promise<Measured[]> {
	const service = await startService(settings);
	// A browser tells no paint of what lies outside its window, however large the page is said to be.
	const browser = await launchLoopbackBrowser(['--window-size=1440,1000']);
	try {
		return (await measure({browser, service})).map(measured);
	} finally {
		await browser.close();
		await service.stop();
	}
}

function measured({what, value, most, unit}: Figure): Measured {
	const shown = (figure: number) => `${figure < 10 ? Number(figure.toFixed(2)) : Math.round(figure)} ${unit}`.trim();
	const ratio = most === 0 ? value : value / most;
	return {what, ours: shown(value), bare: `${shown(most)} at most`, ratio, goal: most === 0 ? '0' : '<= 1', met: value <= most};
}
