import type {Keyboard, Locator, Page} from '@playwright/test';
import type {TextLanguage} from '../../shared/contract/ai/text.ts';
import type {Moment} from '../recorder/compose-step.ts';
import {type Activity, type AnyEvents, type AnyPage, watchActivity} from '../recorder/driver.ts';
import type {PageWords} from '../recorder/page/facts.ts';
import {PARTS} from '../recorder/page/install.ts';
import {type Doing, LivePlan} from '../recorder/plan-actions.ts';
import {LANGUAGES} from '../recorder/recording.ts';
import {Secrets, secretsOf} from '../recorder/secrets.ts';
import {settle} from '../recorder/settle.ts';
import {describePage, PictureRefused, takePicture} from '../recorder/take-picture.ts';
import {bringOut, Elements, type Handle, lookAt, lookAtFocus, nameAt, seenFile, shoot, valueIn} from './observe-element.ts';
import type {Answer, Start, StepWords, Tour} from './package.d.ts';
import {type Act, type KeysType, unseen} from './patch-actions.ts';
import {type Kept, writeFolder} from './write-folder.ts';

type Target = {handle: Handle; moment: Moment};
type Settings = {title: string; language: keyof typeof LANGUAGES | null; warn(message: string): void};

/** Records the actions of a test. Writes nothing before it has passed. */
export class TestRecorder {
	readonly tour: Tour;
	readonly #page: Page;
	readonly #settings: Settings;
	readonly #secrets = new Secrets();
	readonly #plan = new LivePlan();
	readonly #kept: Kept[] = [];
	readonly #watched = new WeakMap<Page, Activity & {page: Page}>();
	#options: Start | null = null;
	#isPaused = false;
	#refused = 0;
	#note: StepWords | null = null;
	readonly #elements = new Elements();
	/** The page of the last action. */
	#last: Page;
	#language: TextLanguage | null = null;

	constructor(page: Page, settings: Settings) {
		this.#page = page;
		this.#settings = settings;
		this.#last = page;
		this.tour = {
			start: options => this.#start(options ?? {}),
			note: async words => this.#annotate(words),
			slide: async words => this.#slide(words),
			choice: (words, answers, target) => this.#choice(words, answers, target),
			click: (target, words) => this.#click(target, words),
			show: (target, words) => unseen(() => this.#show(target, words ?? {})),
			pause: () => {
				this.#isPaused = true;
			},
			resume: () => {
				this.#isPaused = false;
			},
		};
	}

	/** Installs the tools in new documents, so that they see each shadow tree from its creation. */
	async prepare(): Promise<void> {
		for (const part of PARTS) await this.#page.context().addInitScript(part);
	}

	/** Records what is about to be done to an element. What cannot be looked at is left to Playwright, which says why. */
	async before(locator: Locator, act: Act, timeout: number | undefined): Promise<void> {
		if (!this.#options || this.#isPaused || this.#options.automatic === false) return;
		await this.#record(locator, act, timeout);
	}

	async beforeKeys(keyboard: Keyboard, keys: string[], type: KeysType): Promise<void> {
		if (!this.#options || this.#isPaused || this.#options.automatic === false) return;
		const page = [...this.#page.context().pages(), this.#last].find(one => one.keyboard === keyboard) ?? this.#page;
		if (type !== 'keys') return this.#add(page, {type, key: keys[0]!, element: null}, () => this.#focused(page));
		const {handle, ...moment} = await this.#focused(page);
		// Letters are of the field with the focus; other keys may be of what was clicked, which need not take it.
		const element = handle && moment.named?.facts.isText ? await this.#elements.numberOf(handle, true) : null;
		await this.#add(page, {type, keys, element}, async () => moment);
	}

	/** Writes the tour, where one was begun, and returns its folder. */
	async write(folderOf: (key: string) => string): Promise<string | null> {
		if (!this.#options) return null;
		const {ending = true} = this.#options;
		const page = this.#last.isClosed() ? this.#page : this.#last;
		if (ending && this.#kept.at(-1)?.kind !== 'slide' && !page.isClosed()) {
			await this.#settle(page);
			const words = this.#takeNote();
			const taken = await this.#picture(page, 'how it ends');
			if (taken) this.#kept.push({kind: words.title || words.text ? 'shown' : 'end', words, place: {}, name: null, ...taken});
		} else if (this.#note) this.#settings.warn('tour.note: nothing was recorded after it, so that its words are in no step.');
		// The recorder has already reported the refused picture, which is no reason to fail the test.
		if (this.#kept.length === 0 && this.#refused > 0) return null;
		const said = {
			options: this.#options,
			title: this.#settings.title,
			language: await this.#languageOf(page),
			secrets: this.#secrets,
			actions: this.#plan.actions,
		};
		return writeFolder(this.#kept, said, folderOf);
	}

	async #start(options: Start): Promise<void> {
		if (this.#options) throw new Error('tour.start: the tour of this test has begun already. A test makes one tour.');
		this.#options = options;
		for (const secret of options.secrets ?? []) this.#secrets.add(secret);
		const language = options.language ?? this.#settings.language;
		if (language) this.#language = LANGUAGES[language] ?? null;
		for (const page of this.#page.context().pages()) this.#watch(page);
		this.#page.context().on('page', page => this.#watch(page));
	}

	#annotate(words: StepWords): void {
		this.#plan.close();
		this.#note = {...this.#note, ...words};
	}

	#slide(words: StepWords): void {
		this.#begun('slide');
		this.#plan.close();
		this.#kept.push({kind: 'slide', words});
	}

	async #choice(words: StepWords, answers: Answer[], target?: Locator | Page): Promise<void> {
		const before = this.#kept.length;
		await (target ? unseen(() => this.#show(target, words)) : this.#slide(words));
		// A refused picture takes the question with it.
		Object.assign(this.#kept[before] ?? {}, {answers});
	}

	async #click(target: Locator, words: StepWords = {}): Promise<void> {
		this.#begun('click');
		await unseen(async () => {
			this.#annotate(words);
			await this.#record(target, {doing: {type: 'click'}}, undefined);
			await target.click();
		});
		this.#plan.close();
	}

	async #show(target: Locator | Page, words: StepWords): Promise<void> {
		this.#begun('show');
		this.#plan.close();
		const isPage = 'mainFrame' in target;
		const page = isPage ? target : target.page();
		const found = isPage ? null : await this.#find(target, {}, undefined);
		if (isPage) await this.#settle(page);
		const said = {title: found?.moment.named?.name ?? '', ...this.#takeNote(), ...words, simulateClick: false};
		const taken = await this.#picture(page, said.title || 'the page');
		const {named = null, place = {}} = found?.moment ?? {};
		if (taken) this.#kept.push({kind: 'shown', words: said, place, name: named?.name ?? null, ...taken});
		await found?.handle.dispose();
	}

	async #record(locator: Locator, act: Act, timeout: number | undefined): Promise<void> {
		const target = await this.#find(locator, act, timeout).catch(() => undefined);
		if (target === undefined) return this.#settings.warn(`${locator} was not seen and is not in the tour.`);
		if (target && act.setsChecked === target.moment.named?.facts.isChecked) return target.handle.dispose();
		const already = act.isAppended && target ? await valueIn(target.handle) : '';
		const doing = {...act.doing, element: await this.#elements.numberOf(target?.handle ?? null)} as Doing;
		if (doing.type === 'change') doing.value = already + doing.value;
		if (doing.type === 'drag' && act.onto) doing.onto = await nameAt(locator.page(), act.onto);
		await this.#add(locator.page(), doing, async () => target?.moment ?? {named: null, place: {}});
	}

	/** Takes a picture, where what is done is not a part of what was done before. */
	async #add(page: Page, doing: Doing, look: () => Promise<Moment>): Promise<void> {
		const before = this.#plan.actions.length;
		const action = this.#plan.add(doing);
		if (action < 0) return;
		this.#last = page;
		const isNew = this.#plan.actions.length > before;
		const moment = isNew ? await look() : this.#momentOf(action);
		for (const secret of secretsOf(this.#plan.actions[action]!, moment.named)) this.#secrets.add(secret);
		if (!isNew) return;
		await this.#settle(page);
		this.#language ??= await this.#languageOf(page);
		const words = this.#takeNote();
		const taken = await this.#picture(page, words.title ?? moment.named?.name ?? doing.type);
		if (taken) this.#kept.push({kind: 'action', action, moment, words, ...taken});
	}

	#momentOf(action: number): Moment {
		const kept = this.#kept.find(one => one.kind === 'action' && one.action === action);
		return kept?.kind === 'action' ? kept.moment : {named: null, place: {}};
	}

	/** Waits until an element can be seen, and says where and what it is; null for a field for files of which nothing is seen. */
	async #find(locator: Locator, {point, isFile}: Pick<Act, 'point' | 'isFile'>, timeout: number | undefined): Promise<Target | null> {
		await locator.waitFor({state: isFile ? 'attached' : 'visible', timeout});
		await this.#settle(locator.page());
		const seen = isFile ? await seenFile(locator, timeout) : locator;
		if (!seen) return null;
		await bringOut(seen, timeout);
		await this.#settle(locator.page());
		const handle = 'page' in seen ? ((await seen.elementHandle({timeout})) as Handle) : seen;
		const said = (locator as {description?: () => string | null}).description?.() ?? null;
		const moment = await lookAt(handle, point ?? null);
		if (said && moment.named) moment.named.name = said;
		return {handle, moment};
	}

	async #focused(page: Page): Promise<Moment & {handle: Handle | null}> {
		await this.#settle(page);
		return (await lookAtFocus(page)) ?? {named: null, place: {}, handle: null};
	}

	/** Returns the picture and what the page says of itself, or reports the reason and returns null. */
	async #picture(page: Page, step: string): Promise<{picture: Uint8Array; page: PageWords} | null> {
		const said = await describePage(page as unknown as AnyPage);
		const taking = takePicture(page as unknown as AnyPage, this.#secrets.patterns(), () => shoot(page));
		return taking
			.then(picture => ({picture, page: said}))
			.catch((error: unknown) => {
				if (!(error instanceof PictureRefused)) throw error;
				this.#refused++;
				this.#settings.warn(`No picture was taken of "${this.#secrets.without(step)}", which is left out: ${error.message}.`);
				return null;
			});
	}

	#settle(page: Page): Promise<void> {
		return settle(this.#watch(page));
	}

	#watch(page: Page): Activity & {page: Page} {
		const known = this.#watched.get(page) ?? Object.assign(watchActivity(page as unknown as AnyPage & AnyEvents), {page});
		this.#watched.set(page, known);
		return known;
	}

	#takeNote(): StepWords {
		const note = this.#note ?? {};
		this.#note = null;
		return note;
	}

	#begun(method: string): void {
		if (!this.#options) throw new Error(`tour.${method}: the tour has not begun. Call tour.start first.`);
	}

	/** The language that was asked for, else that of the application, else English. */
	async #languageOf(page: Page): Promise<TextLanguage> {
		if (this.#language) return this.#language;
		const said = await page.evaluate(() => document.documentElement.lang).catch(() => '');
		return LANGUAGES[said.slice(0, 2).toLowerCase()] ?? 'en';
	}
}
