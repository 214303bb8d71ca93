import {type ReadonlySignal, useComputed} from '@preact/signals';
import type {ComponentChildren} from 'preact';
import {m} from '../messages/index.ts';
import type {Change} from '../saving/change.ts';
import type {Deed} from '../saving/history.ts';
import type {Work} from '../saving/work.ts';
import {Redo2, Undo2} from '../shell/icons.ts';
import {say} from '../shell/toast.tsx';
import {aboutDeed} from './about-deed.ts';

/** Takes back what was done last; pictures that have come are not taken away before somebody says so. `then` hears what was done for it. */
export function takeBack(work: Work, then: (changes: Change[]) => void = () => {}): void {
	const deed = work.history.last.value;
	const run = () => work.history.last.value === deed && then(work.undo());
	if (!deed?.arrival) run();
	else say(m.deeds.undoPictures(deed.changes.length), {label: m.undo, run}, 'undo');
}

type Props = {work: Work; undo?: () => void; redo?: () => void};

/** Shows undo and redo, each with its subject. */
export function Again({work, undo = () => takeBack(work), redo = () => work.redo()}: Props) {
	const {last, next} = work.history;
	return (
		<span class="group">
			<DeedButton label={m.undo} deed={last} press={undo}>
				<Undo2 size={18} />
			</DeedButton>
			<DeedButton label={m.redo} deed={next} press={redo}>
				<Redo2 size={18} />
			</DeedButton>
		</span>
	);
}

type ButtonProps = {label: string; deed: ReadonlySignal<Deed | null>; press: () => void; children: ComponentChildren};

function DeedButton({label, deed, press, children}: ButtonProps) {
	// In words, which stay while somebody types: each letter is another deed.
	const title = useComputed(() => (deed.value ? `${label}: ${aboutDeed(deed.value)}` : label)).value;
	return (
		<button type="button" class="icon" aria-label={label} title={title} disabled={title === label} onClick={press}>
			{children}
		</button>
	);
}
