import {useEffect, useRef} from 'preact/hooks';
import {m} from '../messages/index.ts';
import {FileText, ImagePlus, LoaderCircle, Plus} from '../shell/icons.ts';
import {Menu} from '../shell/menu.tsx';
import {PICTURE_TYPES} from '../tours/upload.ts';
import type {Session} from './session.ts';
import {StripRow} from './strip-row.tsx';

/** All steps in their order: a list to choose from, and to sort by hand or by keys. */
export function Strip({session, take}: {session: Session; take: (files: File[]) => void}) {
	const {steps} = session.tour.value;
	const list = useRef<HTMLDivElement>(null);
	const input = useRef<HTMLInputElement>(null);
	const chosen = session.chosen.value;
	// Asked before anything is drawn: a row that is drawn anew loses the focus.
	const held = list.current?.contains(document.activeElement) ?? false;
	useEffect(() => {
		const row = list.current?.querySelector<HTMLElement>('[aria-selected=true]');
		row?.scrollIntoView({block: 'nearest', inline: 'nearest'});
		// Whoever goes through the list by keys stays on what is chosen.
		if (row && held) row.focus();
	}, [chosen, steps.length]);
	return (
		<nav class="strip" aria-label={m.edit.strip}>
			<div class="heading">
				<h2>{m.edit.strip}</h2>
				<span class="count">{steps.length}</span>
				{session.uploading.value > 0 && <LoaderCircle size={16} class="turning" aria-label={m.inspector.uploading} />}
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
			{steps.length > 0 && (
				<div class="list" ref={list} role="listbox" aria-label={m.edit.strip} aria-orientation="vertical">
					{steps.map((step, index) => (
						<StripRow
							key={step.id}
							session={session}
							step={step}
							chosen={step.id === chosen}
							scene={step.scene !== null && step.scene !== steps[index - 1]?.scene ? step.scene : null}
						/>
					))}
				</div>
			)}
		</nav>
	);
}
