import {access, constants} from 'node:fs/promises';
import {homedir} from 'node:os';
import {delimiter, join} from 'node:path';
import {refused} from '../errors.ts';
import {configFolder} from '../sign-in/keep.ts';

/** Programs by their names, as they stand in PATH. */
const NAMES = [
	'google-chrome',
	'google-chrome-stable',
	'chromium',
	'chromium-browser',
	'microsoft-edge',
	'microsoft-edge-stable',
	'brave-browser',
	'chromium-headless-shell',
];
const APPLICATIONS = [
	'Google Chrome.app/Contents/MacOS/Google Chrome',
	'Chromium.app/Contents/MacOS/Chromium',
	'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
	'Brave Browser.app/Contents/MacOS/Brave Browser',
];
const PROGRAMS = [
	'Google\\Chrome\\Application\\chrome.exe',
	'Chromium\\Application\\chrome.exe',
	'Microsoft\\Edge\\Application\\msedge.exe',
	'BraveSoftware\\Brave-Browser\\Application\\brave.exe',
];

/** Returns the path of this machine's browser: the named one, CHROME_PATH, or the first that is found. Downloads none. */
export async function findBrowser(named: string | undefined): Promise<string> {
	const given = named || process.env.CHROME_PATH;
	if (given) {
		const found = /[\\/]/.test(given) ? [given] : inPath([given]);
		return (
			(await firstOf(found)) ??
			Promise.reject(refused(`${given} is not a program that can be run. --browser takes the path of Chrome, Edge or Chromium.`))
		);
	}
	const found = await firstOf(usualPlaces());
	if (!found) throw refused('There is no Chrome, Edge or Chromium here. Install one, or name it: --browser PATH, or CHROME_PATH.');
	return found;
}

/** Returns the folder of the browser profile that `login --browser` keeps. */
export function profileFolder(): string {
	return join(configFolder(), 'browser');
}

function usualPlaces(): string[] {
	const {platform, env} = process;
	if (platform === 'darwin')
		return ['/Applications', join(homedir(), 'Applications')].flatMap(folder => APPLICATIONS.map(name => join(folder, name)));
	if (platform !== 'win32') return inPath(NAMES);
	const folders = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(folder => folder !== undefined);
	return PROGRAMS.flatMap(name => folders.map(folder => join(folder, name)));
}

function inPath(names: string[]): string[] {
	const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
	return names.flatMap(name => folders.map(folder => join(folder, name)));
}

async function firstOf(paths: string[]): Promise<string | null> {
	for (const path of paths) {
		const isThere = await access(path, constants.X_OK).then(
			() => true,
			() => false,
		);
		if (isThere) return path;
	}
	return null;
}
