import type {Edge} from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import {effect} from '@preact/signals';
import type {VNode} from 'preact';
import {useEffect, useRef, useState} from 'preact/hooks';
import type {Step} from '../../shared/contract/step.ts';
import {shownTexts} from '../../shared/contract/step-fields.ts';
import {pathEntryWords as pathWords} from '../../shared/locales/en/editor/edit.ts';
import {AiMarks} from '../ai/entry.tsx';
import {m} from '../messages/index.ts';
import {useUnreached} from '../paths/entry.tsx';
import type {Session} from '../session/session.ts';
import {FileText, ImageOff, ImagePlus, Plus, TriangleAlert} from '../shell/icons.ts';
import {useKept} from '../shell/kept.ts';
import {lazyPart} from '../shell/later.tsx';
import {Menu} from '../shell/menu.tsx';
import {isTiny} from '../stage/shape.ts';
import {PICTURE_TYPES} from '../tours/upload.ts';

/** Loaded once a pointer comes to the list: without one, steps are moved by keys. */
const sorting = lazyPart(() => import('./sorting.ts'));

type Props = {
	session: Session;
	step: Step;
	/** True for the step on show; `selected`: it is chosen, alone or with others. */
	shown: boolean;
	selected: boolean;
	/** Title above the step with which a scene begins. */
	scene: string | null;
	/** Another person who has changed it, until it is looked at. */
	changedBy: string | null;
	/** Fault of the ways that lead to it. */
	fault: string | null;
};

/** All steps in their order: a list to choose from, and to sort by hand or by keys. */
export function Strip({session, take}: {session: Session; take: (files: File[]) => void}) {
	const strip = useRef<HTMLElement>(null);
	const list = useRef<HTMLDivElement>(null);
	const input = useRef<HTMLInputElement>(null);
	const chosen = session.chosen.value;
	const picking = session.picking.value;
	const rows = useRows(session);
	const at = session.tourSeen.value.steps.findIndex(({id}) => id === chosen) + 1;
	// Asked before anything is drawn: a row that is redrawn loses the focus.
	const held = list.current?.contains(document.activeElement) ?? false;
	const emptied = useRef(false);
	useEffect(() => {
		const row = list.current?.querySelector<HTMLElement>('.row.shown');
		row?.scrollIntoView({block: 'nearest', inline: 'nearest'});
		// The focus of the keyboard stays on the chosen row, unless it has gone elsewhere since.
		const {activeElement, body} = document;
		if (row && (held || emptied.current) && (activeElement === body || strip.current!.contains(activeElement))) row.focus();
		// Undo brings the rows back: who deleted them all is among them again.
		emptied.current = !row && (held || emptied.current);
	}, [chosen, at, rows.length]);
	return (
		<nav ref={strip} class={picking ? 'strip picking' : 'strip'} aria-label={m.edit.strip} onPointerEnter={sorting.load}>
			{picking && (
				<div class="picks">
					<span role="status">{pathWords.pick(picking.label)}</span>
					<button type="button" class="button" onClick={() => session.leave()}>
						{m.cancel}
					</button>
				</div>
			)}
			<div class="heading">
				<h2>{m.edit.strip}</h2>
				<span class="count">{rows.length}</span>
				<Menu
					label={m.edit.addStep}
					icon={<Plus size={18} />}
					items={[
						{
							label: m.edit.addPictures,
							icon: <ImagePlus size={16} />,
							hint: at > 0 ? m.together.goBehind(at) : undefined,
							run: () => input.current!.click(),
						},
						{label: m.edit.addSlide, icon: <FileText size={16} />, run: () => session.add({type: 'slide'})},
					]}
				/>
				<input
					ref={input}
					type="file"
					accept={PICTURE_TYPES}
					multiple
					hidden
					onChange={event => {
						take([...event.currentTarget.files!]);
						event.currentTarget.value = '';
					}}
				/>
			</div>
			<Sending session={session} />
			{rows.length > 0 && (
				<div class="list" ref={list} role="listbox" aria-label={m.edit.strip} aria-multiselectable="true">
					{rows}
				</div>
			)}
		</nav>
	);
}

/** Shows the progress of pictures on their way. */
function Sending({session}: {session: Session}) {
	const {shares, progress} = session.pictures;
	if (!progress.value) return null;
	const {sent, all} = progress.value;
	return (
		<label class="sending">
			{m.tours.making(sent, all)}
			<progress value={[...shares.value.values()].reduce((sum, share) => sum + share, 0)} max={all} />
		</label>
	);
}

/**
 * Returns a row for each step: the former element if nothing in it changed, which Preact then skips, so that a typed letter redraws only
 * one row of 500.
 */
function useRows(session: Session): VNode[] {
	const kept = useKept();
	const {steps, chapters = []} = session.tourSeen.value;
	const titles = new Map(chapters.map(({scene, title}) => [scene, title]));
	const sceneName = (scene: number) => titles.get(scene) ?? `${m.fields.scene} ${scene}`;
	const shown = session.chosen.value;
	const selected = new Set(session.selection.all.value);
	const marks = session.others.marks.value;
	const unreached = useUnreached(steps);
	return steps.map((step, index) => {
		const scene = step.scene !== null && step.scene !== steps[index - 1]?.scene ? sceneName(step.scene) : null;
		const isShown = step.id === shown;
		const isSelected = selected.has(step.id);
		const changedBy = marks.get(step.id) ?? null;
		const fault = unreached?.get(step.id) ?? null;
		return kept(step.id, [step, isShown, isSelected, scene, changedBy, fault], () => (
			<StripRow key={step.id} {...{session, step, scene, changedBy, fault}} shown={isShown} selected={isSelected} />
		));
	});
}

/** One step of the strip. */
function StripRow({session, step, shown, selected, scene, changedBy, fault}: Props) {
	const row = useRef<HTMLDivElement>(null);
	const edge = useSorting(row, session, step.id);
	const [words] = shownTexts(step);
	const label = words ?? m.edit.emptyLabel;
	const faults = [fault ?? [], faultsOf(step, shown)].flat();
	return (
		<>
			{scene !== null && (
				<div class="scene" role="presentation">
					{scene}
				</div>
			)}
			{/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the whole list are those of the page. */}
			<div
				ref={row}
				role="option"
				class={['row', edge && `edge-${edge}`, shown && 'shown'].filter(Boolean).join(' ')}
				tabIndex={shown ? 0 : -1}
				aria-selected={selected}
				title={`${step.position + 1}. ${label}`}
				onClick={event => choose(event, session, step.id)}
			>
				<span class="number">{step.position + 1}</span>
				<Thumbnail step={step} />
				<span class={words ? 'label' : 'label faint'}>{label}</span>
				{changedBy && (
					<span class="news" title={m.together.changed(changedBy)}>
						<span class="unseen">, {m.together.changed(changedBy)}</span>
					</span>
				)}
				{faults.length > 0 && (
					<span class="mark" title={faults.join(', ')}>
						<TriangleAlert size={14} />
						<span class="unseen">, {faults.join(', ')}</span>
					</span>
				)}
				<AiMarks session={session} step={step} />
			</div>
		</>
	);
}

/** Chooses the step alone; with Ctrl adds it, with Shift all steps up to it. */
function choose({ctrlKey, metaKey, shiftKey}: MouseEvent, session: Session, id: string): void {
	const {selection, outbox} = session;
	if (session.picking.peek()) session.picked(id);
	else if (shiftKey) selection.to(id);
	else if (ctrlKey || metaKey) selection.toggle(id);
	else selection.only(id);
	outbox.flush();
}

function Thumbnail({step: {type, image}}: {step: Step}) {
	if (type === 'slide')
		return (
			<span class="thumb">
				<FileText size={18} />
			</span>
		);
	return (
		<span class="thumb">
			{image ? <img src={image.thumbnailUrl} alt="" loading="lazy" decoding="async" draggable={false} /> : <ImageOff size={18} />}
		</span>
	);
}

/** Returns what a step lacks. An image description counts only once the step has words and its author has left it. */
function faultsOf(step: Step, shown: boolean): string[] {
	const {type, image, alt, altDecorative} = step;
	if (type === 'slide') return [];
	if (!image) return [m.edit.withoutPicture];
	const begun = !shown && shownTexts(step).length > 0;
	return [isTiny(image) && m.together.tiny, begun && !alt && !altDecorative && m.edit.withoutAlt].filter(fault => fault !== false);
}

/** Lets the row be dragged to another place; returns the edge at which what is dragged over it would go. */
function useSorting(row: {current: HTMLDivElement | null}, session: Session, id: string): Edge | null {
	const [edge, setEdge] = useState<Edge | null>(null);
	useEffect(() => effect(() => sorting.part.value?.makeSortable(row.current!, {session, id, setEdge})), [id]);
	return edge;
}
