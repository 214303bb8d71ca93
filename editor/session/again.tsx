import {effect, type ReadonlySignal, useComputed} from '@preact/signals';
import type {ComponentChildren} from 'preact';
import type {Setting} from '../../shared/contract/edit.ts';
import {m} from '../messages/index.ts';
import {type Change, isWords} from '../saving/change.ts';
import type {Deed, Work} from '../saving/history.ts';
import {Redo2, Undo2} from '../shell/icons.ts';
import {IconButton} from '../shell/menu.tsx';
import {say, tell} from '../shell/toast.tsx';

/** Undoes the last deed; before it removes pictures it asks. `then` gets what was done. */
export function takeBack(work: Work, then: (changes: Change[]) => void = () => {}): void {
	const deed = work.history.last.value;
	const run = () => {
		if (!deed || work.history.last.value !== deed) return;
		const changes = work.undo();
		then(changes);
		if (changes.length > 0 || deed.exchange) tell(m.deeds.undone(aboutDeed(deed)));
		else say(m.deeds.changedSince);
	};
	if (!deed?.arrival) run();
	else say(m.deeds.undoPictures(deed.changes.length), {label: m.undo, run}, 'undo');
}

/** Does again what was undone last; returns what was done. */
export function doAgain(work: Work): Change[] {
	const deed = work.history.next.value;
	const changes = work.redo();
	if (changes.length > 0 || deed?.exchange) tell(m.deeds.redone(aboutDeed(deed!, true)));
	else if (deed) say(m.deeds.changedSince);
	return changes;
}

/** Offers to undo the last deed, for as long as it is the last: later, undo would take back another one. */
export function sayLast({history: {last}}: Work, text: string, undo: () => void): void {
	const deed = last.peek();
	const unsay = say(text, {label: m.undo, run: undo});
	const end = effect(() => {
		if (last.value === deed) return;
		// Not within the effect, which would follow what is said as well.
		queueMicrotask(() => {
			end();
			unsay();
		});
	});
}

type Props = {work: Work; undo?: () => void; redo?: () => void};

/** Shows undo and redo, each with its subject. */
export function Again({work, undo = () => takeBack(work), redo = () => doAgain(work)}: Props) {
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
	const title = useComputed(() => (deed.value ? `${label}: ${aboutDeed(deed.value, label === m.redo)}` : label)).value;
	return (
		<IconButton label={label} title={title} off={title === label} press={press}>
			{children}
		</IconButton>
	);
}

/** Subject of a deed, if all of it concerns one thing. */
type About = keyof typeof m.deeds.about;

const PARTS: Record<Setting, About> = {
	theme: 'theme',
	leadCapture: 'form',
	endCta: 'card',
	narrationSettings: 'voices',
	pictures: 'theme',
	chapters: 'chapters',
};
const FIELDS: Record<string, About> = {
	narrationScript: 'narration',
	alt: 'alt',
	altDecorative: 'alt',
	highlight: 'marks',
	click: 'marks',
	image: 'picture',
	type: 'picture',
	actions: 'paths',
};

/** Returns what a deed is about, in words; one that waits to be done again holds what took it back. */
function aboutDeed({changes, exchange, arrival}: Deed, isUndone = false): string {
	if (exchange) return m.deeds.about.version;
	if (arrival) return m.deeds.about.pictures;
	const all = new Set(changes.flatMap(aboutOf));
	const [one] = all;
	const back = {added: 'deleted', deleted: 'added'} as const;
	return m.deeds.about[all.size > 1 ? 'several' : isUndone && (one === 'added' || one === 'deleted') ? back[one] : one!];
}

function aboutOf(change: Change): About[] {
	switch (change.kind) {
		case 'rename':
			return ['name'];
		case 'move':
			return ['order'];
		case 'add':
		case 'restore':
			return ['added'];
		case 'delete':
			return ['deleted'];
		case 'settings':
			return (Object.keys(change.set) as Setting[]).map(part => PARTS[part]);
		case 'edit':
			return Object.keys(change.set).map(field => FIELDS[field] ?? (isWords(field) ? 'words' : 'options'));
	}
}
