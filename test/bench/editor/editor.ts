import {execFile} from 'node:child_process';
import {readFile} from 'node:fs/promises';
import {promisify} from 'node:util';
import {launchLoopbackBrowser} from '../../helpers/loopback-browser.ts';
import {signedIn} from '../../helpers/person.ts';
import {startService, type TestService} from '../../helpers/service.ts';
import {median} from '../figures.ts';
import type {Measured} from '../main.ts';
import {dropMany} from './drop-many.ts';
import {type Figure, interactions} from './interactions.ts';
import {type OpenBench, openEditor} from './open.ts';

/** What somebody waits for in the editor, and what it needs, each beside what it may be. Run it on a machine that does nothing else. */

const PICTURE = 'docs/examples/first-flow/01-place-inject.png';
const STARTS = 3;

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

async function inBrowser(measure: (bench: OpenBench) => Promise<Figure[]>): Promise<Measured[]> {
	const service = await startService();
	const browser = await launchLoopbackBrowser();
	try {
		return (await measure({browser, service})).map(measured);
	} finally {
		await browser.close();
		await service.stop();
	}
}

async function smallTour(service: TestService, person: Awaited<ReturnType<typeof signedIn>>): Promise<string> {
	const call = await service.client({accountId: person.accountId});
	const {tour} = (await call('POST', '/v1/tours', {body: {name: 'Bench'}})).body;
	const base64 = (await readFile(PICTURE)).toString('base64');
	for (let i = 0; i < 10; i++) {
		const highlight = {x: 0.3 + i / 50, y: 0.4, width: 0.15, height: 0.1};
		const body = {title: `Step ${i + 1}`, text: 'Press the button.', image: {base64}, highlight};
		await call('POST', `/v1/tours/${tour.id}/steps`, {body});
	}
	return tour.id;
}

function measured({what, value, most, unit}: Figure): Measured {
	const shown = (figure: number) => `${figure < 10 ? Number(figure.toFixed(2)) : Math.round(figure)} ${unit}`.trim();
	const ratio = most === 0 ? value : value / most;
	return {what, ours: shown(value), bare: `${shown(most)} at most`, ratio, goal: most === 0 ? '0' : '<= 1', met: value <= most};
}
