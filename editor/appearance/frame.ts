import {settle} from '../../renderers/player/client/place.ts';
import {ownWords, type StepContext} from '../../renderers/player/parts/context.ts';
import {endCard} from '../../renderers/player/parts/end-card.ts';
import {leadForm} from '../../renderers/player/parts/lead-form.ts';
import {stepSection} from '../../renderers/player/parts/step.ts';
import {placementRule} from '../../renderers/player/placement/placement.ts';
import lead from '../../renderers/player/style/lead.css' with {type: 'text'};
import {themeRule} from '../../renderers/player/style/style.ts';
import type {EndCta, LeadCapture} from '../../shared/contract/cards.ts';
import type {Theme} from '../../shared/contract/theme.ts';
import {joinHands} from '../shell/hands.ts';
import {allFonts, type Frame, playerSheets, sheetIn, speakIn} from '../stage/player-style.ts';
import type {ShownStep} from './samples.ts';

/** Parts of a tour that differ in their looks. */
export type Part = 'step' | 'slide' | 'form' | 'card';
/** The content of the frame: one part of a tour, drawn as the player draws it. */
export type Look = {
	part: Part;
	/** BCP 47, of the page. */
	language: string;
	theme: Theme;
	steps: Record<'step' | 'slide', ShownStep>;
	/** True if the pictures have the bar of a browser. */
	browserBar: boolean;
	form: LeadCapture;
	card: EndCta & {linkFirst?: true};
};

/** A frame that shows how a tour looks. Nothing in it leads anywhere. */
export class LookFrame {
	readonly #document: Document;
	readonly #theme: CSSStyleSheet;
	readonly #step: CSSStyleSheet;
	#drawn = '';

	constructor(frame: HTMLIFrameElement) {
		const inside = frame.contentWindow as Frame;
		this.#document = frame.contentDocument!;
		joinHands(inside);
		[this.#theme, this.#step] = [sheetIn(inside, ''), sheetIn(inside, '')];
		const fixed = [...playerSheets(inside), sheetIn(inside, lead), sheetIn(inside, OURS)];
		this.#document.adoptedStyleSheets = [allFonts(inside), this.#theme, ...fixed, this.#step];
		this.#document.documentElement.classList.add('js', 'up', 'dressed');
		this.#document.title = 'Roteiro';
		this.#document.body.innerHTML = '<main></main>';
		for (const name of ['click', 'submit']) this.#document.addEventListener(name, event => event.preventDefault());
		this.#document.fonts.addEventListener('loadingdone', () => this.#settle());
		new inside.ResizeObserver(() => this.#settle()).observe(this.#main);
	}

	show(look: Look): void {
		speakIn(this.#document, look.language);
		this.#theme.replaceSync(themeRule(look.theme));
		const shown = look.part === 'step' || look.part === 'slide' ? look.steps[look.part] : null;
		this.#step.replaceSync(shown ? placementRule(idOf(shown.index), shown.step) : '');
		const markup = draw(look);
		// Unchanged markup stays: a picture is not decoded again for a new colour.
		if (markup !== this.#drawn) this.#main.innerHTML = markup;
		this.#drawn = markup;
		this.#section?.classList.add('on', 'all');
		this.#settle();
	}

	get #main(): HTMLElement {
		return this.#document.querySelector('main')!;
	}

	get #section(): HTMLElement | null {
		return this.#document.querySelector('.step');
	}

	#settle(): void {
		if (this.#section) settle(this.#section, this.#main);
	}
}

/** The stage's layout: the step fills the page. */
const OURS = 'body{display:block}main{height:100dvh}.step{display:grid}';

function draw({part, language, steps, browserBar, form, card}: Look): string {
	const {step, index, count} = steps[part === 'slide' ? 'slide' : 'step'];
	const context: StepContext = {
		...ownWords(language),
		steps: Array.from({length: count}, (_, at) => ({id: `${at}`})),
		ids: [...Array.from({length: count}, (_, at) => idOf(at)), 'end'],
		count,
		endTitle: null,
		spokenTo: -1,
		plays: false,
		browserBar,
		url: file => file,
	};
	if (part === 'form') return leadForm(form, {id: '', action: '#'}, context).markup;
	if (part === 'card') return endCard(card, context).markup;
	return stepSection(step, index, context).markup;
}

const idOf = (index: number) => `s${index + 1}`;
