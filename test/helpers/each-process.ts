import {appendFileSync} from 'node:fs';
import {relative} from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {groupOf, loadGroup} from './grouped.ts';

/** Runs first in the process of each test file, or of each group of them. */

// Types are stripped in place, so that no map is needed; reading those of all packages costs each process a tenth of its start.
process.setSourceMapsEnabled(false);

const group = groupOf(test.meta.file);
if (group) loadGroup(group);

const told = process.env.TEST_TIMES;
// The run reads from this file how far it is.
if (told) {
	const files = group ?? [relative('', fileURLToPath(test.meta.file))];
	const lineOf = (file: string) => `${JSON.stringify({file, seconds: process.uptime() / files.length})}\n`;
	process.once('exit', () => appendFileSync(told, files.map(lineOf).join('')));
}
