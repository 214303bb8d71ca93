// The project's own Node runs this file: Puppeteer's installer needs a newer one than set-up does. Its one argument is the target folder.
import {spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync} from 'node:fs';
import {dirname, join, relative} from 'node:path';
import {Browser, detectBrowserPlatform, getDownloadUrl, install} from '@puppeteer/browsers';
import {PUPPETEER_REVISIONS} from 'puppeteer-core';
import {startProgress} from './progress.mjs';

const DAY_MS = 24 * 3_600_000;
const ASK_MS = 10_000;

const [folder] = process.argv.slice(2);
const browser = Browser.CHROMEHEADLESSSHELL;
const buildId = process.env.PUPPETEER_CHROME_HEADLESS_SHELL_VERSION || PUPPETEER_REVISIONS[browser];
const baseUrl = process.env.PUPPETEER_CHROME_HEADLESS_SHELL_DOWNLOAD_BASE_URL || process.env.PUPPETEER_DOWNLOAD_BASE_URL || undefined;

try {
	const url = getDownloadUrl(browser, detectBrowserPlatform(), buildId, baseUrl);
	const size = await sizeOf(url);
	process.stderr.write(
		`No browser on this machine. Downloading Chrome Headless Shell ${buildId}${size} from ${url.href} into ${folder}.\n`,
	);
	await download();
} catch (error) {
	process.stderr.write(`\n${error.message}\n`);
	process.exit(1);
}

/** Downloads into another folder and moves the complete one into place: an interrupted download would count as a browser. */
async function download() {
	mkdirSync(folder, {recursive: true});
	for (const name of readdirSync(folder).filter(name => name.startsWith('download-'))) {
		// Of a run that was killed: a download of today may be another's.
		if (statSync(join(folder, name)).mtimeMs < Date.now() - DAY_MS) rmSync(join(folder, name), {recursive: true, force: true});
	}
	const cacheDir = mkdtempSync(join(folder, 'download-'));
	const progress = startProgress('Downloading the browser');
	const downloadProgressCallback = (bytes, all) =>
		progress.detail(all ? `${Math.round((100 * bytes) / all)} % of ${megabytes(all)}` : megabytes(bytes));
	try {
		const installed = await install({browser, buildId, cacheDir, baseUrl, downloadProgressCallback});
		check(installed.executablePath);
		const path = join(folder, relative(cacheDir, installed.path));
		mkdirSync(dirname(path), {recursive: true});
		rmSync(path, {recursive: true, force: true});
		renameSync(installed.path, path);
		progress.done();
	} finally {
		rmSync(cacheDir, {recursive: true, force: true});
	}
}

/** Throws if the browser cannot print its version: a library is missing, or the processor is another. */
function check(path) {
	const {status, stderr, error} = spawnSync(path, ['--version'], {encoding: 'utf8'});
	if (status !== 0) throw new Error(`The browser that was downloaded does not start: ${error?.message ?? stderr.trim()}`);
}

/** Returns ` (110 MB)`, or an empty string if the server gives no size. */
async function sizeOf(url) {
	try {
		const answer = await fetch(url, {method: 'HEAD', signal: AbortSignal.timeout(ASK_MS)});
		const bytes = Number(answer.headers.get('content-length'));
		return answer.ok && bytes > 0 ? ` (${megabytes(bytes)})` : '';
	} catch {
		return '';
	}
}

function megabytes(bytes) {
	return `${(bytes / 1e6).toFixed(bytes < 1e6 ? 1 : 0)} MB`;
}
