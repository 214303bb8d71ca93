import {mkdir} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import {parseArgs} from 'node:util';
import sharp from 'sharp';
import {PATIENCE, startEditor} from '../editor/helpers.ts';
import {onOwnServers} from '../helpers/own-servers.ts';
import {furnishDemo} from './account.ts';
import {SCREENS} from './screens.ts';

/**
 * `npm run lab -- screens [--only edit,leads --views 1440-light --language pt-BR --to FOLDER]`: photographs every screen of
 * the editor, wide and narrow, light and dark, on its own service and in an account with some activity. It makes the
 * pictures of docs/editor.md and docs/editor-internals.md.
 */
const VIEWS = [
	{width: 1440, height: 900, dark: false},
	{width: 1440, height: 900, dark: true},
	{width: 390, height: 844, dark: false},
	{width: 390, height: 844, dark: true},
];
/** What comes into sight has come, and pictures are decoded. */
const SETTLED_MS = 1200;

const {values} = parseArgs({
	options: {
		only: {type: 'string'},
		views: {type: 'string'},
		language: {type: 'string', default: 'en'},
		to: {type: 'string', default: resolve(import.meta.dirname, '../../docs/images/editor')},
	},
});
const wanted = Object.entries(SCREENS).filter(([name]) => !values.only || values.only.split(',').includes(name));

await onOwnServers(async () => {
	const editor = await startEditor();
	try {
		const demo = await furnishDemo(editor.service, values.language);
		await mkdir(values.to, {recursive: true});
		for (const [name, {path, ready, act}] of wanted) {
			for (const view of VIEWS) {
				const look = `${view.width}-${view.dark ? 'dark' : 'light'}`;
				if (values.views && !values.views.split(',').includes(look)) continue;
				const {page, heard, context} = await editor.open(demo, path(demo), view);
				await page.waitForSelector(ready, PATIENCE);
				await act?.(page);
				await new Promise(done => setTimeout(done, SETTLED_MS));
				const file = join(values.to, `${name}-${look}.webp`);
				const {size} = await sharp(await page.screenshot())
					.webp({quality: 82, effort: 6})
					.toFile(file);
				console.log(`${file}: ${Math.round(size / 1000)} kB${heard.length > 0 ? ` HEARD ${heard.join(' | ')}` : ''}`);
				await context.close();
			}
		}
	} finally {
		await editor.stop();
	}
});
process.exit();
