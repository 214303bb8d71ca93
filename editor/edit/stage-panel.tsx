import {type Signal, useSignalEffect} from '@preact/signals';
import {useEffect, useRef, useState} from 'preact/hooks';
import {viewWords} from '../../shared/locales/en/editor/edit.ts';
import {m} from '../messages/index.ts';
import {paths} from '../paths/entry.tsx';
import type {HotspotLayer} from '../paths/part.ts';
import type {AreaLayer} from '../redact/area-layer.ts';
import {RedactTool} from '../redact/redact-tool.tsx';
import type {Session} from '../session/session.ts';
import {LEVELS, type Tool} from '../session/view.ts';
import {ImagePlus, LoaderCircle, MousePointer2, MousePointerClick, SquareDashedMousePointer, Trash2} from '../shell/icons.ts';
import {useRoom, useSight, windowIn} from '../stage/room.ts';
import {Stage} from '../stage/stage.ts';
import {PictureChooser} from '../tours/picture-chooser.tsx';

/** Chooses the scale of the stage; null to fit its room. */
function ZoomChoice({zoom}: {zoom: Signal<number | null>}) {
	return (
		<label class="zoom" title={`${viewWords.zoom} (0, +, −)`}>
			<span class="unseen">{viewWords.zoom}</span>
			<select value={zoom.value ?? ''} onChange={event => (zoom.value = Number(event.currentTarget.value) || null)}>
				<option value="">{viewWords.fit}</option>
				{LEVELS.map(level => (
					<option key={level} value={level}>
						{level * 100} %
					</option>
				))}
			</select>
		</label>
	);
}

type Props = {
	session: Session;
	stage: {current: Stage | null};
	take: (files: File[]) => void;
};

/** The step as visitors see it, with tools to mark what matters in it. */
export function StagePanel({session, stage, take}: Props) {
	const kind = session.stepKind.value;
	const room = useRef<HTMLDivElement>(null);
	const size = useRoom(room);
	const zoom = session.zoom.value;
	const {width, height, scale} = windowIn(size, session.device.value, zoom ?? undefined);
	session.scale = scale;
	useSight(room, scale);
	return (
		<main class="stage" aria-label={m.edit.stage}>
			<Tools session={session} />
			<div class={zoom ? 'room zoomed' : 'room'} ref={room} tabIndex={zoom ? 0 : undefined}>
				{kind && size.width > 0 && (
					<div class={`window ${session.device.value}`} style={{width: `${width * scale}px`, height: `${height * scale}px`}}>
						<Frame session={session} stage={stage} scale={scale} width={width} height={height} />
						{kind === 'blank' && (
							<div class="missing">
								<ImagePlus size={32} strokeWidth={1.5} />
								<strong>{m.edit.noPicture}</strong>
								<PictureChooser take={files => session.replacePicture(session.chosen.peek()!, files[0]!)} class="button primary" single>
									{m.inspector.choose}
								</PictureChooser>
							</div>
						)}
					</div>
				)}
				{!kind && session.pictures.progress.value && (
					<div class="missing none" role="status">
						<LoaderCircle size={40} strokeWidth={1.5} class="turning" />
						<strong>{m.tours.making(session.pictures.progress.value.sent, session.pictures.progress.value.all)}</strong>
					</div>
				)}
				{!kind && !session.pictures.progress.value && (
					<div class="missing none">
						<ImagePlus size={40} strokeWidth={1.5} />
						<strong>{m.edit.noSteps}</strong>
						<p class="by-mouse">{m.edit.noStepsHint}</p>
						<PictureChooser take={take} class="button primary">
							{m.edit.addPictures}
						</PictureChooser>
						<button type="button" class="button" onClick={() => session.add({type: 'slide'})}>
							{m.edit.addSlide}
						</button>
					</div>
				)}
			</div>
		</main>
	);
}

type Layers = {areas: AreaLayer; hotspots: HotspotLayer};
type FrameProps = Pick<Props, 'session' | 'stage'> & {scale: number; width: number; height: number};

function Frame({session, stage, scale, width, height}: FrameProps) {
	const frame = useRef<HTMLIFrameElement>(null);
	const layers = useRef<Layers | null>(null);
	const [ready, setReady] = useState(0);
	const open = () => {
		stage.current = new Stage(frame.current!, {
			now: () => session.view.peek(),
			mark: marks => session.step.value && session.edit(session.step.value.id, marks),
			write: words => session.step.value && session.edit(session.step.value.id, words),
			go: by => session.go(by),
			leave: () => frame.current?.ownerDocument.querySelector<HTMLElement>('.strip .row.shown')?.focus(),
		});
		layers.current = null;
		setReady(count => count + 1);
	};
	const show = () => {
		const view = session.viewSeen.value;
		const part = paths.part.value;
		// Read so that they are followed.
		for (const followed of [session.redaction.areas, session.heldHotspot]) followed.value;
		if (!stage.current || !view) return;
		stage.current.show(view, scale);
		const needsLayers = view.tool === 'redact' || view.tool === 'hotspot' || view.step.actions?.hotspots;
		if (!part && needsLayers) paths.load();
		if (!part || (!layers.current && !needsLayers)) return;
		layers.current ??= {
			areas: new part.AreaLayer(frame.current!, session.redaction),
			hotspots: new part.HotspotLayer(frame.current!, session),
		};
		layers.current.areas.show(view.step, view.tool === 'redact');
		layers.current.hotspots.show();
	};
	useSignalEffect(show);
	useEffect(show, [ready, scale]);
	useEffect(() => {
		return () => {
			stage.current = null;
		};
	}, []);
	return (
		<iframe
			ref={frame}
			src="/app/stage"
			title={m.edit.stage}
			onLoad={open}
			style={{width: `${width}px`, height: `${height}px`, transform: `scale(${scale})`}}
		/>
	);
}

/** Shows one row of fixed height, so that the picture does not move under an aiming pointer. */
function Tools({session}: {session: Session}) {
	const redacts = session.tool.value === 'redact';
	const part = paths.part.value;
	const kind = session.stepKind.value;
	const pictured = kind === 'plain' || kind === 'marked';
	const tool = (name: Exclude<Tool, 'redact' | 'hotspot'>, Icon: typeof MousePointer2, key = '') => (
		<button
			type="button"
			class="tool"
			aria-pressed={session.tool.value === name}
			disabled={!pictured}
			title={key ? `${m.edit[name]} (${key})` : m.edit[name]}
			onClick={() => (session.tool.value = name)}
		>
			<Icon size={16} />
			<span>{m.edit[name]}</span>
		</button>
	);
	return (
		<div class="tools" role="toolbar" aria-label={m.edit.tools}>
			{!redacts && (
				<>
					{tool('select', MousePointer2)}
					{tool('highlight', SquareDashedMousePointer, 'H')}
					{tool('click', MousePointerClick, 'C')}
				</>
			)}
			<RedactTool session={session} />
			{redacts && part && <part.RedactBar session={session} />}
			{kind === 'marked' && !redacts && (
				<button
					type="button"
					class="tool"
					title={m.edit.removeHighlight}
					aria-label={m.edit.removeHighlight}
					onClick={() => session.edit(session.chosen.peek()!, {highlight: null, click: null})}
				>
					<Trash2 size={16} />
				</button>
			)}
			{kind === 'plain' && !redacts && <span class="hint">{m.edit.drawHint}</span>}
			<ZoomChoice zoom={session.zoom} />
		</div>
	);
}
