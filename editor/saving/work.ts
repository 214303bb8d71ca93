import type {Change} from './change.ts';
import {type History, openHistory} from './history.ts';
import {Outbox, type OutboxOptions} from './outbox.ts';

/** What one person does to a tour that is open: seen at once, sent, taken back and done again. */
export class Work {
	readonly outbox: Outbox;
	readonly history: History = openHistory();

	constructor(options: OutboxOptions) {
		this.outbox = new Outbox(options);
	}

	/** Does all of this at once: it is undone at once as well. `arrival` is the name of the drop where pictures come with it. */
	change(changes: Change[], arrival: string | null = null): void {
		if (changes.length > 0) this.history.record(this.outbox.push(...changes), Date.now(), arrival);
	}

	/** Takes back what was done last; `mend` makes each change fit what has happened since. Returns what was done for that. */
	undo(mend = same): Change[] {
		return this.history.undo(changes => this.outbox.push(...changes.map(mend)));
	}

	redo(mend = same): Change[] {
		return this.history.redo(changes => this.outbox.push(...changes.map(mend)));
	}
}

const same = (change: Change) => change;
