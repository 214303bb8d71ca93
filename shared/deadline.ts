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

/** Resolves once `work` has ended, in whatever way, or after `ms`: for an end that must not wait for what may be away. */
export async function endedOr(work: Promise<unknown>, ms: number): Promise<void> {
	await within(Promise.allSettled([work]), ms, () => new Error('late')).catch(() => {});
}
