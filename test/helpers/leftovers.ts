import {execFileSync} from 'node:child_process';
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {lives} from '../../infra/servers/data-lock.ts';
import {signal} from './fault.ts';

/** Kills by its id every process that was started with this folder as its TMPDIR, stopped ones as well, and unmounts what is mounted in it; returns how many there were. */
export async function endLeftovers(folder: string): Promise<number> {
	let ended = 0;
	// A process may have started another just before it was killed.
	for (let found = processesOf(folder); found.length > 0; found = processesOf(folder)) {
		for (const pid of found) signal(pid, 'SIGKILL');
		ended += found.length;
		await sleep(100);
	}
	const mounts = readFileSync('/proc/mounts', 'utf8')
		.split('\n')
		.map(line => line.split(' ')[1] ?? '')
		.filter(place => place.startsWith(`${folder}/`));
	for (const place of mounts.toReversed()) execFileSync('umount', ['-l', place]);
	return ended;
}

function processesOf(folder: string): number[] {
	const marked = readdirSync('/proc')
		.filter(name => /^\d+$/.test(name) && read(`/proc/${name}/environ`).split('\0').includes(`TMPDIR=${folder}`))
		.map(Number)
		.filter(pid => pid !== process.pid && !read(`/proc/${pid}/stat`).split(') ').pop()!.startsWith('Z'));
	// A server that writes its title over its environment is found by what was noted when it was started.
	const noted = readdirSync(folder, {recursive: true, encoding: 'utf8'})
		.filter(file => file.endsWith('.process'))
		.map(file => read(join(folder, file)))
		.filter(lives)
		.map(identity => Number(identity.split(':')[0]));
	return [...new Set([...marked, ...noted])];
}

function read(file: string): string {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		// It ended in the meantime.
		return '';
	}
}
