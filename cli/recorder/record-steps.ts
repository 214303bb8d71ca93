import type {ElementHandle, Frame, Page} from 'puppeteer-core';
import type {TextLanguage} from '../../shared/contract/ai/text.ts';
import type {Click, Highlight} from '../../shared/contract/geometry.ts';
import {cut, plain} from '../../shared/tour/wording/sentences.ts';
import {distinct, keyFrom} from '../folder/names.ts';
import type {Watched} from './open-browser.ts';
import type {Action} from './plan-actions.ts';
import {LANGUAGES, type RecordedStep, type RecordedTour, type RecordOptions} from './recording.ts';
import {isCardNumber, Secrets} from './secrets.ts';
import {settle} from './settle.ts';
import {type Box, boxOf, nameOf, takePicture} from './take-picture.ts';
import {farewell, type Told, wordsOf} from './words.ts';

/** Characters of a tour's name. */
const NAME = 120;

export type Aim = {handle: ElementHandle<Element>; frame: Frame; offset: {x: number; y: number} | null};
type Words = {title: string; text: string};
type Shown = Words & Pick<RecordedStep, 'highlight' | 'click' | 'popoverSide' | 'popoverAlign' | 'simulateClick'>;

/** The steps of a tour while they are recorded: the pictures go out at once, the rest is kept. */
export class StepRecorder {
	readonly secrets = new Secrets();
	readonly #options: RecordOptions;
	readonly #name: string;
	readonly #steps: RecordedStep[] = [];
	#language: TextLanguage | null;

	constructor(name: string, options: RecordOptions) {
		this.#options = options;
		this.#name = name;
		this.#language = options.language ? LANGUAGES[options.language]! : null;
	}

	/** Records an action that is about to be done. */
	async action({kind, value, typed, keys}: Action, watched: Watched, aim: Aim | null): Promise<void> {
		const {page} = watched;
		const language = await this.#languageOf(page);
		const named = aim && (await nameOf(aim.handle));
		const facts = named?.facts;
		const isSecret = facts?.isSecret || isCardNumber(value ?? typed);
		if (isSecret) for (const secret of [value, typed]) if (secret) this.secrets.add(secret);
		const box = aim && (await boxOf(aim.frame, facts!));
		// A frame may be drawn smaller than what is in it.
		const drawn = box && facts!.rect.width > 0 ? box.width / facts!.rect.width : 1;
		const offset = aim?.offset && {x: aim.offset.x * drawn, y: aim.offset.y * drawn};
		const place = placeIn(page, box, offset ?? null, this.#options.viewport);
		const name = named?.name ? this.secrets.without(named.name) : null;
		const shownValue = value === null || isSecret ? null : this.secrets.without(facts?.options[value] ?? value);
		const told: Told = {
			kind,
			element: kind === 'fill' && named?.kind === 'text' ? 'field' : (named?.kind ?? 'text'),
			name,
			value: shownValue,
			isScale: facts?.isScale ?? false,
			clears: kind === 'click' && named?.kind === 'checkbox' && facts!.isChecked && facts!.type !== 'radio',
			keys: isSecret && typed ? keys.filter(key => [...key].length > 1) : keys,
			highlight: place.highlight ?? null,
			click: place.click ?? null,
		};
		const words = wordsOf(told, language, this.#steps.length === 0);
		const shows = kind === 'hover' || kind === 'press' ? {simulateClick: false} : {};
		await this.#add(page, `${kind}-${name ?? told.element}`, {...words, ...place, ...shows});
	}

	/** Records an element with words that are given. `handle`: null for the page as it is. */
	async element(
		watched: Watched,
		handle: ElementHandle<Element> | null,
		given: Words & Pick<Shown, 'popoverSide' | 'popoverAlign'>,
	): Promise<void> {
		const box = handle && (await boxOf(handle.frame, (await nameOf(handle)).facts));
		const place = placeIn(watched.page, box, null, this.#options.viewport);
		await this.#add(watched.page, given.title || `step-${this.#steps.length + 1}`, {...given, ...place, simulateClick: false});
	}

	/** Records how it ends. */
	async end(watched: Watched): Promise<void> {
		await settle(watched);
		await this.#add(watched.page, 'end', farewell(this.secrets.without(this.#name), await this.#languageOf(watched.page)));
	}

	async tour(page: Page): Promise<RecordedTour> {
		const language = await this.#languageOf(page);
		const code = Object.keys(LANGUAGES).find(name => LANGUAGES[name] === language)!;
		// A secret may have been typed after a step that has it in its words.
		const clean = (text: string | undefined) => (text === undefined ? text : this.secrets.without(text));
		const steps = this.#steps.map(step => ({...step, title: clean(step.title), text: clean(step.text)}));
		const name = this.#name || (await page.title().catch(() => '')) || 'Tour';
		return {name: cut(this.secrets.without(plain(name) ?? 'Tour'), NAME), language: code, steps};
	}

	async #add(page: Page, words: string, shown: Shown): Promise<void> {
		const png = await takePicture(page, this.secrets.patterns());
		const base = keyFrom(words.replace(/([a-z])([A-Z])/g, '$1-$2'), 'step')
			.slice(0, 40)
			.replace(/[-.]+$/, '');
		const [key] = distinct(
			[base],
			this.#steps.map(step => step.key!),
		) as [string];
		const image = `${String(this.#steps.length + 1).padStart(2, '0')}-${key}.png`;
		await this.#options.savePicture(image, png);
		this.#steps.push({key, type: 'screen', ...shown, image});
	}

	/** The language that was asked for, else that of the application, else English. */
	async #languageOf(page: Page): Promise<TextLanguage> {
		if (this.#language) return this.#language;
		const said = await page.evaluate(() => document.documentElement.lang).catch(() => '');
		this.#language = LANGUAGES[said.slice(0, 2).toLowerCase()] ?? 'en';
		return this.#language;
	}
}

/** As shares of the picture. Five digits: finer than a pixel. */
function placeIn(
	page: Page,
	box: Box | null,
	offset: {x: number; y: number} | null,
	viewport: {width: number; height: number},
): {highlight?: Highlight; click?: Click} {
	const {width, height} = page.viewport() ?? viewport;
	const share = (value: number, of: number) => Math.round((value / of) * 1e5) / 1e5;
	if (!box) return {};
	const [left, top] = [Math.max(0, box.x), Math.max(0, box.y)];
	const [right, bottom] = [Math.min(width, box.x + box.width), Math.min(height, box.y + box.height)];
	if (right - left < 1 || bottom - top < 1) return {};
	const highlight = {x: share(left, width), y: share(top, height), width: share(right - left, width), height: share(bottom - top, height)};
	const point = offset && {x: box.x + offset.x, y: box.y + offset.y};
	const isInside = point && point.x >= left && point.x <= right && point.y >= top && point.y <= bottom;
	return {highlight, ...(isInside && {click: {x: share(point.x, width), y: share(point.y, height)}})};
}
