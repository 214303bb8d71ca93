/** What `work` resolves to, or after `ms` a rejection with what `late` makes. The work itself goes on. */
export async function within<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
	const {promise, reject} = Promise.withResolvers<never>();
	const timer = setTimeout(() => reject(late()), ms);
	try {
		return await Promise.race([work, promise]);
	} finally {
		clearTimeout(timer);
	}
}

/** Resolves once `work` has ended, in whatever way, or after `ms`: for an end that must not wait for what may be away. */
export async function endedOr(work: Promise<unknown>, ms: number): Promise<void> {
	await within(Promise.allSettled([work]), ms, () => new Error('late')).catch(() => {});
}
