type Timer = {id: number; at: number; owner: number; run: () => void};

const START = Date.UTC(2026, 0, 1);

/** A clock that only moves when it is told to, in place of the real one: hours of waiting pass in moments, the same way in every run. */
export class VirtualTime {
	/** Whose timers are set now: those of a page end with it. */
	owner = 0;
	#now = START;
	#timers: Timer[] = [];
	#next = 1;
	readonly #ended = new Set<number>();

	/** Puts it, as new, in the place of the real clock, until the returned function is called. */
	install(): () => void {
		this.#now = START;
		this.#timers = [];
		this.#ended.clear();
		const real = {setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout, now: Date.now};
		Object.assign(globalThis, {
			setTimeout: (run: () => void, ms = 0) => this.#set(run, ms),
			clearTimeout: (id: number) => {
				this.#timers = this.#timers.filter(timer => timer.id !== id);
			},
		});
		Date.now = () => this.#now;
		return () => {
			Object.assign(globalThis, {setTimeout: real.setTimeout, clearTimeout: real.clearTimeout});
			Date.now = real.now;
		};
	}

	/** Lets so many milliseconds pass; what falls due meanwhile happens in its order. */
	async pass(ms: number): Promise<void> {
		const until = this.#now + ms;
		await settled();
		for (let due = this.#first(until); due; due = this.#first(until)) {
			this.#timers.splice(this.#timers.indexOf(due), 1);
			this.#now = Math.max(this.#now, due.at);
			await this.as(due.owner, () => void due.run());
		}
		this.#now = until;
	}

	/** Has something happen after so many milliseconds, as this one's. */
	later(owner: number, ms: number, run: () => void): void {
		this.#set(run, ms, owner);
	}

	/** Does something as this one, with all that follows at once; what it waits for is this one's. */
	async as<T>(owner: number, what: () => T): Promise<T> {
		const before = this.owner;
		this.owner = owner;
		const result = what();
		await settled();
		this.owner = before;
		return result;
	}

	/** Takes away all that this one waits for, and whatever would happen to it later: an answer to a page that is gone is heard by nobody. */
	end(owner: number): void {
		this.#ended.add(owner);
		this.#timers = this.#timers.filter(timer => timer.owner !== owner);
	}

	/** Has all that this one waits for happen so much later at the earliest, all at once, as when a tab was frozen. */
	freeze(owner: number, ms: number): void {
		for (const timer of this.#timers) if (timer.owner === owner) timer.at = Math.max(timer.at, this.#now + ms);
	}

	#set(run: () => void, ms: number, owner = this.owner): number {
		if (!this.#ended.has(owner)) this.#timers.push({id: this.#next, at: this.#now + Math.max(0, ms), owner, run});
		return this.#next++;
	}

	#first(until: number): Timer | undefined {
		let first: Timer | undefined;
		for (const timer of this.#timers) if (timer.at <= until && (!first || timer.at < first.at)) first = timer;
		return first;
	}
}

/** Until all has happened that waits for no time. */
function settled(): Promise<void> {
	return new Promise(resolve => setImmediate(resolve));
}
