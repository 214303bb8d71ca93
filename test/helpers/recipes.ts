import {execFile} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {promisify} from 'node:util';

/** The blocks of code of a document, by the heading above them, as they stand. */
export function blocksOf(file: string, language = 'sh'): Map<string, string[]> {
	const found = new Map<string, string[]>();
	let heading = '';
	for (const [, title, of, code] of readFileSync(file, 'utf8').matchAll(/^#{1,3} ([^\n]+)$|^```(\w*)\n(.*?)^```$/gms)) {
		if (title) heading = title;
		else if (of === language) found.set(heading, [...(found.get(heading) ?? []), code!]);
	}
	return found;
}

/** Runs a script of a document in a shell that stops at the first fault, in this folder; npx asks this machine alone. */
export function runInShell(script: string, {cwd, env = {}}: {cwd?: string; env?: Record<string, string>} = {}) {
	return promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
		cwd,
		env: {...process.env, npm_config_registry: 'http://127.0.0.1:9/', npm_config_yes: 'true', npm_config_update_notifier: 'false', ...env},
	});
}
