import {appendFileSync} from 'node:fs';
import {relative} from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';

/** Runs first in the process of each test file. */

// Types are stripped in place, so that no map is needed; reading those of all packages costs each process a tenth of its start.
process.setSourceMapsEnabled(false);

const told = process.env.TEST_TIMES;
// The run reads from this file how far it is.
if (told) {
	const file = relative('', fileURLToPath(test.meta.file));
	process.once('exit', () => appendFileSync(told, `${JSON.stringify({file, seconds: process.uptime()})}\n`));
}
