import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {writeFile} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {gunzipSync} from 'node:zlib';
import {Ajv2020} from 'ajv/dist/2020.js';
import {parse} from 'yaml';
import {folderSchema} from '../../api/docs/router.ts';

/** What runs the command as it is served: this Node, or the one that COMMAND_NODE names. */
export const COMMAND_NODE = process.env.COMMAND_NODE ?? process.execPath;

export type Ended = {code: number | null; out: string; err: string};

/** The command as this service gives it out, unpacked into the folder; returns the path of its program. */
export async function fetchCommand(baseUrl: string, folder: string): Promise<string> {
	const command = join(folder, 'roteiro.mjs');
	await unpackCommand(Buffer.from(await (await fetch(`${baseUrl}/cli.tgz`)).arrayBuffer()), command);
	return command;
}

/** Writes the programs of the package /cli.tgz, the first of them into `file`: 512 bytes of header, of which 12 from 124 on are the size in octal. */
export async function unpackCommand(archive: Buffer, file: string): Promise<void> {
	const bytes = gunzipSync(archive);
	for (let at = 0; bytes[at] !== 0; ) {
		const name = bytes.toString('latin1', at, at + 100).replace(/\0.*$/s, '');
		const size = Number.parseInt(bytes.toString('latin1', at + 124, at + 135), 8);
		if (name.endsWith('.mjs'))
			await writeFile(
				name === 'package/roteiro.mjs' ? file : join(dirname(file), basename(name)),
				bytes.subarray(at + 512, at + 512 + size),
			);
		at += 512 + 512 * Math.ceil(size / 512);
	}
}

/** Runs the command in a process of its own, to its end or to that of the time after which it is killed or interrupted. */
export async function runCommand(
	command: string,
	words: string[],
	{
		cwd,
		env,
		input = '',
		killAfterMs,
		interruptAfterMs,
	}: {cwd: string; env: Record<string, string>; input?: string; killAfterMs?: number; interruptAfterMs?: number},
): Promise<Ended> {
	const node = command.endsWith('.ts') ? process.execPath : COMMAND_NODE;
	const child = spawn(node, [command, ...words], {cwd, env: {PATH: process.env.PATH, ...env}});
	let [out, err] = ['', ''];
	child.stdout.on('data', chunk => (out += chunk));
	child.stderr.on('data', chunk => (err += chunk));
	child.stdin.end(input);
	const timers = [
		killAfterMs !== undefined && setTimeout(() => child.kill('SIGKILL'), killAfterMs),
		interruptAfterMs !== undefined && setTimeout(() => child.kill('SIGINT'), interruptAfterMs),
	];
	const [code] = await once(child, 'close');
	for (const timer of timers) if (timer) clearTimeout(timer);
	return {code, out, err};
}

let validate: ReturnType<Ajv2020['compile']> | undefined;

/** Returns what an editor underlines in a tour.yaml, by the published schema of the folder's format. */
export function schemaFaults(yaml: string): string[] {
	validate ??= new Ajv2020({strict: true, allErrors: true, allowUnionTypes: true}).compile(folderSchema('https://tours.example.org'));
	if (validate(parse(yaml))) return [];
	return validate.errors!.map(({instancePath, message, params}) => `${instancePath} ${message} ${JSON.stringify(params)}`);
}
