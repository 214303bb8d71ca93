import {appendFileSync, readFileSync} from 'node:fs';
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
	const files = group?.files ?? [relative('', fileURLToPath(test.meta.file))];
	process.once('exit', () => {
		const [seconds, processor] = [process.uptime() / files.length, processorSeconds() / files.length];
		appendFileSync(told, files.map(file => `${JSON.stringify({file, seconds, processor})}\n`).join(''));
	});
}

/** Returns the seconds of processor that this process has taken, and the programs that it started and that have ended. */
function processorSeconds(): number {
	try {
		// The name in parentheses may hold anything; the four times follow it, in hundredths.
		const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').pop()!.split(' ');
		return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
	} catch {
		return process.cpuUsage().user / 1e6;
	}
}
