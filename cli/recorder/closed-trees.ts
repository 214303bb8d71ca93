import type {AnyFrame} from './driver.ts';
import type {Holder} from './page/tools.ts';

/** A session with Chromium's debugger, which each driver opens in its own way. */
type Session = {send(method: string, values?: object): Promise<unknown>; detach(): Promise<void>};
type Driven = AnyFrame & {client?: Session; page?(): {context?(): {newCDPSession?(frame: AnyFrame): Promise<Session>}}};

const FIELDS = ['<input>', '<textarea>', '<select>'];

/**
 * Reveals to the tools the closed shadow trees with fields that they missed: the parser creates trees without a call,
 * and the tools may have come late. `known`: number of fields that the tools know. Returns true if there were more.
 * Only Chromium tells.
 */
export async function revealTrees(frames: AnyFrame[], known: number): Promise<boolean> {
	const sessions = await sessionsOf(frames as Driven[]);
	try {
		// A session whose frame disappears meanwhile yields no fields.
		const results = await Promise.all(sessions.map(({session}) => search(session).catch(() => [])));
		const count = results.flat().reduce((sum, {resultCount}) => sum + resultCount, 0);
		if (count <= known) return false;
		await Promise.all(sessions.map(({session}, index) => revealIn(session, results[index]!).catch(() => undefined)));
		return true;
	} finally {
		await Promise.allSettled(sessions.map(({session, isOurs}) => (isOurs ? session.detach() : session.send('DOM.disable'))));
	}
}

type Found = {searchId: string; resultCount: number};

async function search(session: Session): Promise<Found[]> {
	await session.send('DOM.enable');
	await session.send('DOM.getDocument', {depth: 0});
	return Promise.all(FIELDS.map(query => session.send('DOM.performSearch', {query}) as Promise<Found>));
}

async function revealIn(session: Session, results: Found[]): Promise<void> {
	for (const {searchId, resultCount} of results) {
		if (resultCount === 0) continue;
		const range = {searchId, fromIndex: 0, toIndex: resultCount};
		const {nodeIds} = (await session.send('DOM.getSearchResults', range)) as {nodeIds: number[]};
		for (const nodeId of nodeIds) {
			const {object} = (await session.send('DOM.resolveNode', {nodeId})) as {object: {objectId: string}};
			await session.send('Runtime.callFunctionOn', {objectId: object.objectId, functionDeclaration: String(reveal)});
		}
	}
}

/** Opens one session for each process that draws a part of the page. */
async function sessionsOf(frames: Driven[]): Promise<Array<{session: Session; isOurs: boolean}>> {
	const shared = new Set(frames.flatMap(({client}) => client ?? []));
	if (shared.size > 0) return [...shared].map(session => ({session, isOurs: false}));
	const asked = frames.map(async frame => frame.page?.().context?.().newCDPSession?.(frame));
	const opened = await Promise.allSettled(asked);
	// A frame in its parent's process has no session.
	return opened.flatMap(one => (one.status === 'fulfilled' && one.value ? {session: one.value, isOurs: true} : []));
}

/** Runs within the page, on a field. */
function reveal(this: Element): void {
	for (let root = this.getRootNode(); root instanceof ShadowRoot; root = root.host.getRootNode())
		(globalThis as Holder)[Symbol.for('roteiro')]?.reveal(root);
}
