import {execFile} from 'node:child_process';
import {join} from 'node:path';
import {promisify} from 'node:util';
import test from 'ava';

const root = join(import.meta.dirname, '..');

/** Imports a file and prints the packages of which that has loaded anything. */
const PACKAGES = `
import {registerHooks} from 'node:module';
const loaded = new Set();
registerHooks({load(url, context, next) {
	const name = url.split('/node_modules/').at(-1).match(/^(?:@[^/]+\\/)?[^/]+/)?.[0];
	if (url.includes('/node_modules/') && name) loaded.add(name);
	return next(url, context);
}});
await import(process.argv[1]);
console.log(JSON.stringify([...loaded]));
process.exit();
`;

/** Packages that are loaded when they are first needed, with what loads the code of a process. */
const LATER: Record<string, string[]> = {
	'api/app.ts': [
		'@aws-sdk/client-s3',
		'@bull-board/api',
		'@modelcontextprotocol/sdk',
		'@modelcontextprotocol/server',
		'oidc-provider',
		'undici',
	],
	'workers/workers.ts': ['@anthropic-ai/sdk', '@aws-sdk/client-s3', 'nodemailer', 'openai', 'puppeteer', 'puppeteer-core', 'undici'],
};

for (const [file, later] of Object.entries(LATER)) {
	test(`${file} loads nothing at the start that is needed later`, async t => {
		const {stdout} = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', PACKAGES, join(root, file)], {
			cwd: root,
		});
		const loaded: string[] = JSON.parse(stdout);
		t.true(loaded.includes('typeorm'), 'what is loaded was seen');
		t.deepEqual(
			loaded.filter(name => later.includes(name)),
			[],
		);
	});
}
