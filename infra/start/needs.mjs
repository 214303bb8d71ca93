import {existsSync, readdirSync} from 'node:fs';
import {delimiter, join} from 'node:path';

/** Where servers stand on Debian; not in the PATH of everyone. */
const SERVER_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/sbin'];
const FONT_FOLDERS = ['/usr/share/fonts', '/usr/local/share/fonts'];

/**
 * What the service calls on the machine and is not there: `{what, packages}` with the names of the Debian packages that bring it.
 * Servers whose URL is set are not needed, unless `privateServers`. `also`: what single commands call beside it, by the names in `beside`.
 */
export function findMissing({privateServers, also = []}, env = process.env) {
	const own = name => privateServers || !env[name];
	return [
		{what: 'mariadbd', packages: ['mariadb-server-core'], there: !own('DATABASE_URL') || has('mariadbd', 'mariadb-install-db')},
		{what: 'my_print_defaults', packages: ['mariadb-client-core'], there: !own('DATABASE_URL') || has('my_print_defaults')},
		{what: 'redis-server', packages: ['redis-server'], there: !own('REDIS_URL') || has('redis-server')},
		{
			what: 'chromium-headless-shell',
			packages: ['chromium-headless-shell'],
			there: env.CHROMIUM ? existsSync(env.CHROMIUM) : has('chromium-headless-shell'),
		},
		{what: 'ffmpeg and ffprobe', packages: ['ffmpeg'], there: has('ffmpeg', 'ffprobe')},
		{what: 'espeak-ng', packages: ['espeak-ng'], there: has('espeak-ng')},
		{what: 'tesseract', packages: ['tesseract-ocr'], there: has('tesseract')},
		{what: "tesseract's Portuguese", packages: ['tesseract-ocr-por'], there: reads('por')},
		{what: "tesseract's Spanish", packages: ['tesseract-ocr-spa'], there: reads('spa')},
		// For the walk of the README, which a test runs as it stands.
		{what: 'curl', packages: ['curl'], there: has('curl')},
		{what: 'the font Noto Color Emoji', packages: ['fonts-noto-color-emoji'], there: hasEmoji()},
		...also.flatMap(name => beside()[name]),
	].filter(need => !need.there);

	function beside() {
		return {
			browsers: [
				{what: 'WebKitWebDriver', packages: ['webkit2gtk-driver'], there: has('WebKitWebDriver')},
				{what: 'firefox-esr', packages: ['firefox-esr'], there: has('firefox-esr')},
				{what: 'Xvfb', packages: ['xvfb'], there: has('Xvfb')},
			],
			// The headless shell takes no extensions.
			chromium: [{what: 'chromium', packages: ['chromium'], there: has('chromium')}],
			galera: [
				{what: 'the library of Galera', packages: ['galera-4'], there: existsSync('/usr/lib/galera/libgalera_smm.so')},
				{what: 'what copies a node of Galera', packages: ['mariadb-server', 'rsync'], there: has('wsrep_sst_rsync', 'rsync')},
				{what: 'haproxy', packages: ['haproxy'], there: has('haproxy')},
			],
			nginx: [{what: 'nginx', packages: ['nginx-light'], there: has('nginx')}],
			paper: [
				{what: 'pdfinfo and pdftotext', packages: ['poppler-utils'], there: has('pdfinfo', 'pdftotext')},
				{what: 'xmllint', packages: ['libxml2-utils'], there: has('xmllint')},
			],
			prometheus: [{what: 'prometheus and promtool', packages: ['prometheus'], there: has('prometheus', 'promtool')}],
			swift: [
				{
					what: 'OpenStack Swift',
					packages: ['swift-proxy', 'swift-account', 'swift-container', 'swift-object'],
					there: has('swift-proxy-server', 'swift-account-server', 'swift-container-server', 'swift-object-server', 'swift-ring-builder'),
				},
				{what: 'memcached', packages: ['memcached'], there: has('memcached')},
			],
		};
	}

	function has(...programs) {
		const folders = [...(env.PATH ?? '').split(delimiter), ...SERVER_FOLDERS];
		return programs.every(name => folders.some(folder => existsSync(join(folder, name))));
	}

	function reads(language) {
		const debian = '/usr/share/tesseract-ocr';
		const folders = [env.TESSDATA_PREFIX, ...list(debian).map(version => join(debian, version, 'tessdata')), '/usr/share/tessdata'];
		return folders.some(folder => folder && existsSync(join(folder, `${language}.traineddata`)));
	}
}

function hasEmoji() {
	if (existsSync('/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf')) return true;
	const name = /^Noto-?Color-?Emoji.*\.ttf$/i;
	return FONT_FOLDERS.some(folder => list(folder, {recursive: true}).some(path => name.test(path.split('/').pop())));
}

function list(folder, options) {
	return existsSync(folder) ? readdirSync(folder, options) : [];
}
