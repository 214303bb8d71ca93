import {execFile} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {promisify} from 'node:util';

/** Returns a document's code blocks, unchanged, by the heading above them. */
export function blocksOf(file: string, language = 'sh'): Map<string, string[]> {
	const found = new Map<string, string[]>();
	let heading = '';
	for (const [, title, of, code] of readFileSync(file, 'utf8').matchAll(/^#{1,3} ([^\n]+)$|^```(\w*)\n(.*?)^```$/gms)) {
		if (title) heading = title;
		else if (of === language) found.set(heading, [...(found.get(heading) ?? []), code!]);
	}
	return found;
}

/** Runs a document's script in this folder, in a shell that stops at the first fault; npx may only use installed packages. */
export function runInShell(script: string, {cwd, env = {}}: {cwd?: string; env?: Record<string, string>} = {}) {
	return promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
		cwd,
		env: {...process.env, npm_config_registry: 'http://127.0.0.1:9/', npm_config_yes: 'true', npm_config_update_notifier: 'false', ...env},
	});
}
