import {type Signal, useSignalEffect} from '@preact/signals';
import {useEffect, useRef, useState} from 'preact/hooks';
import {words} from '../../shared/locales/en/editor/appearance.ts';
import type {Device} from '../session/view.ts';
import {DeviceChoice} from '../stage/device-choice.tsx';
import {useRoom, windowIn} from '../stage/room.ts';
import {type Look, LookFrame, type Part} from './frame.ts';

type Props = {
	part: Signal<Part>;
	parts: Part[];
	device: Signal<Device>;
	/** Returns the current look; called again whenever a signal that it reads changes. */
	look: () => Look;
	/** True if visitors do not see that part. */
	isOff: (part: Part) => boolean;
};

/** Shows unsaved changes as visitors will see them. */
export function LookPanel({part, parts, device, look, isOff}: Props) {
	const room = useRef<HTMLDivElement>(null);
	const size = useRoom(room);
	const {width, height, scale} = windowIn(size, device.value);
	const frame = useRef<HTMLIFrameElement>(null);
	const drawn = useRef<LookFrame | null>(null);
	const [ready, setReady] = useState(0);
	const show = () => {
		const now = look();
		drawn.current?.show(now);
	};
	useSignalEffect(show);
	useEffect(show, [ready]);
	return (
		<section class="looked" aria-label={words.shown}>
			<div class="lookbar">
				{parts.length > 1 && <PartTabs label={words.shown} part={part} parts={parts} />}
				{isOff(part.value) && <span class="pill">{words.isOff}</span>}
				<DeviceChoice device={device.value} choose={chosen => (device.value = chosen)} />
			</div>
			<div class="room" ref={room}>
				{size.width > 0 && (
					<div class={`window ${device.value}`} style={{width: `${width * scale}px`, height: `${height * scale}px`}}>
						<iframe
							ref={frame}
							src="/app/stage"
							title={`${words.shown}: ${words[part.value]}`}
							onLoad={() => {
								drawn.current = new LookFrame(frame.current!);
								setReady(count => count + 1);
							}}
							style={{width: `${width}px`, height: `${height}px`, transform: `scale(${scale})`}}
						/>
					</div>
				)}
			</div>
		</section>
	);
}

type TabsProps = Pick<Props, 'part' | 'parts'> & {
	label: string;
	/** The id of what the tabs show, which is named by `tab-` and the part. */
	panel?: string;
};

/** Chooses a part; arrows go from one to the next, as people expect of tabs. */
export function PartTabs({label, part, parts, panel}: TabsProps) {
	return (
		<div class="tabs" role="tablist" aria-label={label}>
			{parts.map((name, index) => (
				<button
					key={name}
					id={panel && `tab-${name}`}
					type="button"
					role="tab"
					aria-selected={part.value === name}
					aria-controls={panel}
					tabIndex={part.value === name ? 0 : -1}
					onClick={() => (part.value = name)}
					onKeyDown={event => {
						const by = {ArrowRight: 1, ArrowLeft: -1}[event.key];
						if (!by) return;
						event.preventDefault();
						const next = (index + by + parts.length) % parts.length;
						part.value = parts[next]!;
						(event.currentTarget.parentElement!.children[next] as HTMLElement).focus();
					}}
				>
					{words[name]}
				</button>
			))}
		</div>
	);
}
