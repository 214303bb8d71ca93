import {execFileSync, spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {inTemporaryFolder, removeAbandonedFolders, temporaryFolderName} from './temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Two that are made beside what they become, so that renaming them is one step; each clears what a killed run has left there. */
const BESIDE = ['cli/recording/new-folder.ts', 'infra/start/install-browser.mjs'];

const sources = execFileSync(
	'git',
	['ls-files', '-co', '--exclude-standard', 'api', 'workers', 'shared', 'renderers', 'infra', 'cli', 'client'],
	{
		cwd: ROOT,
		encoding: 'utf8',
	},
)
	.split('\n')
	.filter(file => /\.m?ts$|\.mjs$/.test(file) && !file.includes('.test.') && existsSync(join(ROOT, file)))
	.map(file => ({file, code: readFileSync(join(ROOT, file), 'utf8')}));
const purposes = [
	...new Set(sources.flatMap(({code}) => [...code.matchAll(/(?:in|make)TemporaryFolder\('(\w+)'/g)].map(([, purpose]) => purpose!))),
];

/** Starts a process that has a folder of its own with a file in it, and stays. */
async function startOwner(t: ExecutionContext, purpose: string): Promise<{folder: string; kill(): Promise<void>}> {
	const script = `
		import {makeTemporaryFolder} from ${JSON.stringify(join(import.meta.dirname, 'temporary-folder.ts'))};
		console.log(makeTemporaryFolder(${JSON.stringify(purpose)}));
		setInterval(() => {}, 1000);`;
	const child = spawn(process.execPath, ['--input-type=module', '-e', script], {stdio: ['ignore', 'pipe', 'inherit']});
	t.teardown(() => child.kill('SIGKILL'));
	const [line] = await once(child.stdout, 'data');
	const folder = String(line).trim();
	writeFileSync(join(folder, 'text.txt'), 'Words of somebody.');
	return {
		folder,
		async kill() {
			const gone = once(child, 'exit');
			child.kill('SIGKILL');
			await gone;
		},
	};
}

test('temporary folders are made in one place, which names them by their process', t => {
	const makers = sources.filter(({code}) => /\bmkdtemp(Sync)?\(/.test(code)).map(({file}) => file);
	t.deepEqual(
		makers.filter(file => !BESIDE.includes(file) && file !== 'infra/test-folder.ts'),
		['shared/process/temporary-folder.ts'],
	);
	t.true(purposes.length >= 5, purposes.join());
});

test("each kind of folder is private, outlives others' starts, and is removed once its process was killed", async t => {
	for (const purpose of purposes) {
		const {folder, kill} = await startOwner(t, purpose);
		t.true(basename(folder).startsWith(`roteiro-${purpose}-`));
		t.is(statSync(folder).mode & 0o777, 0o700);
		removeAbandonedFolders();
		t.true(existsSync(join(folder, 'text.txt')), purpose);
		await kill();
		removeAbandonedFolders();
		t.false(existsSync(folder), purpose);
	}
});

test('a folder is gone when its work has ended, however it ended', async t => {
	const folders: string[] = [];
	t.is(await inTemporaryFolder('speech', async folder => folders.push(folder)), 1);
	await t.throwsAsync(
		inTemporaryFolder('speech', async folder => {
			folders.push(folder);
			writeFileSync(join(folder, 'text.txt'), 'x');
			throw new Error('ended');
		}),
		{message: 'ended'},
	);
	t.deepEqual(folders.map(existsSync), [false, false]);
	t.true(folders.every(folder => basename(folder).startsWith(temporaryFolderName('speech', process.pid)) && dirname(folder) !== ROOT));
});
