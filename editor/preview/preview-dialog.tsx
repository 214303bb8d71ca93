import {useEffect, useLayoutEffect, useRef, useState} from 'preact/hooks';
import type {Snapshot, SnapshotNarration} from '../../shared/contract/snapshot.ts';
import type {Step} from '../../shared/contract/step.ts';
import type {Tour} from '../../shared/contract/tour.ts';
import {previewWords as words} from '../../shared/locales/en/editor/edit.ts';
import {hasBrowserBar} from '../../shared/tour/browser-bar.ts';
import {pageLanguage} from '../../shared/tour/document/document.ts';
import {m} from '../messages/index.ts';
import type {Device} from '../session/view.ts';
import {useModal} from '../shell/dialog.tsx';
import {joinHands} from '../shell/hands.ts';
import {RotateCcw, X} from '../shell/icons.ts';
import {IconButton} from '../shell/menu.tsx';
import {closeOnBack} from '../shell/on-back.ts';
import {asSnapshot} from '../stage/as-snapshot.ts';
import {DeviceChoice} from '../stage/device-choice.tsx';
import {useRoom, windowIn} from '../stage/room.ts';

type Props = {
	tour: Tour;
	/** Id of the step it begins with; null for the very beginning, with the opening form. */
	from: string | null;
	device: Device;
	/** Gets the step that was looked at last. */
	close: (step: string | null) => void;
};

/** Plays the whole tour in the player, in a frame that can send nothing. Escape closes it, from any focus. */
export function PreviewDialog({tour, from, device: first, close}: Props) {
	const last = useRef(from);
	const {dialog, closed: end} = useModal(() => close(last.current));
	const [device, setDevice] = useState(first);
	const [start, setStart] = useState({from, round: 0});
	useLayoutEffect(() => {
		// The player tells the page around it what it shows.
		const hear = ({data, origin}: MessageEvent) => {
			if (origin === location.origin && data?.source === 'roteiro' && data.type === 'step') last.current = data.step;
		};
		addEventListener('message', hear);
		const stay = closeOnBack(end);
		return () => {
			removeEventListener('message', hear);
			stay();
		};
	}, []);
	return (
		<dialog ref={dialog} class="playing" aria-label={words.title} onClose={end}>
			<div class="bar">
				<h2>{words.title}</h2>
				<p class="hint">{words.hint}</p>
				<button type="button" class="button" onClick={() => setStart(({round}) => ({from: null, round: round + 1}))}>
					<RotateCcw size={16} />
					{words.restart}
				</button>
				<DeviceChoice device={device} choose={setDevice} />
				<IconButton label={m.close} press={end}>
					<X size={18} />
				</IconButton>
			</div>
			{tour.steps.length === 0 ? (
				<p class="nothing">{words.empty}</p>
			) : (
				<Player key={`${device} ${start.round}`} tour={tour} from={start.from} device={device} end={end} />
			)}
		</dialog>
	);
}

type PlayerProps = {tour: Tour; from: string | null; device: Device; end: () => void};

function Player({tour, from, device, end}: PlayerProps) {
	const room = useRef<HTMLDivElement>(null);
	const {width, height, scale} = windowIn(useRoom(room), device);
	const frame = useRef<HTMLIFrameElement>(null);
	const index = tour.steps.findIndex(({id}) => id === from);
	// A start in the middle is past the form.
	const [snapshot] = useState(() => {
		const whole = snapshotOf(tour);
		return index > 0 ? {...whole, leadCapture: {...whole.leadCapture, enabled: false}} : whole;
	});
	useEffect(() => {
		const element = frame.current! as HTMLIFrameElement & {snapshot?: Snapshot};
		element.snapshot = snapshot;
		element.src = `/app/preview${index > 0 ? `#s${index + 1}` : ''}`;
	}, []);
	const listen = () => {
		const inside = frame.current?.contentWindow;
		if (inside) joinHands(inside);
		inside?.addEventListener('keydown', event => event.key === 'Escape' && end(), {capture: true});
		inside?.focus();
	};
	return (
		<div class="room" ref={room}>
			<div class={`window ${device}`} style={{width: `${width * scale}px`, height: `${height * scale}px`}}>
				<iframe
					ref={frame}
					title={words.title}
					allow="fullscreen"
					onLoad={listen}
					style={{width: `${width}px`, height: `${height}px`, transform: `scale(${scale})`}}
				/>
			</div>
		</div>
	);
}

/** Returns the tour as its page would show it now: each picture in one size. */
function snapshotOf(tour: Tour): Snapshot {
	const {name, narrationSettings, theme, leadCapture, endCta, chapters, steps} = tour;
	const order = Object.keys(endCta);
	const linkFirst = endCta.link && endCta.whatsapp && order.indexOf('link') < order.indexOf('whatsapp');
	return {
		title: name,
		language: pageLanguage(narrationSettings),
		theme,
		leadCapture,
		endCta: {...endCta, ...(linkFirst && {linkFirst})},
		...(hasBrowserBar(tour) && {browserBar: true}),
		...(chapters && {chapters}),
		steps: steps.map(step => ({...asSnapshot(step), narrations: narrationsOf(step)})),
	};
}

function narrationsOf({narration, narrations}: Step): SnapshotNarration[] {
	return [narration ?? [], narrations].flat().map(one => ({...one, file: one.url}));
}
