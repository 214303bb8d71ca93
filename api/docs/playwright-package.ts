import {readFile} from 'node:fs/promises';
import {resolve} from 'node:path';
import {build} from 'esbuild';
import {VERSION} from '../../shared/config/version.ts';
import {BUNDLED, NODE, packFiles} from './bundle.ts';

export const PLAYWRIGHT_PATH = '/playwright.tgz';

const FOLDER = resolve(import.meta.dirname, '../../cli/playwright');
const README = `Tours out of Playwright's tests: a test that passes writes a folder that \`roteiro publish\` reads.

\`\`\`ts
import {expect, test} from '@roteiro/playwright';

test('checkout', async ({page, tour}) => {
	await page.goto('/');
	await tour.start({key: 'checkout', name: 'Check out'});
	await page.getByRole('button', {name: 'Add to cart'}).click();
});
\`\`\`
`;

/**
 * The package @roteiro/playwright as a gzipped tar, for \`npm install BASE_URL/playwright.tgz\`. CommonJS within, for tests are compiled to either;
 * both find the one Playwright of the project, which alone is not in it.
 */
export async function playwrightPackage(): Promise<Buffer> {
	const manifest = {
		name: '@roteiro/playwright',
		version: VERSION,
		description: 'Interactive tours out of end-to-end tests',
		license: 'MIT',
		main: './index.cjs',
		types: './index.d.ts',
		exports: {'.': {types: './index.d.ts', import: './index.mjs', default: './index.cjs'}},
		peerDependencies: {'@playwright/test': '>=1.50'},
		engines: {node: `>=${NODE}`},
	};
	const {outputFiles} = await build({
		...BUNDLED,
		format: 'cjs',
		entryPoints: [resolve(FOLDER, 'index.ts')],
		external: ['@playwright/test'],
	});
	return packFiles(manifest, [
		{name: 'README.md', text: README},
		{name: 'index.cjs', text: outputFiles[0]!.text},
		{name: 'index.mjs', text: "import module from './index.cjs';\nexport const {expect, test} = module;\n"},
		{name: 'index.d.ts', text: await readFile(resolve(FOLDER, 'package.d.ts'), 'utf8')},
	]);
}
