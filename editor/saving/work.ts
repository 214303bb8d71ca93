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

	/** Does all of this at once: it is undone at once as well. */
	change(...changes: Change[]): void {
		if (changes.length === 0) return;
		this.history.record(changes, Date.now());
		this.outbox.push(...changes);
	}

	/** Takes back what was done last; `mend` makes each change fit what has happened since. Returns what was done for that. */
	undo(mend = same): Change[] {
		return this.#again(this.history.undo(), mend);
	}

	redo(mend = same): Change[] {
		return this.#again(this.history.redo(), mend);
	}

	#again(changes: Change[], mend: (change: Change) => Change): Change[] {
		const fitting = changes.map(mend);
		if (fitting.length > 0) this.outbox.push(...fitting);
		return fitting;
	}
}

const same = (change: Change) => change;
