import {execFile} from 'node:child_process';
import {promisify} from 'node:util';

/** Returns true if this machine can read text in pictures. */
export function canRead(): Promise<boolean> {
	return promisify(execFile)('which', ['tesseract']).then(
		() => true,
		() => false,
	);
}

/** Returns those of these texts (lower case, without blanks, points and hyphens) that the picture shows. `file`: its path. */
export async function readInPicture(file: string, parts: readonly string[]): Promise<string[]> {
	const {stdout} = await promisify(execFile)('tesseract', [file, '-', '--psm', '11'], {env: {...process.env, OMP_THREAD_LIMIT: '1'}});
	const read = stdout.replace(/[\s.-]/g, '').toLowerCase();
	return parts.filter(part => read.includes(part));
}
