import {effect, type ReadonlySignal, signal} from '@preact/signals';

/** Milliseconds: after which a page that is not drawn, as in a tab that is not seen, goes on; and without a change after which somebody has paused. */
const [UNSEEN_MS, PAUSE_MS] = [100, 150];

/**
 * Follows another signal as soon as what was done is on the screen: for what may come a little later, so that nobody waits for it. Where `goesOn`
 * says that it is more of the same, as one letter after the other, it waits for a pause.
 */
export function afterPaint<T>(
	source: ReadonlySignal<T>,
	goesOn: (before: T, now: T) => boolean,
): {signal: ReadonlySignal<T>; end: () => void} {
	const late = signal(source.peek());
	let frame = 0;
	let [timer, task]: Array<ReturnType<typeof setTimeout> | undefined> = [];
	const stop = () => {
		cancelAnimationFrame(frame);
		clearTimeout(timer);
		clearTimeout(task);
	};
	const follow = () => {
		stop();
		late.value = source.peek();
	};
	const ending = effect(() => {
		const now = source.value;
		if (now === late.peek()) return;
		stop();
		timer = setTimeout(follow, goesOn(late.peek(), now) ? PAUSE_MS : UNSEEN_MS);
		if (goesOn(late.peek(), now)) return;
		// The task behind the frame.
		frame = requestAnimationFrame(() => {
			task = setTimeout(follow);
		});
	});
	return {
		signal: late,
		end: () => {
			ending();
			stop();
		},
	};
}
