/** Runs at most `atOnce` pieces of work at a time; the others wait in the order in which they came. */
export function openTurns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
	const waiting: Array<() => void> = [];
	let running = 0;
	return async work => {
		if (running >= atOnce) await new Promise<void>(resolve => waiting.push(resolve));
		else running++;
		try {
			return await work();
		} finally {
			// The slot passes to the next one without being counted again.
			const next = waiting.shift();
			if (next) next();
			else running--;
		}
	};
}

/** A batch that takes longer than this no longer holds up the next one. */
const PATIENCE_MS = 50;

/**
 * Returns a function that answers one question; `run` answers several, in their order. Questions asked while a batch is under way share the next one,
 * which begins after each of them: no answer is older than its question, and a crowd costs one round trip.
 */
export function openBatches<Question, Answer>(run: (questions: Question[]) => Promise<Answer[]>): (question: Question) => Promise<Answer> {
	let underWay: Promise<unknown> | null = null;
	let next: {questions: Question[]; answers: Promise<Answer[]>} | null = null;

	const begin = (questions: Question[]): Promise<Answer[]> => {
		// Later callers may have seen a newer state than this batch reads.
		next = null;
		const answers = run(questions);
		const ended = endedOr(answers, PATIENCE_MS);
		underWay = ended;
		void ended.then(() => {
			if (underWay === ended) underWay = null;
		});
		return answers;
	};
	const collect = (before: Promise<unknown>) => {
		const questions: Question[] = [];
		return {questions, answers: before.then(() => begin(questions))};
	};

	return async question => {
		if (!underWay && !next) return (await begin([question]))[0]!;
		next ??= collect(underWay ?? Promise.resolve());
		const place = next.questions.push(question) - 1;
		return (await next.answers)[place]!;
	};
}

/** Returns a function that looks a key up, or returns null; keys of one batch are looked up together by `find`, each once. */
export function openLookups<Found>(find: (keys: string[]) => Promise<ReadonlyMap<string, Found>>): (key: string) => Promise<Found | null> {
	return openBatches(async keys => {
		const found = await find([...new Set(keys)]);
		return keys.map(key => found.get(key) ?? null);
	});
}

/** Resolves as `work` does, or rejects after `ms` with the error that `late` makes. The work itself goes on. */
export async function within<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
	// The commands run on Node 20, which has no Promise.withResolvers.
	let timer: NodeJS.Timeout | undefined;
	const end = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(late()), ms);
	});
	try {
		return await Promise.race([work, end]);
	} finally {
		clearTimeout(timer);
	}
}

/** Resolves once `work` has settled, or after `ms`: for callers that must not wait for a server that may be away. */
export async function endedOr(work: Promise<unknown>, ms: number): Promise<void> {
	await within(Promise.allSettled([work]), ms, () => new Error('late')).catch(() => {});
}

/** Resolves as `work` does, or rejects with the signal's reason as soon as that is aborted. The work itself goes on. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
	signal.throwIfAborted();
	let abort = () => {};
	const aborted = new Promise<never>((_, reject) => {
		abort = () => reject(signal.reason);
	});
	signal.addEventListener('abort', abort, {once: true});
	try {
		return await Promise.race([work, aborted]);
	} finally {
		signal.removeEventListener('abort', abort);
	}
}
