import {useEffect, useState} from 'preact/hooks';
import {m} from '../messages/index.ts';
import type {Work} from '../saving/history.ts';
import {TriangleAlert} from '../shell/icons.ts';
import {SaveLine} from '../shell/save-line.tsx';

type Props = {
	work: Work;
	/** The uploads of pictures. */
	progress?: {sent: number; all: number} | null;
	resolve: () => void;
};

/** Shows if all work is stored; true at every moment. */
export function SaveState({work, progress = null, resolve}: Props) {
	const {outbox, unfinished} = work;
	const {kind, why, again} = outbox.state.value;
	const seconds = useSecondsUntil(kind === 'failed' ? again : undefined);
	const conflicts = outbox.conflicts.value.length;
	const tourId = outbox.tour.peek().id;
	if (conflicts > 0)
		return (
			<button type="button" class="save warn" data-state={kind} onClick={resolve}>
				<TriangleAlert size={16} />
				<span>{m.save.conflicts(conflicts)}</span>
				<b>{m.save.resolve}</b>
			</button>
		);
	// A picture that is on its way is not stored.
	if (progress && (kind === 'saved' || kind === 'unsaved' || kind === 'saving'))
		return <SaveLine tourId={tourId} kind="saving" label={m.tours.making(progress.sent, progress.all)} flush={() => outbox.flush()} />;
	if (kind === 'saved' && Object.keys(unfinished.value).length > 0)
		return <SaveLine tourId={tourId} kind="faulty" label={m.together.faulty} flush={() => {}} />;
	return (
		<SaveLine tourId={tourId} kind={kind} label={m.save[kind]} why={why} flush={() => outbox.flush()}>
			{seconds > 1 && <span class="again">{m.together.again(seconds)}</span>}
		</SaveLine>
	);
}

/** Returns the seconds until then, counting down; 0 without a time, or once it is over. */
function useSecondsUntil(time = 0): number {
	const [now, setNow] = useState(Date.now);
	useEffect(() => {
		if (!time) return;
		setNow(Date.now());
		const timer = setInterval(() => setNow(Date.now()), 1000);
		return () => clearInterval(timer);
	}, [time]);
	return Math.max(0, Math.ceil((time - now) / 1000));
}
