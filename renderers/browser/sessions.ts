import {metrics} from '../../shared/metrics/metrics.ts';
import type {Chromium} from './chromium.ts';

/** A browser and its work. Once it is worn out, the last one to leave closes it. */
export type Session = {chromium: Promise<Chromium>; drawn: number; active: number; retired: boolean; ending?: Promise<void>};

/**
 * Manages the open browsers: one at work, and those that end with their last picture. `perBrowser`: pictures that
 * one draws.
 */
export function openSessions(launch: () => Promise<Chromium>, perBrowser: number) {
	const sessions = new Set<Session>();
	let current: Session | null = null;

	const retire = (session: Session) => {
		session.retired = true;
		if (current === session) current = null;
	};
	const end = (session: Session): Promise<void> => {
		session.ending ??= session.chromium
			.then(({close}) => close())
			.catch(() => {})
			.finally(() => sessions.delete(session));
		return session.ending;
	};
	const retireWhenEnded = (session: Session) => {
		session.chromium
			.then(({ended}) => ended)
			.catch(() => {
				retire(session);
				if (session.active === 0) void end(session);
			});
	};
	const start = (): Session => {
		metrics.browserStarts.inc();
		const session: Session = {chromium: launch(), drawn: 0, active: 0, retired: false};
		sessions.add(session);
		retireWhenEnded(session);
		return session;
	};

	return {
		retire,
		checkOut(): Session {
			current ??= start();
			const session = current;
			session.active += 1;
			session.drawn += 1;
			if (session.drawn >= perBrowser) retire(session);
			return session;
		},
		checkIn(session: Session): void {
			session.active -= 1;
			if (session.retired && session.active === 0) void end(session);
		},
		async close(): Promise<void> {
			await Promise.all([...sessions].map(end));
		},
	};
}
