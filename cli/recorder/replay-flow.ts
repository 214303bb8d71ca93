import {setTimeout as pause} from 'node:timers/promises';
import {createRunner, PuppeteerRunnerExtension, type Step, type UserFlow} from '@puppeteer/replay';
import type {Frame, Page} from 'puppeteer-core';
import {describe, type Found, findTarget, pointAround} from './find-target.ts';
import {focusIn, type Place, pathOf, pathTo, type Session, type Watched} from './open-browser.ts';
import {type Action, type AimedStep, isLetter, planActions} from './plan-actions.ts';
import type {StepRecorder} from './record-steps.ts';
import {RecordingError, type RecordOptions} from './recording.ts';
import {isSecretBySelector} from './secrets.ts';
import {settle, within} from './settle.ts';

/** Milliseconds of one wait in a step, unless the recording or the caller sets others. */
const WAIT_MS = 5000;
const PAGE_MS = 15_000;
const LOOK_MS = 25;
/** A navigation that was recorded within a frame may be one of the frame, or of the page. */
const FRAME_NAVIGATION_MS = 500;

/** Does again what was recorded, and records the steps of a tour while it does. */
export async function replayFlow(flow: UserFlow, session: Session, recorder: StepRecorder, options: RecordOptions): Promise<void> {
	const replay = new Replay(flow, session, recorder, options);
	const runner = await createRunner(flow, replay);
	try {
		await runner.run();
		await recorder.end(replay.last());
	} catch (error) {
		throw error instanceof RecordingError
			? new RecordingError(error.step ?? replay.at, error.message, {cause: error})
			: replay.failure(error as Error);
	}
}

/** The library finds elements and does what is done to them; this decides where, when, and what is looked at before. */
class Replay extends PuppeteerRunnerExtension {
	at = -1;
	readonly #flow: UserFlow;
	readonly #session: Session;
	readonly #recorder: StepRecorder;
	readonly #options: RecordOptions;
	readonly #actions: Map<number, Action>;
	readonly #runners = new WeakMap<Page, PuppeteerRunnerExtension>();
	#found: Found | null = null;
	#last: Watched;

	constructor(flow: UserFlow, session: Session, recorder: StepRecorder, options: RecordOptions) {
		super(session.browser as never, session.main.page as never);
		this.#flow = flow;
		this.#session = session;
		this.#recorder = recorder;
		this.#options = options;
		this.#last = session.main;
		for (const step of flow.steps) if (step.type === 'change' && isSecretBySelector(step.selectors)) recorder.secrets.add(step.value);
		this.#actions = new Map(planActions(flow.steps).map(action => [action.at, action]));
	}

	/** The page in which something was done last and that is still there. */
	last(): Watched {
		const {main} = this.#session;
		if (!this.#last.page.isClosed()) return this.#last;
		if (!main.page.isClosed()) return main;
		throw new RecordingError(this.at, 'The page was closed.');
	}

	failure(error: Error): Error {
		const {signal} = this.#options;
		if (signal.aborted) return signal.reason as Error;
		if (!this.#session.browser.connected) return new RecordingError(this.at, 'The browser was closed.', {cause: error});
		return new RecordingError(this.at, (error.message.split('\n')[0] ?? '').replace(/\.?$/, '.'), {cause: error});
	}

	override async beforeEachStep(step: Step): Promise<void> {
		this.at++;
		this.#found = null;
		this.#options.signal.throwIfAborted();
		this.#options.progress(this.at, this.#flow.steps.length);
		const action = this.#actions.get(this.at);
		if (!action) return;
		const place = await this.#placeOf(step);
		if (action.kind === 'press') return this.#recorder.action(action, place.watched, await focusIn(place));
		const aimed = step as AimedStep;
		await settle(place.watched);
		const {handle} = await this.#find(aimed);
		await handle.scrollIntoView();
		const frame = handle.frame;
		const offset = 'offsetX' in aimed ? {x: aimed.offsetX, y: aimed.offsetY} : null;
		await this.#recorder.action(action, place.watched, {handle, frame, offset});
	}

	override async runStep(step: Step, flow?: UserFlow): Promise<void> {
		switch (step.type) {
			case 'setViewport':
				return this.#options.asRecorded || step.isMobile ? super.runStep(step as never, flow) : undefined;
			case 'emulateNetworkConditions':
				return;
			case 'customStep':
				return this.#options.warn(this.at, `"${step.name}" is a step of somebody's own; it was left out.`);
			case 'navigate':
				return this.#open(step.url, (await this.#placeOf({...step, target: step.target} as Step)).watched);
			case 'close':
				return (await this.#placeOf(step)).watched.page.close();
			default:
				return this.#act(step);
		}
	}

	/** Does one step, and waits for the navigation that was recorded with it. */
	async #act(step: Exclude<Step, {type: 'navigate'}>): Promise<void> {
		const {watched, frame} = await this.#placeOf(step);
		this.#last = watched;
		const begun = Date.now();
		if (step.type === 'keyDown') await watched.page.keyboard.down(step.key as never);
		else if (step.type === 'keyUp') await watched.page.keyboard.up(step.key as never);
		else await this.#runnerOf(watched.page).runStep((await this.#pinned(step, pathTo(frame))) as never, this.#flow as never);
		const isRecorded = step.assertedEvents?.some(({type}) => type === 'navigation');
		if (isRecorded && !watched.page.isClosed()) await this.#navigation(watched, frame, begun);
		if (step.type === 'keyDown' && isLetter(step.key)) return;
		await this.#guard();
	}

	/** The step with the one selector that is known to find something, on the page where it is. */
	async #pinned(step: Step, frame: number[]): Promise<Step> {
		const {target: _target, assertedEvents: _events, ...rest} = step as AimedStep;
		const plain = {...rest, frame};
		const timeout = this.#timeout(step);
		if (step.type === 'scroll' || step.type === 'waitForElement') return {...plain, timeout} as Step;
		const aimed = step as AimedStep;
		const found = this.#found ?? (await this.#find(aimed));
		if (step.type === 'change' && (await found.handle.evaluate(field => field instanceof HTMLInputElement && field.type === 'file')))
			throw new RecordingError(
				this.at,
				'A file was chosen here: files of the machine are not sent to the application. Take the step out of the recording.',
			);
		const pinned = {...plain, timeout, selectors: [found.selector]};
		if (!('offsetX' in aimed)) return pinned as Step;
		// Measured where the element was larger, it would be a click beside it.
		const {width, height} = await found.handle.evaluate(element => element.getBoundingClientRect().toJSON());
		const isInside = aimed.offsetX >= 0 && aimed.offsetY >= 0 && aimed.offsetX <= width && aimed.offsetY <= height;
		return {...pinned, ...(!isInside && {offsetX: width / 2, offsetY: height / 2})} as Step;
	}

	async #find(step: AimedStep): Promise<Found> {
		const timeout = this.#timeout(step);
		const frame = async () => (await this.#placeOf(step)).frame;
		const look = () => findTarget(frame, step.selectors, timeout / 2);
		const found = (await look()) ?? (await pointAround(await frame(), step.selectors).then(look));
		if (!found) {
			const where = pathOf((await this.#placeOf(step)).watched.page.url());
			throw new RecordingError(
				this.at,
				`Nothing that can be seen at ${where} is ${describe(step.selectors)}, not within ${timeout / 1000} s. Where it appears when something is pointed at, add a step of the type hover before it.`,
			);
		}
		this.#found = found;
		return found;
	}

	async #open(url: string, watched: Watched): Promise<void> {
		this.#last = watched;
		if (url === 'about:blank') return;
		await watched.page.goto(url, {waitUntil: 'domcontentloaded', timeout: this.#options.timeoutMs ?? PAGE_MS}).catch((error: Error) => {
			const why =
				/net::(\w+)/.exec(error.message)?.[1] ??
				(/timeout/i.test(error.message)
					? `no page came within ${(this.#options.timeoutMs ?? PAGE_MS) / 1000} s`
					: error.message.split('\n')[0]);
			throw new RecordingError(this.at, `${pathOf(url)} cannot be reached (${why}).`);
		});
		await this.#guard();
		await settle(watched);
	}

	/** Waits for a navigation that was recorded; where none comes, what follows tells whether it is missed. */
	async #navigation(watched: Watched, frame: Frame, begun: number): Promise<void> {
		const isWhole = frame === watched.page.mainFrame();
		const end = begun + (isWhole ? this.#timeout({} as Step) : FRAME_NAVIGATION_MS);
		while (watched.navigatedAt < begun && Date.now() < end && !watched.page.isClosed()) await pause(LOOK_MS);
		if (watched.page.isClosed()) return;
		if (watched.navigatedAt < begun && isWhole) this.#options.warn(this.at, 'The page that was recorded after this step did not come.');
		const ready = watched.page.waitForFunction(() => document.readyState !== 'loading', {timeout: PAGE_MS});
		await within(ready, PAGE_MS).catch(() => undefined);
	}

	/** No page of the machine itself is ever looked at. */
	async #guard(): Promise<void> {
		for (const page of await this.#session.browser.pages()) {
			const url = page.url();
			if (!/^(?:https?:|about:|blob:https?:|chrome-error:|$)/.test(url) && page === this.#last.page)
				throw new RecordingError(this.at, `The application went to ${url.split(':')[0]}:, and only http and https are recorded.`);
		}
	}

	#timeout(step: Step): number {
		return this.#options.timeoutMs ?? step.timeout ?? this.#flow.timeout ?? WAIT_MS;
	}

	#runnerOf(page: Page): PuppeteerRunnerExtension {
		const known = this.#runners.get(page) ?? new PuppeteerRunnerExtension(this.#session.browser as never, page as never);
		this.#runners.set(page, known);
		return known;
	}

	/** The page and the frame of a step, as soon as they are there. */
	async #placeOf(step: Step): Promise<Place> {
		const end = Date.now() + this.#timeout(step);
		const path = ('frame' in step && step.frame) || [];
		for (;;) {
			const root = await this.#rootOf(step, Date.now() >= end);
			const frame = path.reduce<Frame | null>((parent, index) => parent?.childFrames()[index] ?? null, root?.frame ?? null);
			if (root && frame) return {watched: root.watched, frame};
			if (Date.now() >= end)
				throw new RecordingError(
					this.at,
					root
						? `The page has no frame ${path.join(' > ')}: ${root.frame.childFrames().length === 0 ? 'it has none' : `counted from 0, it has ${root.frame.childFrames().length}`}.`
						: `The window ${pathOf(step.target ?? '')} did not open.`,
				);
			await pause(LOOK_MS);
		}
	}

	/** The window that a step was recorded in. `isLate`: one of the same path will do. */
	async #rootOf({target}: Step, isLate: boolean): Promise<Place | null> {
		const {main, browser, watched} = this.#session;
		if (!target || target === 'main') {
			if (main.page.isClosed()) throw new RecordingError(this.at, 'The page was closed.');
			return {watched: main, frame: main.page.mainFrame()};
		}
		const pages = (await browser.pages()).filter(page => page !== main.page);
		const page = pages.find(one => one.url() === target) ?? (isLate ? pages.find(one => pathOf(one.url()) === pathOf(target)) : undefined);
		if (page) return {watched: watched(page), frame: page.mainFrame()};
		// A frame of another site is recorded as a window of its own.
		const frame = main.page.frames().find(one => one.url() === target);
		return frame ? {watched: main, frame} : null;
	}
}
