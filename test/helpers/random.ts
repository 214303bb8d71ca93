export type Random = ReturnType<typeof seededRandom>;

/** Numbers that look random and are the same in every run (mulberry32), so that a failure can be seen again. */
export function seededRandom(seed: number) {
	let state = seed;
	const next = () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
	return {
		/** 0 <= number < 1 */
		next,
		/** 0 <= whole number < `end` */
		below: (end: number) => Math.floor(next() * end),
		pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!,
		shuffle: <T>(list: readonly T[]): T[] =>
			list
				.map(item => ({item, at: next()}))
				.sort((a, b) => a.at - b.at)
				.map(({item}) => item),
	};
}
