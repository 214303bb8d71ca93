import {existsSync} from 'node:fs';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'ava';
import {followInterruptions} from './canaries/interruptions.ts';
import {CANARY_PAGES, FEW_CASES} from './canaries/pages.ts';
import {canaryRound, readUncovered} from './canaries/round.ts';
import {CHROMIUM, openBrowser, unpackExtension} from './extension/browser.ts';
import {canRead} from './helpers/read-pictures.ts';
import {serveApp} from './helpers/recorded-app.ts';

/**
 * Shows that no picture of a page reveals a secret, and that each refusal is reported. `npm run lab -- extension --only
 * canaries` runs all cases.
 */

const folder = await mkdtemp(join(tmpdir(), 'roteiro-canaries-'));
const isReadable = await canRead();
test.after.always(() => rm(folder, {recursive: true, force: true}));
const serial = isReadable ? test.serial : test.serial.skip;

serial('the canary can be read where nothing covers it', async t => {
	t.not((await readUncovered(folder)).length, 0);
});

for (const way of ['record', 'playwright'] as const)
	serial(`${way} takes no picture of a secret, whatever it lies in`, async t => {
		t.timeout(240_000);
		const {pictures, refused, faults} = await canaryRound(way, {folder, only: FEW_CASES});
		t.deepEqual(faults, []);
		t.true(pictures > 15 && refused > 0, `${pictures} pictures, ${refused} refused`);
	});

const extended = existsSync(CHROMIUM) ? serial : test.serial.skip;
extended('the extension takes no picture of a secret, whatever it lies in', async t => {
	t.timeout(240_000);
	await unpackExtension(join(folder, 'extension'));
	const app = await serveApp(CANARY_PAGES);
	const browser = await openBrowser(join(folder, 'extension'));
	try {
		const {pictures, refused, faults} = await canaryRound('extension', {folder, only: FEW_CASES, extended: browser});
		// A page that responds late is refused, as it must be: a busy machine makes it so.
		t.deepEqual(
			faults.filter(fault => !/: \d+ were refused$/.test(fault)),
			[],
		);
		t.true(pictures > 15 && refused > 0, `${pictures} pictures, ${refused} refused`);
		t.deepEqual(await followInterruptions(browser, app.baseUrl), []);
	} finally {
		await app.stop();
		await browser.close();
	}
});
