import type {ComponentChildren} from 'preact';
import {useLocation} from 'preact-iso';
import {m} from '../messages/index.ts';
import {Check, CircleAlert, CloudOff, LoaderCircle, TriangleAlert} from './icons.ts';
import {client} from './session-data.ts';

const LOOKS = {
	saved: {icon: Check, look: 'quiet'},
	unsaved: {icon: null, look: 'quiet'},
	saving: {icon: LoaderCircle, look: 'quiet'},
	faulty: {icon: TriangleAlert, look: 'warn'},
	offline: {icon: CloudOff, look: 'warn'},
	failed: {icon: CircleAlert, look: 'bad'},
	signedOut: {icon: CircleAlert, look: 'bad'},
	gone: {icon: CircleAlert, look: 'bad'},
	elsewhere: {icon: CircleAlert, look: 'bad'},
} as const;

type Kind = keyof typeof LOOKS;
type Props = {
	tourId: string;
	kind: Kind;
	/** Words for the kind. */
	label: string;
	why?: string;
	/** Sends once more what waits. */
	flush: () => unknown;
	/** Further content of the line. */
	children?: ComponentChildren;
};

/** Shows if all work is stored, and the remedy if it is not. */
export function SaveLine({tourId, kind, label, why = label, flush, children}: Props) {
	const {icon: Icon, look} = LOOKS[kind];
	return (
		<span class={`save ${look}`} data-state={kind} title={why}>
			{Icon ? <Icon size={16} class={kind === 'saving' ? 'turning' : undefined} /> : <i class="dot" />}
			<span>
				<span role="status">{label}</span> {children}
			</span>
			<Remedy tourId={tourId} kind={kind} flush={flush} />
		</span>
	);
}

function Remedy({tourId, kind, flush}: Pick<Props, 'tourId' | 'kind' | 'flush'>) {
	if (kind === 'failed' || kind === 'offline')
		return (
			<button type="button" class="link" onClick={() => flush()}>
				{m.retry}
			</button>
		);
	if (kind === 'signedOut' || kind === 'elsewhere')
		return (
			<a href="/account/sign-in?next=/settings" target="_blank" rel="noopener">
				{m.save.signIn}
			</a>
		);
	if (kind === 'gone')
		return (
			<button type="button" class="link" onClick={() => client.call('POST /tours/{id}/restore', {id: tourId}).then(flush, flush)}>
				{m.save.restore}
			</button>
		);
	return null;
}

/** Milliseconds for which leaving waits for saving. */
const LEAVE_MS = 1500;

type Leaving = {
	/** Shows another screen of the editor. */
	leaveFor(to: string): Promise<void>;
	/** Handles the press of a link to one: with Ctrl, Shift or the like it is the browser's. */
	follow(event: MouseEvent, to: string): Promise<void>;
};

/** Sends what waits before a screen is left, and waits for that only a moment: it is kept in the browser too. */
export function useLeaving(outbox: {flush(): Promise<unknown>}): Leaving {
	const {route} = useLocation();
	const leaveFor = async (to: string) => {
		await Promise.race([outbox.flush(), new Promise(resolve => setTimeout(resolve, LEAVE_MS))]);
		route(to);
	};
	const follow = async (event: MouseEvent, to: string) => {
		if (event.ctrlKey || event.metaKey || event.shiftKey) return;
		event.preventDefault();
		event.stopPropagation();
		await leaveFor(to);
	};
	return {leaveFor, follow};
}
