import {spawn} from 'node:child_process';

/** A program that cannot open anything says so within this time, milliseconds. */
const PATIENCE_MS = 1500;

/** Opens a URL in the person's browser. False where there is none: over SSH, without a screen, without a program that does it. */
export async function openUrl(url: string): Promise<boolean> {
	const [program, ...words] = opener() ?? [];
	if (!program) return false;
	const child = spawn(program, [...words, url], {detached: true, stdio: 'ignore'});
	return new Promise(resolve => {
		const started = setTimeout(() => resolve(true), PATIENCE_MS);
		const settle = (isOpen: boolean) => {
			clearTimeout(started);
			child.unref();
			resolve(isOpen);
		};
		child.once('error', () => settle(false));
		child.once('exit', code => settle(code === 0));
		child.unref();
	});
}

function opener(): string[] | null {
	const {platform, env} = process;
	// Many systems of the Unix kind have it: the browser that this person prefers.
	const preferred = env.BROWSER?.split(':')[0];
	if (preferred && platform !== 'win32') return [preferred];
	const isRemote = Boolean(env.SSH_CONNECTION || env.SSH_TTY);
	if (platform === 'win32') return isRemote ? null : ['rundll32', 'url.dll,FileProtocolHandler'];
	if (platform === 'darwin') return isRemote ? null : ['open'];
	if (env.WSL_DISTRO_NAME) return ['wslview'];
	return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : null;
}
