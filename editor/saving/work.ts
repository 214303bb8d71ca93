import {signal} from '@preact/signals';
import type {SettingsValues} from '../../shared/contract/edit.ts';
import type {Change} from './change.ts';
import {type History, openHistory} from './history.ts';
import type {Others} from './others.ts';
import {Outbox, type OutboxOptions} from './outbox.ts';
import {settingsChange} from './settings.ts';

/** Holds one person's work on an open tour, across screens: seen at once, sent, undone and redone. */
export class Work {
	readonly outbox: Outbox;
	readonly history: History = openHistory();
	/** The step that was shown last: who comes back from another screen finds it. */
	shown: string | null = null;
	/** Parts of the tour that are not right yet, as they are written; they are not sent. */
	readonly unfinished = signal<object>({});
	/** Hears of what others did, as long as a screen is there that says it. */
	seen: (others: Others) => void = () => {};
	/** Makes a change fit what has happened since, before it is taken back or done again. */
	mend: (change: Change) => Change = change => change;

	constructor(options: Omit<OutboxOptions, 'seen'>) {
		this.outbox = new Outbox({...options, seen: others => this.seen(others)});
	}

	/** Does all of this at once: it is undone at once as well. `arrival` is the name of the drop where pictures come with it. */
	change(changes: Change[], arrival: string | null = null): void {
		if (changes.length > 0) this.history.record(this.outbox.push(...changes), Date.now(), arrival);
	}

	/** Sets what of the tour is none of its steps; `before` are the same values as they are shown. */
	set(before: SettingsValues, after: SettingsValues): void {
		const change = settingsChange(before, after);
		if (change) this.change([change]);
	}

	/** Takes back what was done last. Returns what was done for that. */
	undo(): Change[] {
		return this.history.undo(changes => this.outbox.push(...changes.map(this.mend)));
	}

	redo(): Change[] {
		return this.history.redo(changes => this.outbox.push(...changes.map(this.mend)));
	}
}
