import {useComputed} from '@preact/signals';
import {pathEntryWords as pathWords, previewWords} from '../../shared/locales/en/editor/edit.ts';
import {AiButton} from '../ai/entry.tsx';
import {m} from '../messages/index.ts';
import {Again} from '../session/again.tsx';
import {SaveState} from '../session/save-state.tsx';
import type {Session} from '../session/session.ts';
import {ArrowLeft, EllipsisVertical, History, Keyboard, Palette, Play, Sparkles, Workflow} from '../shell/icons.ts';
import {Menu, type MenuItem} from '../shell/menu.tsx';
import {useLeaving} from '../shell/save-line.tsx';
import {DeviceChoice} from '../stage/device-choice.tsx';

/** Dialogs over a tour's screen, one at a time. */
export type DialogName = 'publish' | 'preview' | 'help' | 'conflicts' | 'history' | 'export' | 'flow';

type Props = {session: Session; open: (dialog: DialogName) => void};

/** Shows the actions on the whole tour. */
export function TopBar({session, open}: Props) {
	const {device, tour} = session;
	const {leaveFor} = useLeaving(session.outbox);
	const [publish, preview, past, flow] = (['publish', 'preview', 'history', 'flow'] as const).map(name => () => open(name)) as [
		Open,
		Open,
		Open,
		Open,
	];
	const lookAt = (screen: 'theme' | 'cards') => () => leaveFor(`/tours/${tour.peek().id}/${screen}`);
	const design: MenuItem[] = [
		{label: previewWords.theme, run: lookAt('theme')},
		{label: previewWords.cards, run: lookAt('cards')},
	];
	// A phone's bar has no room for each of them.
	const more: MenuItem[] = [
		{label: previewWords.preview, run: preview},
		...design,
		{label: pathWords.flow, run: flow},
		{label: m.together.history, run: past},
	];
	return (
		<header class="bar">
			<a class="back" href="/" aria-label={m.edit.back} title={m.edit.back}>
				<ArrowLeft size={18} />
			</a>
			<NameField session={session} />
			{tour.peek().createdBy === 'agent' && (
				<span class="pill agent">
					<Sparkles size={11} />
					{m.tours.byAgent}
				</span>
			)}
			<SaveState work={session.work} progress={session.pictures.progress.value} resolve={() => open('conflicts')} />
			<Again work={session.work} undo={() => session.undo()} redo={() => session.redo()} />
			<DeviceChoice class="wide" device={device.value} choose={chosen => (device.value = chosen)} />
			<button type="button" class="icon past wide" aria-label={m.together.history} title={m.together.history} onClick={past}>
				<History size={18} />
				<span class="word">{m.together.history}</span>
			</button>
			<button type="button" class="icon wide" aria-label={m.edit.shortcuts} title={m.edit.shortcuts} onClick={() => open('help')}>
				<Keyboard size={18} />
			</button>
			<button type="button" class="icon wide" aria-label={pathWords.flow} title={`${pathWords.flow} (F)`} onClick={flow}>
				<Workflow size={18} />
			</button>
			<AiButton session={session} />
			<Menu
				class="icon wide"
				label={previewWords.design}
				icon={
					<>
						<Palette size={18} />
						<span class="word">{previewWords.design}</span>
					</>
				}
				items={design}
			/>
			<button type="button" class="icon wide" aria-label={previewWords.preview} title={`${previewWords.preview} (P)`} onClick={preview}>
				<Play size={18} />
				<span class="word">{previewWords.preview}</span>
			</button>
			<Menu class="icon narrow" label={m.more} icon={<EllipsisVertical size={18} />} items={more} />
			<button type="button" class="button primary" onClick={publish}>
				{m.edit.publish}
				<Stale session={session} />
			</button>
		</header>
	);
}

type Open = () => void;

/** Marks the button to publish if the public tour differs from this one. A change that is not stored yet is not published either. */
function Stale({session: {tour, outbox}}: {session: Session}) {
	const stale = useComputed(() => {
		const {status, hasUnpublishedChanges} = tour.value;
		return status === 'published' && (hasUnpublishedChanges || outbox.state.value.kind !== 'saved');
	});
	return stale.value ? <i class="dot" title={m.edit.unpublishedChanges} /> : null;
}

/** Shows the tour's name on one line, and all of it in the field that lies over it, once that is in use. */
function NameField({session}: {session: Session}) {
	const name = session.name.value;
	return (
		<div class="named">
			<h1>{name}</h1>
			<textarea
				class="title"
				rows={1}
				aria-label={m.edit.name}
				title={name}
				maxLength={200}
				value={name}
				// The name that a tour has from us is there to be written over.
				onClick={({currentTarget}) => name === m.tours.untitled && currentTarget.select()}
				onInput={event => session.rename(event.currentTarget.value.replaceAll(/\n+/g, ' ').trim())}
				onBlur={event => {
					// An emptied name was never one.
					event.currentTarget.value = session.name.value;
				}}
				onKeyDown={event => {
					if (event.key !== 'Enter' && event.key !== 'Escape') return;
					// A name is one line.
					event.preventDefault();
					event.currentTarget.blur();
				}}
			/>
		</div>
	);
}
