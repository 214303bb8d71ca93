import {useRef} from 'preact/hooks';
import {useLocation} from 'preact-iso';
import {AiButton} from '../ai/door.tsx';
import {m} from '../messages/index.ts';
import {words as previewWords} from '../preview/words.ts';
import {ArrowLeft, EllipsisVertical, History, Keyboard, Palette, Play, Redo2, Sparkles, Undo2} from '../shell/icons.ts';
import {Menu, type MenuItem} from '../shell/menu.tsx';
import {flushToLeave} from '../shell/save-line.tsx';
import {DeviceChoice} from '../stage/device-choice.tsx';
import {SaveState} from './save-state.tsx';
import type {Session} from './session.ts';
import {words} from './words.ts';

type Props = {session: Session; publish: () => void; preview: () => void; resolve: () => void; help: () => void; past: () => void};

/** What concerns the whole tour. */
export function TopBar({session, publish, preview, resolve, help, past}: Props) {
	const {history, device, tour} = session;
	const {createdBy, status, hasUnpublishedChanges} = tour.value;
	// What was changed here and is not stored yet is not published either.
	const stale = status === 'published' && (hasUnpublishedChanges || session.outbox.state.value.kind !== 'saved');
	const {route} = useLocation();
	// What waits is sent before the screen is left.
	const leaveFor = async (screen: 'theme' | 'cards') => {
		await flushToLeave(session.outbox);
		route(`/tours/${tour.value.id}/${screen}`);
	};
	const design: MenuItem[] = [
		{label: previewWords.theme, run: () => leaveFor('theme')},
		{label: previewWords.cards, run: () => leaveFor('cards')},
	];
	// A telephone's bar has no room for each of them.
	const more: MenuItem[] = [{label: previewWords.preview, run: preview}, ...design, {label: words.history, run: past}];
	return (
		<header class="bar">
			<a class="back" href="/" aria-label={m.edit.back} title={m.edit.back}>
				<ArrowLeft size={18} />
			</a>
			<h1 class="unseen">{tour.value.name}</h1>
			<NameField session={session} />
			{createdBy === 'agent' && (
				<span class="pill agent">
					<Sparkles size={11} />
					{m.tours.byAgent}
				</span>
			)}
			<SaveState session={session} resolve={resolve} />
			<span class="group">
				<button
					type="button"
					class="icon"
					aria-label={m.undo}
					title={m.undo}
					disabled={!history.canUndo.value}
					onClick={() => session.undo()}
				>
					<Undo2 size={18} />
				</button>
				<button
					type="button"
					class="icon"
					aria-label={m.redo}
					title={m.redo}
					disabled={!history.canRedo.value}
					onClick={() => session.redo()}
				>
					<Redo2 size={18} />
				</button>
			</span>
			<DeviceChoice class="wide" device={device.value} choose={chosen => (device.value = chosen)} />
			<button type="button" class="icon past wide" aria-label={words.history} title={words.history} onClick={past}>
				<History size={18} />
			</button>
			<button type="button" class="icon wide" aria-label={m.edit.shortcuts} title={m.edit.shortcuts} onClick={help}>
				<Keyboard size={18} />
			</button>
			<AiButton session={session} />
			<Menu class="icon wide" label={previewWords.design} icon={<Palette size={18} />} items={design} />
			<button type="button" class="icon wide" aria-label={previewWords.preview} title={`${previewWords.preview} (P)`} onClick={preview}>
				<Play size={18} />
			</button>
			<Menu class="icon narrow" label={m.more} icon={<EllipsisVertical size={18} />} items={more} />
			<button type="button" class="button primary" onClick={publish}>
				{m.edit.publish}
				{stale && <i class="dot" title={m.edit.unpublishedChanges} />}
			</button>
		</header>
	);
}

function NameField({session}: {session: Session}) {
	const input = useRef<HTMLInputElement>(null);
	return (
		<input
			ref={input}
			class="title"
			aria-label={m.edit.name}
			maxLength={200}
			value={session.tour.value.name}
			onInput={event => session.rename(event.currentTarget.value.trim())}
			onBlur={event => {
				// An emptied name was never one.
				event.currentTarget.value = session.tour.value.name;
			}}
			onKeyDown={event => {
				if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
			}}
		/>
	);
}
