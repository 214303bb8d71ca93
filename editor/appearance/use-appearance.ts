import {useEffect, useMemo, useState} from 'preact/hooks';
import {useRoute} from 'preact-iso';
import type {Work} from '../saving/history.ts';
import {faultOf, useWork, watchWork} from '../saving/opened.ts';
import {doAgain, takeBack} from '../session/again.tsx';
import {OthersWork, withoutOwn} from '../session/others-work.ts';
import {hear, isWriting, shortcutKey} from '../shell/hands.ts';
import {stepsToShow} from './samples.ts';

type Steps = Awaited<ReturnType<typeof stepsToShow>>;
/** Parts of a tour that these screens need before they can be drawn. */
export type Looked<More> = {work: Work; steps: Steps; more: More};

/** Reads those parts, or returns the reason why they cannot be had. */
export function useLooked<More>(read: () => Promise<More>): {looked: Looked<More> | null; fault: string | null; retry: () => void} {
	const {id} = useRoute().params as {id: string};
	const {work, fault, retry} = useWork(id);
	const [looked, setLooked] = useState<Looked<More> | null>(null);
	const [wrong, setWrong] = useState<unknown>(null);
	const [round, setRound] = useState(0);
	useEffect(() => {
		setWrong(null);
		if (!work) return setLooked(null);
		Promise.all([stepsToShow(work.outbox.tour.peek(), location.hash.slice(1)), read()]).then(
			([steps, more]) => setLooked({work, steps, more}),
			setWrong,
		);
	}, [work, round]);
	const again = () => {
		if (work) setRound(round + 1);
		else retry();
	};
	return {looked: looked?.work === work ? looked : null, fault: fault ?? (wrong === null ? null : faultOf(wrong)), retry: again};
}

/** Keys, what others do, and the moments at which what waits is sent. Returns what says who has changed what. */
export function useWatched(work: Work): OthersWork {
	const others = useMemo(() => new OthersWork(), []);
	useEffect(() => {
		work.seen = seen => others.seen(withoutOwn(seen), work.outbox.tour.peek());
		const unwatch = watchWork(work, news => {
			others.by = news.by;
		});
		work.outbox.takeUp();
		const deaf = hear({keydown: event => press(event, work)});
		return () => {
			deaf();
			unwatch();
		};
	}, []);
	return others;
}

function press(event: KeyboardEvent, work: Work): void {
	if (!(event.ctrlKey || event.metaKey) || document.querySelector('dialog[open]')) return;
	const key = shortcutKey(event);
	if (key === 's') work.outbox.flush();
	// What is typed has an undo of its own.
	else if (isWriting(event)) return;
	else if (key === 'z' && !event.shiftKey) takeBack(work);
	else if (key === 'y' || (key === 'z' && event.shiftKey)) doAgain(work);
	else return;
	event.preventDefault();
}
