import {useEffect, useState} from 'preact/hooks';
import {m} from '../messages/index.ts';
import {client} from '../shell/boot.ts';
import {Check, CircleAlert, CloudOff, LoaderCircle, TriangleAlert} from '../shell/icons.ts';
import type {Session} from './session.ts';
import {words} from './words.ts';

const LOOKS = {
	saved: {icon: Check, look: 'quiet'},
	unsaved: {icon: null, look: 'quiet'},
	saving: {icon: LoaderCircle, look: 'quiet'},
	offline: {icon: CloudOff, look: 'warn'},
	failed: {icon: CircleAlert, look: 'bad'},
	signedOut: {icon: CircleAlert, look: 'bad'},
	gone: {icon: CircleAlert, look: 'bad'},
} as const;

/** Whether what was done is stored: what it says is true at every moment. */
export function SaveState({session, resolve}: {session: Session; resolve: () => void}) {
	const {outbox} = session;
	const {kind, why, again} = outbox.state.value;
	const seconds = useSecondsUntil(kind === 'failed' ? again : undefined);
	const conflicts = outbox.conflicts.value.length;
	if (conflicts > 0)
		return (
			<button type="button" class="save warn" data-state={kind} onClick={resolve}>
				<TriangleAlert size={16} />
				<span>{m.save.conflicts(conflicts)}</span>
				<b>{m.save.resolve}</b>
			</button>
		);
	const {icon: Icon, look} = LOOKS[kind];
	return (
		<span class={`save ${look}`} data-state={kind} title={why ?? m.save[kind]}>
			{Icon ? <Icon size={16} class={kind === 'saving' ? 'turning' : undefined} /> : <i class="dot" />}
			<span role="status">{m.save[kind]}</span>
			{seconds > 1 && <span class="again">{words.again(seconds)}</span>}
			<Way session={session} />
		</span>
	);
}

/** Seconds until then, one less each second; 0 where it is no time or over. */
function useSecondsUntil(time = 0): number {
	const [now, setNow] = useState(Date.now);
	useEffect(() => {
		if (!time) return;
		setNow(Date.now());
		const timer = setInterval(() => setNow(Date.now()), 1000);
		return () => clearInterval(timer);
	}, [time]);
	return Math.max(0, Math.ceil((time - now) / 1000));
}

function Way({session: {outbox, tour}}: {session: Session}) {
	const {kind} = outbox.state.value;
	if (kind === 'failed' || kind === 'offline')
		return (
			<button type="button" class="link" onClick={() => outbox.flush()}>
				{m.retry}
			</button>
		);
	if (kind === 'signedOut')
		return (
			<a href="/account/sign-in?next=/account" target="_blank" rel="noopener">
				{m.save.signIn}
			</a>
		);
	if (kind === 'gone')
		return (
			<button
				type="button"
				class="link"
				onClick={async () => {
					await client.call('POST /tours/{id}/restore', {id: tour.value.id});
					outbox.flush();
				}}
			>
				{m.save.restore}
			</button>
		);
	return null;
}
