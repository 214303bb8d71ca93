import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {recordFlow} from '../../cli/recorder/index.ts';
import {type CanaryResult, judge} from './judge.ts';
import type {CanaryCase} from './pages.ts';

/** Records a page as `roteiro record` does. `browser`: path of its program; `folder`: where the pictures are kept. */
export async function byRecord(browser: string, one: CanaryCase, baseUrl: string, folder: string): Promise<CanaryResult> {
	const files: string[] = [];
	const said: string[] = [];
	await mkdir(folder, {recursive: true});
	const {refused} = await recordFlow(flowOf(one, baseUrl), {
		browser,
		profile: null,
		headed: false,
		viewport: {width: 1440, height: 900},
		scale: 1,
		asRecorded: false,
		language: null,
		timeoutMs: null,
		signal: AbortSignal.timeout(120_000),
		savePicture: async (name, png) => {
			const file = join(folder, `${one.page}-${name}`);
			await writeFile(file, png);
			files.push(file);
		},
		progress: () => undefined,
		warn: (_step, message) => void said.push(message),
	});
	const result = await judge(one, files, refused);
	if (said.filter(message => message.startsWith('No picture was taken')).length !== refused)
		result.faults.push(`${one.page}: of ${refused} refusals it said ${said}`);
	return result;
}

function flowOf({page, clicks, leaves = []}: CanaryCase, baseUrl: string): object {
	const ready = {type: 'waitForElement', target: 'main', selectors: [['#ready']]};
	const events = [{type: 'navigation', url: baseUrl, title: ''}];
	const click = (id: string) => ({
		type: 'click',
		target: 'main',
		selectors: [[`#${id}`]],
		offsetX: 5,
		offsetY: 5,
		...(leaves.includes(id) && {assertedEvents: events}),
	});
	return {title: page, steps: [{type: 'navigate', url: `${baseUrl}/${page}`}, ready, ...clicks.map(click)]};
}
