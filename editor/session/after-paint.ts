import {effect, type ReadonlySignal, signal} from '@preact/signals';

/** Milliseconds: after which a page that is not drawn, as in a tab that is not seen, goes on; and without a change after which somebody has paused. */
const [UNSEEN_MS, PAUSE_MS] = [100, 300];

/** The moment to wait for: the frame that shows the change, a pause in changes of one kind, or nothing. */
export type Wait = 'paint' | 'pause' | 'nothing';

/**
 * Follows another signal once its change is on the screen, for parts that may come a little later; `waitFor` tells if a change may wait.
 * While it waits for a frame, later changes join.
 */
export function afterPaint<T>(
	source: ReadonlySignal<T>,
	waitFor: (before: T, now: T) => Wait,
): {signal: ReadonlySignal<T>; end: () => void} {
	const late = signal(source.peek());
	let frame = 0;
	let until = 0;
	let timer: ReturnType<typeof setTimeout> | undefined;
	const stop = () => {
		cancelAnimationFrame(frame);
		frame = 0;
		clearTimeout(timer);
		timer = undefined;
	};
	const follow = () => {
		stop();
		late.value = source.peek();
	};
	const wake = () => {
		const left = until - performance.now();
		if (left > 0) timer = setTimeout(wake, left);
		else follow();
	};
	const ending = effect(() => {
		const now = source.value;
		if (now === late.peek()) return;
		const wait = waitFor(late.peek(), now);
		if (wait === 'nothing') return follow();
		const isForPaint = wait === 'paint';
		// Each letter moves the end alone. A new timer for each would take longer than all else here.
		until = performance.now() + (isForPaint ? UNSEEN_MS : PAUSE_MS);
		if (timer && isForPaint === frame > 0) return;
		stop();
		wake();
		if (!isForPaint) return;
		// The task behind the frame.
		frame = requestAnimationFrame(() => {
			clearTimeout(timer);
			timer = setTimeout(follow);
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
