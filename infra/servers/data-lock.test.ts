import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import test from 'ava';
import {DataFolderInUse, dataFolderHolder, lockDataFolder} from './data-lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'lock-'));
test.after.always(() => rmSync(folder, {recursive: true}));

test('a folder that a service holds is refused at once, with the process that holds it', async t => {
	const dataDir = join(folder, 'service');
	const unlock = await lockDataFolder(dataDir, 'service');
	t.is(dataFolderHolder(dataDir), 'service');
	const error = await t.throwsAsync(lockDataFolder(dataDir, 'command'), {instanceOf: DataFolderInUse});
	t.true(error.message.includes(`process ${process.pid}`));
	unlock();
	t.is(dataFolderHolder(dataDir), null);
	(await lockDataFolder(dataDir, 'command'))();
});

test('a process that comes while a command holds the folder waits for it', async t => {
	const dataDir = join(folder, 'command');
	const unlock = await lockDataFolder(dataDir, 'command');
	setTimeout(unlock, 200);
	const second = await lockDataFolder(dataDir, 'service');
	t.is(dataFolderHolder(dataDir), 'service');
	second();
});

test('of many that find the lock of a killed process, exactly one gets it', async t => {
	const dataDir = join(folder, 'race');
	mkdirSync(join(dataDir, 'run'), {recursive: true});
	writeFileSync(join(dataDir, 'run', 'lock'), JSON.stringify({process: '999999999:1', purpose: 'service'}));
	const script = `
		import {lockDataFolder} from './infra/servers/data-lock.ts';
		const got = await lockDataFolder('${dataDir}', 'service').then(() => 'got it', () => 'refused');
		console.log(got);
		process.stdin.resume();
	`;
	const racers = Array.from({length: 6}, () => spawn(process.execPath, ['--input-type=module-typescript', '-e', script]));
	// Each holds on until all have tried.
	await Promise.all(racers.map(racer => once(racer.stdout, 'readable')));
	const outputs = racers.map(racer => text(racer.stdout));
	for (const racer of racers) racer.stdin.end();
	const words = (await Promise.all(outputs)).map(output => output.trim());
	t.deepEqual(words.toSorted(), ['got it', ...Array(5).fill('refused')]);
});
