import {useState} from 'preact/hooks';
import {useLocation} from 'preact-iso';
import {m} from '../messages/index.ts';
import {client} from '../shell/boot.ts';
import {Dialog} from '../shell/dialog.tsx';
import {ArrowLeft, Check, CircleAlert, CloudOff, LoaderCircle, Redo2, TriangleAlert, Undo2} from '../shell/icons.ts';
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

/** Milliseconds that whoever leaves waits for what is being saved. */
const LEAVE_MS = 1500;

/** The way back to the tour, whether all is saved, undo and redo, and the way to the other screen. */
export function LookBar({tour, here, draft, drafts}: Props) {
	const {route} = useLocation();
	const leave = async (event: MouseEvent, to: string) => {
		if (event.ctrlKey || event.metaKey || event.shiftKey) return;
		event.preventDefault();
		event.stopPropagation();
		await Promise.race([Promise.all(drafts.map(one => one.flush())), new Promise(resolve => setTimeout(resolve, LEAVE_MS))]);
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
const LOOKS = {
	saved: {icon: Check, look: 'quiet'},
	unsaved: {icon: null, look: 'quiet'},
	saving: {icon: LoaderCircle, look: 'quiet'},
	faulty: {icon: TriangleAlert, look: 'warn'},
	offline: {icon: CloudOff, look: 'warn'},
	conflict: {icon: TriangleAlert, look: 'warn'},
	failed: {icon: CircleAlert, look: 'bad'},
	signedOut: {icon: CircleAlert, look: 'bad'},
	gone: {icon: CircleAlert, look: 'bad'},
} as const;

function LookState({id, drafts}: {id: string; drafts: Draft<unknown>[]}) {
	const [asking, setAsking] = useState(false);
	const worst = ORDER.find(kind => drafts.some(({state}) => state.value.kind === kind))!;
	const draft = drafts.find(({state}) => state.value.kind === worst)!;
	const {icon: Icon, look} = LOOKS[worst];
	const again = () => drafts.forEach(one => void one.flush());
	return (
		<>
			<span class={`save ${look}`} data-state={worst} title={draft.state.value.why ?? words.state[worst]}>
				{Icon ? <Icon size={16} class={worst === 'saving' ? 'turning' : undefined} /> : <i class="dot" />}
				<span role="status">{words.state[worst]}</span>
				{(worst === 'failed' || worst === 'offline') && (
					<button type="button" class="link" onClick={again}>
						{m.retry}
					</button>
				)}
				{worst === 'signedOut' && (
					<a href="/account/sign-in?next=/account" target="_blank" rel="noopener">
						{words.signIn}
					</a>
				)}
				{worst === 'gone' && (
					<button type="button" class="link" onClick={() => client.call('POST /tours/{id}/restore', {id}).then(again, again)}>
						{m.save.restore}
					</button>
				)}
				{worst === 'conflict' && (
					<button type="button" class="link" onClick={() => setAsking(true)}>
						{words.resolve}
					</button>
				)}
			</span>
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
		<Dialog title={words.conflict.title} close={close} class="small">
			<p class="hint">{words.conflict.hint}</p>
			<div class="actions">
				<button type="button" class="button" onClick={choose('theirs')}>
					{words.conflict.keepTheirs}
				</button>
				<button type="button" class="button primary" onClick={choose('mine')}>
					{words.conflict.keepMine}
				</button>
			</div>
		</Dialog>
	);
}
