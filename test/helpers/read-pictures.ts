import {execFile} from 'node:child_process';
import {promisify} from 'node:util';

/** Whether pictures can be read on this machine. */
export function canRead(): Promise<boolean> {
	return promisify(execFile)('which', ['tesseract']).then(
		() => true,
		() => false,
	);
}

/** Which of these texts (small letters, without blanks, points and hyphens) can be read in a picture. `file`: its path. */
export async function readInPicture(file: string, parts: readonly string[]): Promise<string[]> {
	const {stdout} = await promisify(execFile)('tesseract', [file, '-', '--psm', '11'], {env: {...process.env, OMP_THREAD_LIMIT: '1'}});
	const read = stdout.replace(/[\s.-]/g, '').toLowerCase();
	return parts.filter(part => read.includes(part));
}
