import {useCallback, useEffect, useRef, useState} from 'preact/hooks';
import {ApiError} from '../../client/api-error.ts';
import {m} from '../messages/index.ts';
import {RefreshCw} from './icons.ts';

export type Fault = 'failed' | 'offline' | 'gone';
export type Reading<T> = {
	/** The value read last; null until then. It stays while a newer one is read. */
	value: T | null;
	fault: Fault | null;
	busy: boolean;
	again: () => void;
	set: (change: (value: T) => T) => void;
};

/** Reads a value for a screen, and again with each change of `deps`; drops late answers to earlier reads. */
export function useReading<T>(read: () => Promise<T>, deps: unknown[]): Reading<T> {
	const [state, setState] = useState<{value: T | null; fault: Fault | null; busy: boolean}>({value: null, fault: null, busy: true});
	const round = useRef(0);
	const again = useCallback(() => {
		const mine = ++round.current;
		setState(({value}) => ({value, fault: null, busy: true}));
		read().then(
			value => mine === round.current && setState({value, fault: null, busy: false}),
			(error: unknown) => mine === round.current && setState(({value}) => ({value, fault: faultOf(error), busy: false})),
		);
	}, deps);
	useEffect(() => {
		again();
		return () => {
			round.current++;
		};
	}, [again]);
	const set = (change: (value: T) => T) => setState(now => (now.value === null ? now : {...now, value: change(now.value)}));
	return {...state, again, set};
}

/** Returns the kind of fault; sends a signed-out person to sign in, and back. */
export function faultOf(error: unknown): Fault {
	if (!(error instanceof ApiError)) return 'offline';
	if (error.status === 401) signInAgain();
	return error.status === 404 ? 'gone' : 'failed';
}

function signInAgain(): void {
	location.assign(`/account/sign-in?${new URLSearchParams({next: location.pathname})}`);
}

/** Says that something could not be read, and offers to try again. */
export function Failed({fault, again}: {fault: Fault; again: () => void}) {
	return (
		<div class="nothing" role="alert">
			<p>{fault === 'offline' ? m.offline : fault === 'gone' ? m.notFound : m.failed}</p>
			<button type="button" class="button" onClick={again}>
				<RefreshCw size={16} />
				{m.retry}
			</button>
		</div>
	);
}

/** Shows grey lines in place of content that is not there yet. */
export function Lines({count}: {count: number}) {
	return (
		<div class="lines" role="status" aria-label={m.loading}>
			{Array.from({length: count}, (_, index) => (
				<i key={index} />
			))}
		</div>
	);
}

/** Offers the next page of a list. */
export function More({label, busy, more}: {label: string; busy?: boolean; more: () => void}) {
	return (
		<p class="nothing">
			<button type="button" class="button" disabled={busy} onClick={() => more()}>
				{label}
			</button>
		</p>
	);
}
