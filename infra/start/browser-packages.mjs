import {existsSync} from 'node:fs';
import {join} from 'node:path';

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
 * Returns lists of packages that bring a browser, the likeliest first. The last list has only Chrome's libraries, for a
 * browser from Puppeteer's installer. Ubuntu has only that list, because its chromium is a snap.
 */
export function browserChoices({id, codename}) {
	const missing = LIBRARIES.filter(([file]) => !LIBRARY_FOLDERS.some(folder => existsSync(join(folder, file))));
	const before = missing.map(([, name]) => name);
	const after = missing.map(([, name, t64]) => (t64 ? `${name}t64` : name));
	const libraries = BEFORE_T64.includes(codename) ? [before, after] : [after, before];
	return id === 'ubuntu' ? libraries : [['chromium-headless-shell'], ['chromium'], ...libraries];
}
