import type {CDPSession, ElementHandle, Frame, Page} from 'puppeteer-core';
import type {TextLanguage} from '../../shared/contract/ai/text.ts';
import {altOf, composeStep, farewell, keyOf, pictureName, type Shown, tourName} from './compose-step.ts';
import {type Box, boxOf, describeTarget, type Named, type Place, placeIn} from './describe-target.ts';
import type {AnyFrame, AnyPage} from './driver.ts';
import type {Watched} from './open-browser.ts';
import {ownerOf, readFacts} from './page/facts.ts';
import {installInto} from './page/install.ts';
import type {Action} from './plan-actions.ts';
import {LANGUAGES, type RecordedStep, type RecordedTour, type RecordOptions} from './recording.ts';
import {Secrets, secretsOf} from './secrets.ts';
import {settle} from './settle.ts';
import {describePage, PictureRefused, takePicture} from './take-picture.ts';

export type Aim = {handle: ElementHandle<Element>; frame: Frame; offset: {x: number; y: number} | null};
type Words = {title: string; text: string};

/** The steps of a tour while they are recorded: the pictures go out at once, the rest is kept. */
export class StepRecorder {
	readonly secrets = new Secrets();
	readonly #options: RecordOptions;
	readonly #name: string;
	readonly #steps: RecordedStep[] = [];
	#language: TextLanguage | null;
	/** The recording's current step; null: its end. */
	#at: number | null = null;
	/** Number of pictures that were not taken. */
	#refused = 0;

	constructor(name: string, options: RecordOptions) {
		this.#options = options;
		this.#name = name;
		this.#language = options.language ? LANGUAGES[options.language]! : null;
	}

	/** Records an action that is about to be done. */
	async action(action: Action, {page}: Watched, aim: Aim | null): Promise<void> {
		this.#at = action.at;
		const language = await this.#languageOf(page);
		const named = aim && (await nameOf(aim.handle));
		for (const secret of secretsOf(action, named)) this.secrets.add(secret);
		const box = aim && (await boxOf(aim.frame as unknown as AnyFrame, named!.facts));
		// A frame may be drawn smaller than what is in it.
		const drawn = box && named!.facts.rect.width > 0 ? box.width / named!.facts.rect.width : 1;
		const offset = aim?.offset ? {x: aim.offset.x * drawn, y: aim.offset.y * drawn} : null;
		const moment = {named, place: this.#place(page, box, offset)};
		const {words, shown} = composeStep(action, moment, {language, isFirst: this.#steps.length === 0, secrets: this.secrets});
		await this.#add(page, words, shown, named?.name ?? null);
	}

	/** Records an element with words that are given. `handle`: null for the page as it is. */
	async element(
		at: number,
		watched: Watched,
		handle: ElementHandle<Element> | null,
		given: Words & Pick<Shown, 'popoverSide' | 'popoverAlign'>,
	): Promise<void> {
		this.#at = at;
		const named = handle && (await nameOf(handle));
		const box = handle && (await boxOf(handle.frame as unknown as AnyFrame, named!.facts));
		const place = this.#place(watched.page, box, null);
		await this.#add(
			watched.page,
			given.title || `step-${this.#steps.length + 1}`,
			{...given, ...place, simulateClick: false},
			named?.name ?? null,
		);
	}

	/** Records how it ends. */
	async end(watched: Watched): Promise<void> {
		this.#at = null;
		await settle(watched);
		await this.#add(watched.page, 'end', farewell(this.secrets.without(this.#name), await this.#languageOf(watched.page)), null);
	}

	async tour(page: Page): Promise<RecordedTour> {
		const language = await this.#languageOf(page);
		const code = Object.keys(LANGUAGES).find(name => LANGUAGES[name] === language)!;
		// A secret may have been typed after a step that has it in its words.
		const clean = (text: string | undefined) => (text === undefined ? text : this.secrets.without(text));
		const steps = this.#steps.map(step => ({...step, title: clean(step.title), text: clean(step.text), alt: clean(step.alt)}));
		const name = tourName(this.#name || (await page.title().catch(() => '')) || 'Tour', this.secrets);
		return {name, language: code, steps, refused: this.#refused};
	}

	#place(page: Page, box: Box | null, offset: {x: number; y: number} | null): Place {
		return placeIn(page.viewport() ?? this.#options.viewport, box, offset);
	}

	/** `name`: of the element that is highlighted. */
	async #add(page: Page, words: string, shown: Shown, name: string | null): Promise<void> {
		const said = await describePage(page as unknown as AnyPage);
		const shoot = () => page.screenshot({type: 'png', captureBeyondViewport: false, optimizeForSpeed: true});
		const png = await takePicture(page as unknown as AnyPage, this.secrets.patterns(), shoot).catch((error: unknown) => {
			if (!(error instanceof PictureRefused)) throw error;
			this.#refused++;
			this.#options.warn(this.#at, `No picture was taken, and the step is left out: ${error.message}.`);
			return null;
		});
		if (!png) return;
		const key = keyOf(
			words,
			this.#steps.map(step => step.key!),
		);
		const image = pictureName(this.#steps.length, key);
		await this.#options.savePicture(image, png);
		const alt = altOf(said, shown.highlight ? name : null, await this.#languageOf(page));
		this.#steps.push({key, type: 'screen', ...shown, alt, image});
	}

	/** The language that was asked for, else that of the application, else English. */
	async #languageOf(page: Page): Promise<TextLanguage> {
		if (this.#language) return this.#language;
		const said = await page.evaluate(() => document.documentElement.lang).catch(() => '');
		this.#language = LANGUAGES[said.slice(0, 2).toLowerCase()] ?? 'en';
		return this.#language;
	}
}

/** Returns the facts of an element, with accessible name and role as the browser sees them. */
async function nameOf(handle: ElementHandle<Element>): Promise<Named> {
	const facts = await handle.evaluate(readFacts).catch(async () => {
		await installInto(handle.frame as unknown as AnyFrame);
		return handle.evaluate(readFacts);
	});
	const owner = (await handle.evaluateHandle(ownerOf)) as ElementHandle<Element>;
	const {objectId} = owner.remoteObject();
	const {client} = owner as unknown as {client: CDPSession};
	const {nodes} = await client.send('Accessibility.getPartialAXTree', {objectId, fetchRelatives: false});
	const node = nodes.find(({ignored}) => !ignored);
	const own = await owner.evaluate(readFacts);
	await owner.dispose();
	return describeTarget({role: String(node?.role?.value ?? ''), name: String(node?.name?.value ?? '')}, facts, own);
}
