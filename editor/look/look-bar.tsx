import {useState} from 'preact/hooks';
import {useLocation} from 'preact-iso';
import {m} from '../messages/index.ts';
import {Dialog} from '../shell/dialog.tsx';
import {ArrowLeft, Redo2, Undo2} from '../shell/icons.ts';
import {flushToLeave, SaveLine} from '../shell/save-line.tsx';
import type {Draft, DraftState} from './draft.ts';
import {words} from './words.ts';

type Props = {
	tour: {id: string; name: string};
	here: 'theme' | 'cards';
	/** The part that is undone and redone here. */
	draft: Draft<unknown>;
	/** All that must be stored before one leaves. */
	drafts: Draft<unknown>[];
};

/** The way back to the tour, whether all is saved, undo and redo, and the way to the other screen. */
export function LookBar({tour, here, draft, drafts}: Props) {
	const {route} = useLocation();
	const leave = async (event: MouseEvent, to: string) => {
		if (event.ctrlKey || event.metaKey || event.shiftKey) return;
		event.preventDefault();
		event.stopPropagation();
		await flushToLeave(...drafts);
		route(to);
	};
	const way = (name: 'theme' | 'cards') => (
		<a
			href={`/tours/${tour.id}/${name}`}
			aria-current={here === name ? 'page' : undefined}
			onClick={event => leave(event, `/tours/${tour.id}/${name}`)}
		>
			{words[name]}
		</a>
	);
	const home = `/tours/${tour.id}${location.hash}`;
	return (
		<header class="bar">
			<a class="back" href={home} aria-label={words.back} title={words.back} onClick={event => leave(event, home)}>
				<ArrowLeft size={18} />
			</a>
			<h1 class="name" title={tour.name}>
				{tour.name}
			</h1>
			<LookState id={tour.id} drafts={drafts} />
			<span class="group">
				<button type="button" class="icon" aria-label={m.undo} title={m.undo} disabled={!draft.canUndo.value} onClick={() => draft.undo()}>
					<Undo2 size={18} />
				</button>
				<button type="button" class="icon" aria-label={m.redo} title={m.redo} disabled={!draft.canRedo.value} onClick={() => draft.redo()}>
					<Redo2 size={18} />
				</button>
			</span>
			<nav class="screens" aria-label={words.screens}>
				{way('theme')}
				{way('cards')}
			</nav>
		</header>
	);
}

/** What needs somebody first. */
const ORDER: Array<DraftState['kind']> = ['conflict', 'gone', 'signedOut', 'failed', 'faulty', 'offline', 'saving', 'unsaved', 'saved'];

function LookState({id, drafts}: {id: string; drafts: Draft<unknown>[]}) {
	const [asking, setAsking] = useState(false);
	const worst = ORDER.find(kind => drafts.some(({state}) => state.value.kind === kind))!;
	const draft = drafts.find(({state}) => state.value.kind === worst)!;
	const label = worst === 'faulty' || worst === 'conflict' ? words[worst] : m.save[worst];
	return (
		<>
			<SaveLine tourId={id} kind={worst} label={label} why={draft.state.value.why} flush={() => drafts.forEach(one => void one.flush())}>
				{worst === 'conflict' && (
					<button type="button" class="link" onClick={() => setAsking(true)}>
						{m.save.resolve}
					</button>
				)}
			</SaveLine>
			{asking && draft.theirs.value !== null && <ChoiceDialog draft={draft} close={() => setAsking(false)} />}
		</>
	);
}

/** What two have changed at the same time: one of both stays. */
function ChoiceDialog({draft, close}: {draft: Draft<unknown>; close: () => void}) {
	const choose = (which: 'mine' | 'theirs') => () => {
		draft.resolve(which);
		close();
	};
	return (
		<Dialog title={m.conflict.title} close={close} class="small">
			<p class="hint">{m.conflict.hint}</p>
			<div class="actions">
				<button type="button" class="button" onClick={choose('theirs')}>
					{m.conflict.keepTheirs}
				</button>
				<button type="button" class="button primary" onClick={choose('mine')}>
					{m.conflict.keepMine}
				</button>
			</div>
		</Dialog>
	);
}
