import {spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, statSync, utimesSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'ava';
import {openTestFolder} from './test-folder.ts';

test('a run has a folder of its own, in which programs can be run, and the next run removes what a killed one left', async t => {
	const killed = join(tmpdir(), 'roteiro-test-killed');
	mkdirSync(join(killed, 'data', 'run'), {recursive: true});
	writeFileSync(join(killed, 'data', 'run', 'lock'), JSON.stringify({process: '999999999:1', purpose: 'service'}));
	const left = join(tmpdir(), 'roteiro-test-left');
	mkdirSync(join(left, 'tmp'), {recursive: true});
	utimesSync(left, 0, 0);
	const begun = join(tmpdir(), 'roteiro-test-begun');
	mkdirSync(begun);
	const [one, other] = [await openTestFolder(), await openTestFolder()];
	t.false(existsSync(killed) || existsSync(left));
	t.true(existsSync(begun));

	t.is(statSync(one.dataDir).mode & 0o777, 0o700);
	writeFileSync(join(one.tmpDir, 'program'), '#!/bin/sh\nexit 7\n', {mode: 0o700});
	t.is(spawnSync(join(one.tmpDir, 'program')).status, 7);

	one.remove();
	t.false(existsSync(one.dataDir));
	t.true(existsSync(other.dataDir), 'another run goes on');
	other.remove();
	t.false(existsSync(other.tmpDir));
});
