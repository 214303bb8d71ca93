/** How far a movement has come: CSS `ease`, cubic-bezier(0.25, 0.1, 0.25, 1), which is how the page's camera moves. `share` of its time, 0..1. */
export function eased(share: number): number {
	if (share <= 0) return 0;
	if (share >= 1) return 1;
	let [low, high] = [0, 1];
	// Twenty halvings: a millionth.
	for (let round = 0; round < 20; round++) {
		const middle = (low + high) / 2;
		if (bezier(middle, 0.25, 0.25) < share) low = middle;
		else high = middle;
	}
	return bezier((low + high) / 2, 0.1, 1);
}

function bezier(at: number, one: number, two: number): number {
	const rest = 1 - at;
	return 3 * rest * rest * at * one + 3 * rest * at * at * two + at ** 3;
}
