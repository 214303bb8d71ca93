import {readdir, readFile} from 'node:fs/promises';

/** Command lines, or environments, of the other processes that have this text in theirs. */
export async function processesNaming(text: string, where: 'cmdline' | 'environ'): Promise<string[]> {
	const ids = (await readdir('/proc')).filter(name => /^\d+$/.test(name) && Number(name) !== process.pid);
	const found = await Promise.all(ids.map(id => readFile(`/proc/${id}/${where}`, 'latin1').catch(() => '')));
	return found.filter(one => one.includes(text)).map(one => one.replaceAll('\0', ' '));
}
