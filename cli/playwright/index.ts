import {dirname, isAbsolute, join} from 'node:path';
import {test as base, type TestInfo} from '@playwright/test';
import type {Fixtures, test as packaged, Tour, TourOptions} from './package.d.ts';
import {patchActions} from './patch-actions.ts';
import {TestRecorder} from './test-recorder.ts';

// The package @roteiro/playwright: a passed test writes a folder that `roteiro publish` reads.

export {expect} from '@playwright/test';

/** Milliseconds for the last picture and the folder, beside the test's own time. */
const WRITING_MS = 60_000;

export const test: typeof packaged = base.extend<Fixtures>({
	tourOptions: [{}, {option: true}],
	tour: [
		async ({page, tourOptions}, use, testInfo) => {
			const isOn = tourOptions.record !== false && process.env.ROTEIRO_RECORD !== '0';
			const recorder = new TestRecorder(page, {
				title: testInfo.title,
				language: tourOptions.language ?? null,
				warn: message => void testInfo.annotations.push({type: 'tour', description: message}),
			});
			if (isOn) await recorder.prepare();
			const restore = isOn ? patchActions(page, recorder) : () => undefined;
			try {
				await use(isOn ? recorder.tour : idle);
			} finally {
				restore();
			}
			if (testInfo.status !== 'passed' || testInfo.expectedStatus !== 'passed') return;
			const written = await recorder.write(key => join(toursFolder(tourOptions, testInfo), key));
			if (written) testInfo.annotations.push({type: 'tour', description: written});
		},
		{timeout: WRITING_MS},
	],
});

/** Does what the test wants done, and records nothing. */
const idle: Tour = {
	start: async () => undefined,
	note: async () => undefined,
	slide: async () => undefined,
	choice: async () => undefined,
	click: target => target.click(),
	show: async () => undefined,
	pause: () => undefined,
	resume: () => undefined,
};

function toursFolder({folder = 'tours'}: TourOptions, {config}: TestInfo): string {
	return isAbsolute(folder) ? folder : join(config.configFile ? dirname(config.configFile) : config.rootDir, folder);
}
