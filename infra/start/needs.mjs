import {existsSync, readdirSync} from 'node:fs';
import {delimiter, join} from 'node:path';
import {findBrowser} from './browser.mjs';
import {readRelease} from './machine.mjs';

/** The need that Puppeteer's installer meets if no package does. */
export const BROWSER = 'a browser (Chromium or Chrome)';

/** Folders of servers on Debian; not in everyone's PATH. */
const SERVER_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/sbin'];
const MARIADB = ['mariadb-server-core', 'mariadb-client-core'];
const MARIADB_10_6 = MARIADB.map(name => `${name}-10.6`);
const FONT_FOLDERS = ['/usr/share/fonts', '/usr/local/share/fonts'];

/** Fonts by their scripts: the smallest package, its file, and the file of the complete Noto. */
const FONTS = [
	['Chinese and Japanese', 'fonts-droid-fallback', 'droid/DroidSansFallbackFull.ttf', '../opentype/noto/NotoSansCJK-Regular.ttc'],
	['Korean', 'fonts-lexi-gulim', 'lexi/LexiGulim.ttf', 'nanum/NanumGothic.ttf', '../opentype/noto/NotoSansCJK-Regular.ttc'],
	[
		'Arabic, Thai, Lao, Burmese, Khmer, Sinhala and the scripts of India',
		'fonts-noto-ui-core',
		'noto/NotoSansThaiUI-Regular.ttf',
		'noto/NotoSansThai-Regular.ttf',
	],
	['Amharic', 'fonts-sil-abyssinica', 'abyssinica/AbyssinicaSIL-Regular.ttf', 'noto/NotoSansEthiopic-Regular.ttf'],
];

const TRIPLETS = {x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu'};
const LIBRARY_FOLDERS = [`/usr/lib/${TRIPLETS[process.arch]}`, `/lib/${TRIPLETS[process.arch]}`, '/usr/lib64', '/usr/lib'];

/**
 * Libraries of the browser from Puppeteer's installer: file, Debian package, and true if the package's name ends in t64
 * since Debian 13 and Ubuntu 24.04.
 */
const LIBRARIES = [
	['libasound.so.2', 'libasound2', true],
	['libatk-1.0.so.0', 'libatk1.0-0', true],
	['libatk-bridge-2.0.so.0', 'libatk-bridge2.0-0', true],
	['libatspi.so.0', 'libatspi2.0-0', true],
	['libcairo.so.2', 'libcairo2'],
	['libcups.so.2', 'libcups2', true],
	['libdbus-1.so.3', 'libdbus-1-3'],
	['libdrm.so.2', 'libdrm2'],
	['libexpat.so.1', 'libexpat1'],
	['libgbm.so.1', 'libgbm1'],
	['libglib-2.0.so.0', 'libglib2.0-0', true],
	['libnspr4.so', 'libnspr4'],
	['libnss3.so', 'libnss3'],
	['libpango-1.0.so.0', 'libpango-1.0-0'],
	['libudev.so.1', 'libudev1'],
	['libX11.so.6', 'libx11-6'],
	['libxcb.so.1', 'libxcb1'],
	['libXcomposite.so.1', 'libxcomposite1'],
	['libXdamage.so.1', 'libxdamage1'],
	['libXext.so.6', 'libxext6'],
	['libXfixes.so.3', 'libxfixes3'],
	['libxkbcommon.so.0', 'libxkbcommon0'],
	['libXrandr.so.2', 'libxrandr2'],
];
const BEFORE_T64 = ['bullseye', 'bookworm', 'focal', 'jammy'];

/**
 * Returns the programs and fonts that the service needs and the machine lacks: `{what, choices, brew}`. `choices`:
 * lists of Debian packages, the likeliest for this release first; `brew`: names in Homebrew; `optional`: the service
 * runs without it. A server with a URL is needed only with `privateServers`. `also`: names in `beside` of needs that
 * single commands add.
 */
export function findMissing({privateServers, also = []}, env = process.env, release = readRelease()) {
	const own = name => privateServers || !env[name];
	const debian = (...packages) => [packages];
	return [
		{
			what: 'mariadbd',
			choices: release.codename === 'jammy' ? [MARIADB_10_6, MARIADB] : [MARIADB, MARIADB_10_6],
			brew: ['mariadb'],
			there: !own('DATABASE_URL') || has('mariadbd', 'mariadb-install-db', 'my_print_defaults'),
		},
		{what: 'redis-server', choices: debian('redis-server'), brew: ['redis'], there: !own('REDIS_URL') || has('redis-server')},
		...(findBrowser(env) ? [] : [{what: BROWSER, choices: browserChoices(release), brew: ['--cask google-chrome']}]),
		{what: 'ffmpeg and ffprobe', choices: debian('ffmpeg'), brew: ['ffmpeg'], there: has('ffmpeg', 'ffprobe')},
		{what: 'espeak-ng', choices: debian('espeak-ng'), brew: ['espeak-ng'], there: has('espeak-ng')},
		{what: 'tesseract', choices: debian('tesseract-ocr'), brew: ['tesseract'], there: has('tesseract')},
		{what: "tesseract's Portuguese", choices: debian('tesseract-ocr-por'), brew: ['tesseract-lang'], there: reads('por')},
		{what: "tesseract's Spanish", choices: debian('tesseract-ocr-spa'), brew: ['tesseract-lang'], there: reads('spa')},
		// A test runs the calls of docs/api.md, which need curl.
		{what: 'curl', choices: debian('curl'), there: has('curl')},
		{what: 'the font Noto Color Emoji', choices: debian('fonts-noto-color-emoji'), there: hasEmoji()},
		...FONTS.map(([letters, name, ...files]) => ({
			what: `a font for ${letters}`,
			choices: debian(name),
			there: process.platform === 'darwin' || files.some(file => existsSync(join(FONT_FOLDERS[0], 'truetype', file))),
			optional: true,
		})),
		...also.flatMap(name => beside()[name]),
	].filter(need => !need.there);

	function beside() {
		return {
			browsers: [
				{what: 'WebKitWebDriver', choices: debian('webkit2gtk-driver'), there: has('WebKitWebDriver')},
				{what: 'firefox-esr', choices: debian('firefox-esr'), there: has('firefox-esr')},
				{what: 'Xvfb', choices: debian('xvfb'), there: has('Xvfb')},
			],
			// The headless shell takes no extensions.
			chromium: [{what: 'chromium', choices: debian('chromium'), there: has('chromium')}],
			galera: [
				{what: 'the library of Galera', choices: debian('galera-4'), there: existsSync('/usr/lib/galera/libgalera_smm.so')},
				{what: 'what copies a node of Galera', choices: debian('mariadb-server', 'rsync'), there: has('wsrep_sst_rsync', 'rsync')},
				{what: 'haproxy', choices: debian('haproxy'), there: has('haproxy')},
			],
			nginx: [{what: 'nginx', choices: debian('nginx-light'), there: has('nginx')}],
			caddy: [{what: 'caddy', choices: debian('caddy'), there: has('caddy')}],
			paper: [
				{what: 'pdfinfo and pdftotext', choices: debian('poppler-utils'), there: has('pdfinfo', 'pdftotext')},
				{what: 'xmllint', choices: debian('libxml2-utils'), there: has('xmllint')},
			],
			prometheus: [{what: 'prometheus and promtool', choices: debian('prometheus'), there: has('prometheus', 'promtool')}],
			swift: [
				{
					what: 'OpenStack Swift',
					choices: debian('swift-proxy', 'swift-account', 'swift-container', 'swift-object'),
					there: has('swift-proxy-server', 'swift-account-server', 'swift-container-server', 'swift-object-server', 'swift-ring-builder'),
				},
				{what: 'memcached', choices: debian('memcached'), there: has('memcached')},
			],
		};
	}

	function has(...programs) {
		return hasPrograms(programs, env);
	}

	function reads(language) {
		const debian = '/usr/share/tesseract-ocr';
		const brew = ['/opt/homebrew/share/tessdata', '/usr/local/share/tessdata'];
		const folders = [
			env.TESSDATA_PREFIX,
			...list(debian).map(version => join(debian, version, 'tessdata')),
			'/usr/share/tessdata',
			...brew,
		];
		return folders.some(folder => folder && existsSync(join(folder, `${language}.traineddata`)));
	}
}

/** Returns true if PATH, or Debian's folder of servers, has all these programs. */
export function hasPrograms(programs, env = process.env) {
	const folders = [...(env.PATH ?? '').split(delimiter), ...SERVER_FOLDERS];
	return programs.every(name => folders.some(folder => existsSync(join(folder, name))));
}

function hasEmoji() {
	if (process.platform === 'darwin' || existsSync('/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf')) return true;
	const name = /^Noto-?Color-?Emoji.*\.ttf$/i;
	return FONT_FOLDERS.some(folder => list(folder, {recursive: true}).some(path => name.test(path.split('/').pop())));
}

function list(folder, options) {
	return existsSync(folder) ? readdirSync(folder, options) : [];
}

/**
 * Returns lists of packages that bring a browser, the likeliest first. The last list has only Chrome's libraries, for a
 * browser from Puppeteer's installer. Ubuntu has only that list, because its chromium is a snap.
 */
function browserChoices({id, codename}) {
	const missing = LIBRARIES.filter(([file]) => !LIBRARY_FOLDERS.some(folder => existsSync(join(folder, file))));
	const before = missing.map(([, name]) => name);
	const after = missing.map(([, name, t64]) => (t64 ? `${name}t64` : name));
	const libraries = BEFORE_T64.includes(codename) ? [before, after] : [after, before];
	return id === 'ubuntu' ? libraries : [['chromium-headless-shell'], ['chromium'], ...libraries];
}
