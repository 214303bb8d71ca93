/** Shares of what is tried by the hundred: in `npm test`, and all. */
const SHARES = {part: 1 / 4, whole: 1};
type Extent = keyof typeof SHARES;
const TODAY = Math.floor(Date.now() / 86_400_000);

/** TEST_EXTENT says it; `part` where it does not. */
function extent(): Extent {
	const asked = process.env.TEST_EXTENT || 'part';
	if (Object.hasOwn(SHARES, asked)) return asked as Extent;
	throw new Error(`TEST_EXTENT is one of ${Object.keys(SHARES).join(', ')}; "${asked}" is none of them.`);
}

/** Returns this run's share, evenly out of each kind, one at least; `from` moves the place where it begins, and each day does, so that a few days try all. */
export function shareOf<T>(
	all: readonly T[],
	kindOf: (each: T) => string,
	{from = 0, of = extent(), day = TODAY}: {from?: number; of?: Extent; day?: number} = {},
): T[] {
	const every = 1 / SHARES[of];
	const kinds = Map.groupBy(all, kindOf);
	const firsts = new Map([...kinds.entries()].map(([kind, {length}], index) => [kind, ((index + from + day) % every) % length]));
	const met = new Map<string, number>();
	return all.filter(each => {
		const kind = kindOf(each);
		const place = met.get(kind) ?? 0;
		met.set(kind, place + 1);
		return place % every === firsts.get(kind);
	});
}
