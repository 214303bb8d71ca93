import {execFile} from 'node:child_process';
import {existsSync} from 'node:fs';
import {mkdir, readdir, readlink, rm, symlink, writeFile} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import {promisify} from 'node:util';

const run = promisify(execFile);
const PACKAGES = [
	...['adminer', 'mediawiki', 'phpmyadmin', 'wordpress', 'wordpress-l10n'],
	...['php-cli', 'php-sqlite3', 'php-mbstring', 'php-xml', 'php-intl', 'php-gd', 'php-mysql', 'php-curl'],
	...['fonts-liberation2', 'fonts-roboto-unhinted', 'fonts-open-sans', 'fonts-inter'],
];

/** Installs npm packages into the folder, once. */
export async function npm(folder: string, ...packages: string[]): Promise<void> {
	if (existsSync(join(folder, 'installed'))) return;
	await mkdir(folder, {recursive: true});
	// verdaccio-audit asks for a tag of node-fetch that is not there, thelounge for a commit where there is a release.
	const overrides = {'node-fetch': '2.7.0', 'irc-framework': '4.12.1'};
	await writeFile(join(folder, 'package.json'), JSON.stringify({private: true, overrides}));
	await run('npm', ['install', '--no-audit', '--no-fund', ...packages], {cwd: folder});
	await writeFile(join(folder, 'installed'), '');
}

/** Unpacks the Debian packages and what they need into `folder/root`, once; the machine itself is left as it is. Returns that folder. */
export async function debian(folder: string): Promise<string> {
	const [root, archives, mark] = ['root', 'archives', 'unpacked'].map(name => join(folder, name)) as [string, string, string];
	if (existsSync(mark)) return root;
	await rm(root, {recursive: true, force: true});
	await mkdir(join(archives, 'partial'), {recursive: true});
	const options = ['-y', '--no-install-recommends', '--download-only', '-o', `Dir::Cache::archives=${archives}`];
	await run('apt-get', ['install', ...options, ...PACKAGES]);
	for (const file of await readdir(archives)) if (file.endsWith('.deb')) await run('dpkg', ['-x', join(archives, file), root]);
	await relink(root);
	await writeFile(mark, '');
	return root;
}

/** Links lead inside the folder, and to the machine's own files where a package was installed there already. */
async function relink(root: string): Promise<void> {
	for (const entry of await readdir(root, {recursive: true, withFileTypes: true})) {
		if (!entry.isSymbolicLink()) continue;
		const path = join(entry.parentPath, entry.name);
		const link = await readlink(path);
		if (link.startsWith(root)) continue;
		const outside = link.startsWith('/') ? link : resolve(entry.parentPath, link).slice(root.length);
		const target = [join(root, outside), outside].find(existsSync);
		if (!target) continue;
		await rm(path);
		await symlink(target, path);
	}
}

/** The environment of a browser that has the fonts web pages ask for. */
export async function fonts(folder: string): Promise<Record<string, string>> {
	const root = await debian(folder);
	const path = join(folder, 'fonts.conf');
	const dirs = ['/usr/share/fonts', join(root, 'usr/share/fonts')].map(dir => `<dir>${dir}</dir>`).join('');
	const aliases = Object.entries({Sans: 'sans-serif Arial Helvetica', Serif: 'serif Times', Mono: 'monospace Courier'}).flatMap(
		([face, names]) =>
			names
				.split(' ')
				.map(name => `<alias binding="same"><family>${name}</family><prefer><family>Liberation ${face}</family></prefer></alias>`),
	);
	await writeFile(path, `<fontconfig>${dirs}<cachedir>${join(folder, 'font-cache')}</cachedir>${aliases.join('')}</fontconfig>`);
	return {...(process.env as Record<string, string>), FONTCONFIG_FILE: path};
}
