import {del, entries, set} from 'idb-keyval';
import {journals, keptOf} from '../saving/journal.ts';
import type {Proposal} from './proposal.ts';
import type {Run} from './run/run.ts';

/** Keeps proposals and the current run, so that a reload loses nothing that was paid for. */
export type Keeper = {
	read(): Promise<{run: Run | null; proposals: Proposal[]}>;
	keepRun(run: Run | null): void;
	keepProposal(step: string, proposal: Proposal | null): void;
};

export function openKeeper(accountId: string, tourId: string): Keeper {
	const mine = keptOf(accountId, tourId);
	const write = (name: string, value: Run | Proposal | null) => {
		// A browser that keeps nothing (private windows, no space) loses it by a reload, and by nothing else.
		(value ? set(mine + name, value, journals) : del(mine + name, journals)).catch(() => {});
	};
	return {
		async read() {
			const all = await entries<string, Run | Proposal>(journals).catch(() => []);
			const own = all.filter(([name]) => name.startsWith(mine));
			const run = own.find(([name]) => name === `${mine}run`)?.[1] as Run | undefined;
			return {run: run ?? null, proposals: own.flatMap(([, value]) => ('words' in value ? [value] : []))};
		},
		keepRun: run => write('run', run),
		keepProposal: (step, proposal) => write(`step ${step}`, proposal),
	};
}
