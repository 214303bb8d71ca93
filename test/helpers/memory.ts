import {readdirSync, readFileSync} from 'node:fs';

/** Bytes of a page of memory. */
const PAGE = 4096;

/** What a process has of the machine's memory now, and the most that it ever had, in MB. */
export type Memory = {now: number; peak: number};

export function memoryOf({pid}: {pid: number}): Memory {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	const megabytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)![1]) / 1024;
	return {now: megabytes('VmRSS'), peak: megabytes('VmHWM')};
}

/** Watches what the descendants of this process hold: megabytes of the largest of each name, and of all at once. */
export function watchMemory(root: number): {stop(): {largest: Record<string, number>; together: number}} {
	const largest: Record<string, number> = {};
	let together = 0;
	const look = () => {
		const all = processes();
		const below = new Set([root]);
		let sum = 0;
		for (let grew = true; grew; ) {
			grew = false;
			for (const each of all) {
				if (below.has(each.id) || !below.has(each.parent)) continue;
				below.add(each.id);
				grew = true;
				sum += each.mb;
				largest[each.name] = Math.max(largest[each.name] ?? 0, Math.round(each.mb));
			}
		}
		together = Math.max(together, Math.round(sum));
	};
	const timer = setInterval(look, 500);
	return {
		stop() {
			clearInterval(timer);
			return {largest, together};
		},
	};
}

type Seen = {id: number; parent: number; name: string; mb: number};

function processes(): Seen[] {
	return readdirSync('/proc')
		.filter(name => /^\d+$/.test(name))
		.flatMap((id): Seen[] => {
			try {
				const [, name, rest] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${id}/stat`, 'latin1'))!;
				const fields = rest!.split(' ');
				return [{id: Number(id), parent: Number(fields[1]), name: name!, mb: (Number(fields[21]) * PAGE) / 1e6}];
			} catch {
				// It has ended meanwhile.
				return [];
			}
		});
}
