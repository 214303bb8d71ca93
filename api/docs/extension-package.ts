import {readFile} from 'node:fs/promises';
import {relative, resolve} from 'node:path';
import {buffer} from 'node:stream/consumers';
import {build} from 'esbuild';
import {ZipFile} from 'yazl';
import {VERSION} from '../../shared/config/version.ts';
import {PAGE_LANGUAGES} from '../../shared/contract/page-language.ts';
import {extensionMessages} from '../../shared/locales/index.ts';

export const EXTENSION_PATH = '/extension.zip';

const FOLDER = resolve(import.meta.dirname, '../../extension');
const CHROME = 'chrome120';
/** A fixed date, so that equal files make equal bytes. */
const PACKED_AT = new Date(1985, 9, 26, 8, 15);

/** The browser extension as a zip: what "Load unpacked" takes, once it is unpacked. */
export async function extensionPackage(): Promise<Buffer> {
	const zip = new ZipFile();
	const add = (name: string, bytes: Uint8Array) => zip.addBuffer(Buffer.from(bytes), name, {mtime: PACKED_AT, forceDosTimestamp: true});
	const manifest = JSON.parse(await readFile(resolve(FOLDER, 'manifest.json'), 'utf8')) as object;
	add('manifest.json', Buffer.from(`${JSON.stringify({...manifest, version: VERSION.replace(/[^\d.].*$/, '')}, null, '\t')}\n`));
	const {outputFiles} = await build({
		entryPoints: {background: resolve(FOLDER, 'background/main.ts'), content: resolve(FOLDER, 'page/main.ts')},
		...bundled('iife'),
	});
	const popup = await build({entryPoints: {popup: resolve(FOLDER, 'popup/main.ts')}, ...bundled('esm')});
	for (const {path, contents} of [...outputFiles, ...popup.outputFiles]) add(relative('/out', path), contents);
	for (const name of ['popup/popup.html', 'popup/popup.css', 'icon.png'])
		add(name.replace('popup/', ''), await readFile(resolve(FOLDER, name)));
	for (const language of PAGE_LANGUAGES) {
		const messages = Object.entries(extensionMessages(language).manifest).map(([name, message]) => [name, {message}]);
		const folder = language.replace('-', '_');
		add(`_locales/${folder}/messages.json`, Buffer.from(`${JSON.stringify(Object.fromEntries(messages), null, '\t')}\n`));
	}
	zip.end();
	return buffer(zip.outputStream);
}

function bundled<F extends 'iife' | 'esm'>(format: F) {
	return {
		bundle: true,
		minify: true,
		write: false as const,
		format,
		target: CHROME,
		charset: 'utf8' as const,
		outdir: '/out',
		legalComments: 'none' as const,
	};
}
