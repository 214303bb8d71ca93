import type {AnyFrame, AnyPage} from './driver.ts';
import {type PageWords, readPage} from './page/facts.ts';
import {installInto} from './page/install.ts';
import type {Holder} from './page/tools.ts';
import {within} from './settle.ts';

const SCRIPT_MS = 3000;
const DESCRIBE_MS = 1000;
/** A page that brings out its secrets again each time they are covered is not taken a picture of. */
const COVERINGS = 8;

/** A session with Chromium's debugger, which each driver opens in its own way. */
type Session = {send(method: string, values?: object): Promise<unknown>; detach(): Promise<void>};
type Driven = AnyFrame & {client?: Session; page?(): {context?(): {newCDPSession?(frame: AnyFrame): Promise<Session>}}};

const FIELDS = ['<input>', '<textarea>', '<select>'];

type Found = {searchId: string; resultCount: number};

/** Tells that no picture was taken, because it might show a secret. */
export class PictureRefused extends Error {
	override readonly name = 'PictureRefused';
}

/** Returns what a page says of itself; nothing where it does not answer. */
export async function describePage(page: AnyPage): Promise<PageWords> {
	return within(page.mainFrame().evaluate(readPage, undefined), DESCRIBE_MS).catch(() => ({title: '', heading: ''}));
}

let pictures = 0;

/**
 * Returns a picture of the page without secrets. `shoot` captures the page in its current state. Throws
 * `PictureRefused` unless every visible document reports, before and after the picture, that all secrets are covered.
 */
export async function takePicture(page: AnyPage, patterns: string[], shoot: () => Promise<Uint8Array>): Promise<Uint8Array> {
	const order = {patterns, picture: `${++pictures}`};
	try {
		const {fields, frames} = await cover(page, order);
		const hasMore = await within(revealTrees(frames, fields), SCRIPT_MS).catch(() => {
			throw refusal(page.mainFrame(), page);
		});
		if (hasMore) await cover(page, order);
		for (let attempt = 0; attempt < COVERINGS; attempt++) {
			const png = await shoot();
			// The picture may show content that the application redrew meanwhile, or a new document.
			if ((await cover(page, order)).found === 0) return png;
		}
	} finally {
		await Promise.allSettled(page.frames().map(frame => within(frame.evaluate(uncover, undefined), SCRIPT_MS)));
	}
	throw new PictureRefused('a password, card or code is drawn again and again. Have the recording wait until the page stands still');
}

type Order = {patterns: string[]; picture: string};
/** `found`: number of secrets that were not covered before; `fields`: number of fields that the tools know. */
type Answer = {found: number; fields: number};

/** Covers secrets in all frames; returns the sum of the answers and the frames that answered. */
async function cover(page: AnyPage, order: Order): Promise<Answer & {frames: AnyFrame[]}> {
	const answers = await Promise.all(page.frames().map(async frame => ({frame, answer: await coverFrame(frame, order)})));
	const silent = answers.filter(({answer}) => answer === null).map(({frame}) => frame);
	for (const frame of silent) if (await canBeSeen(page, frame, silent)) throw refusal(frame, page);
	const sum = (of: keyof Answer) => answers.reduce((total, {answer}) => total + (answer?.[of] ?? 0), 0);
	const frames = answers.filter(({answer}) => answer !== null).map(({frame}) => frame);
	return {found: sum('found'), fields: sum('fields'), frames};
}

/** Returns null if the frame does not answer. */
async function coverFrame(frame: AnyFrame, order: Order): Promise<Answer | null> {
	const ask = () => frame.evaluate(hide, order);
	const asked = ask().catch(async () => {
		// A document older than the tools has none.
		await installInto(frame);
		return ask();
	});
	return within(asked, SCRIPT_MS).catch(() => null);
}

/**
 * Returns true if the picture may show a part of a silent frame. Its parent decides; if that is silent too, the frame
 * itself is checked.
 */
async function canBeSeen(page: AnyPage, frame: AnyFrame, silent: AnyFrame[]): Promise<boolean> {
	const parent = frame.parentFrame();
	if (!parent) return page.frames().includes(frame);
	if (silent.includes(parent)) return false;
	const looked = frame.frameElement().then(async element => {
		const isSeen = await element?.evaluate(isInView);
		await element?.dispose();
		return isSeen;
	});
	const isSeen = await within(looked, SCRIPT_MS).catch(() => true);
	// The frame was removed meanwhile; a document in its place is asked next.
	return isSeen !== false && page.frames().includes(frame);
}

function refusal(frame: AnyFrame, page: AnyPage): PictureRefused {
	const {host = '', protocol = ''} = URL.parse(frame.url()) ?? {};
	const what = frame === page.mainFrame() ? 'the page' : `a frame of the page (${host || protocol || 'without an address'})`;
	return new PictureRefused(
		`${what} did not answer within ${SCRIPT_MS / 1000} s whether it shows a password, card or code. Have the recording wait until it answers, or keep it out of view`,
	);
}

/** Runs within the page, like the functions below. Returns null if the page shows content that no script can enter. */
async function hide({patterns, picture}: Order): Promise<Answer | null> {
	const tools = (globalThis as Holder)[Symbol.for('roteiro')]!;
	const found = tools.hide(patterns, picture);
	if (await tools.showsUnknown()) return null;
	return {found, fields: tools.elements().filter(element => element.matches('input,textarea,select')).length};
}

async function isInView(element: Element): Promise<boolean> {
	return (await (globalThis as Holder)[Symbol.for('roteiro')]!.framesInView()).includes(element);
}

function uncover(): void {
	(globalThis as Holder)[Symbol.for('roteiro')]?.show();
}

/**
 * Reveals to the tools the closed shadow trees with fields that they missed: the parser creates trees without a call,
 * and the tools may have come late. `known`: number of fields that the tools know. Returns true if there were more.
 * Only Chromium tells.
 */
async function revealTrees(frames: AnyFrame[], known: number): Promise<boolean> {
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
