import {spawn} from 'node:child_process';

/** A program that cannot open a URL fails within this time, milliseconds. */
const PATIENCE_MS = 1500;

/** Opens a URL in the person's browser. Returns false if there is none: over SSH, without a screen, or without a suitable program. */
export async function openUrl(url: string, env: NodeJS.ProcessEnv): Promise<boolean> {
	for (const program of openers(env)) if (await start(program, url)) return true;
	return false;
}

function start([program, ...words]: string[], url: string): Promise<boolean> {
	const child = spawn(program!, [...words, url], {detached: true, stdio: 'ignore'});
	return new Promise(resolve => {
		const started = setTimeout(() => resolve(true), PATIENCE_MS);
		const settle = (isOpen: boolean) => {
			clearTimeout(started);
			child.unref();
			resolve(isOpen);
		};
		child.once('error', () => settle(false));
		// The file manager of Windows always exits with 1.
		child.once('exit', code => settle(code === 0 || program === 'explorer.exe'));
		child.unref();
	});
}

/** Returns the programs that open URLs here, with their arguments, the best first. */
function openers(env: NodeJS.ProcessEnv): string[][] {
	const {platform} = process;
	// Many Unix systems set this variable to the person's preferred browser.
	const preferred = env.BROWSER?.split(':')[0];
	if (preferred && platform !== 'win32') return [[preferred]];
	const isRemote = Boolean(env.SSH_CONNECTION || env.SSH_TTY);
	if (platform === 'win32') return isRemote ? [] : [['rundll32', 'url.dll,FileProtocolHandler']];
	if (platform === 'darwin') return isRemote ? [] : [['open']];
	if (env.WSL_DISTRO_NAME) return [['wslview'], ['explorer.exe']];
	return env.DISPLAY || env.WAYLAND_DISPLAY ? [['xdg-open']] : [];
}
