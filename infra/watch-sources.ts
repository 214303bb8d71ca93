import {watch} from 'node:fs';
import {join, resolve} from 'node:path';
import type {RunningService} from './run-service.ts';

const ROOT = resolve(import.meta.dirname, '..');
/** Editors write a file in several steps, and several files at once. */
const SETTLE_MS = 150;
/** Folders that each process loads. */
const LOADS = {API: ['api', 'editor', 'client', 'renderers', 'shared'], worker: ['workers', 'renderers', 'shared']} as const;

/** Restarts the API or the worker whenever a file that it loads changes, until `signal` is aborted. Reports each restart in a sentence. */
export function watchSources(service: Pick<RunningService, 'restart'>, report: (sentence: string) => void, signal: AbortSignal): void {
	const due = new Set<keyof typeof LOADS>();
	let timer: NodeJS.Timeout | undefined;
	const restart = () => {
		for (const name of due) {
			report(`${name} restarts: its code has changed.`);
			service.restart(name);
		}
		due.clear();
	};
	for (const folder of new Set(Object.values(LOADS).flat())) {
		watch(join(ROOT, folder), {recursive: true, signal}, (_event, file) => {
			if (!file || !/\.(tsx?|css)$/.test(file) || file.endsWith('.test.ts')) return;
			for (const [name, folders] of Object.entries(LOADS)) {
				if ((folders as readonly string[]).includes(folder)) due.add(name as keyof typeof LOADS);
			}
			clearTimeout(timer);
			timer = setTimeout(restart, SETTLE_MS);
		});
	}
}
