import type {VNode} from 'preact';
import {useEffect, useRef} from 'preact/hooks';
import {pathEntryWords as pathWords} from '../../shared/locales/en/editor/edit.ts';
import {m} from '../messages/index.ts';
import {useUnreached} from '../paths/entry.tsx';
import type {Session} from '../session/session.ts';
import {FileText, ImagePlus, Plus} from '../shell/icons.ts';
import {useKept} from '../shell/kept.ts';
import {Menu} from '../shell/menu.tsx';
import {PICTURE_TYPES} from '../tours/upload.ts';
import {StripRow} from './strip-row.tsx';

/** All steps in their order: a list to choose from, and to sort by hand or by keys. */
export function Strip({session, take}: {session: Session; take: (files: File[]) => void}) {
	const list = useRef<HTMLDivElement>(null);
	const input = useRef<HTMLInputElement>(null);
	const chosen = session.chosen.value;
	const picking = session.picking.value;
	const rows = useRows(session);
	// Asked before anything is drawn: a row that is redrawn loses the focus.
	const held = list.current?.contains(document.activeElement) ?? false;
	useEffect(() => {
		const row = list.current?.querySelector<HTMLElement>('.row.shown');
		row?.scrollIntoView({block: 'nearest', inline: 'nearest'});
		// The focus of the keyboard stays on the chosen row, unless it has gone elsewhere since.
		const {activeElement, body} = document;
		if (row && held && (activeElement === body || list.current!.contains(activeElement))) row.focus();
	}, [chosen, rows.length]);
	return (
		<nav class={picking ? 'strip picking' : 'strip'} aria-label={m.edit.strip}>
			{picking && (
				<p class="picks" role="status">
					{pathWords.pick(picking.label)}
				</p>
			)}
			<div class="heading">
				<h2>{m.edit.strip}</h2>
				<span class="count">{rows.length}</span>
				<Menu
					label={m.edit.addStep}
					icon={<Plus size={18} />}
					items={[
						{label: m.edit.addPictures, icon: <ImagePlus size={16} />, run: () => input.current!.click()},
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
				<div class="list" ref={list} role="listbox" aria-label={m.edit.strip} aria-orientation="vertical" aria-multiselectable="true">
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
 * Returns a row for each step: the former element if nothing in it changed, which Preact then skips, so that a letter that is typed draws
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
