import {edges, settle} from '../../renderers/player/client/place.ts';
import {idsOf, ownWords} from '../../renderers/player/parts/context.ts';
import {isLong, stepSection} from '../../renderers/player/parts/step.ts';
import type {Edges} from '../../renderers/player/placement/place.ts';
import {marksIn, placementRule} from '../../renderers/player/placement/placement.ts';
import {wishOf} from '../../renderers/player/placement/wish.ts';
import {themeRule} from '../../renderers/player/style/style.ts';
import {hasBrowserBar} from '../../shared/tour/browser-bar.ts';
import type {View} from '../session/view.ts';
import {joinHands} from '../shell/hands.ts';
import {asSnapshot} from './as-snapshot.ts';
import {lay, measure, type Room} from './balloon-place.ts';
import {drawHandles, gripStyle, listenToPointer} from './handles.ts';
import {heldIn, keepFocus} from './keep-focus.ts';
import {type Frame, speakIn, stageSheets} from './player-style.ts';
import {differInWords, type Marks, shapeOf} from './shape.ts';
import {makeWritable, showWords, type Words, writeTitle} from './words.ts';

/** Actions on the stage. */
export type Hands = {
	/** Returns the view to show now: `show` follows a frame later, and a held arrow key does not wait for it. */
	now: () => View | null;
	mark: (marks: Marks) => void;
	write: (words: Partial<Words>) => void;
	/** The buttons of the balloon lead through the tour here as well. */
	go: (by: number) => void;
	leave: () => void;
};

/** The player's own step in a frame, with handles on its marks and fields for its words. */
export class Stage {
	readonly #document: Document;
	readonly #hands: Hands;
	readonly #sheets: ReturnType<typeof stageSheets>;
	#drawn = '';
	#theme = '';
	/** Style that places the marks of the step as it is drawn. */
	#placed = '';
	/** Height of the balloon as it was placed. */
	#height: number | undefined;
	#view: View | null = null;
	/** Marks that are being drawn at this moment, and where the picture is meanwhile. */
	#draft: Marks | null = null;
	#picture: Edges | null = null;
	/** Measures by which the balloon was placed; null without a balloon. */
	#room: Room | null = null;
	/** The highlight is to be held as soon as it is drawn. */
	#holds = false;
	/** Why the title is written once the step is shown; null: it is not. */
	#writes: string | null = null;
	/** The frame of the browser in which what was drawn is shown. */
	#frame = 0;
	#measuring: ReturnType<typeof setTimeout> | undefined;
	readonly #window: Frame;

	constructor(frame: HTMLIFrameElement, hands: Hands) {
		const inside = frame.contentWindow as Frame;
		this.#window = inside;
		this.#document = frame.contentDocument!;
		this.#hands = hands;
		this.#sheets = stageSheets(inside);
		this.#document.adoptedStyleSheets = this.#sheets.all;
		this.#document.documentElement.classList.add('js', 'up', 'dressed');
		this.#document.title = 'Roteiro';
		this.#document.body.innerHTML = '<main></main>';
		joinHands(inside);
		this.#document.addEventListener('click', event => this.#onClick(event));
		this.#document.fonts.addEventListener('loadingdone', () => this.#settle());
		new inside.ResizeObserver(() => this.#settle()).observe(this.#main);
		listenToPointer(this.#document, {
			view: hands.now,
			draft: marks => this.#sketch(marks),
			drawn: () => this.write('drawn'),
			mark: hands.mark,
		});
	}

	get #main(): HTMLElement {
		return this.#document.querySelector('main')!;
	}

	/** Shows a step. If only its words or places have changed, a field in use and a held mark stay. */
	show(view: View, scale: number): void {
		this.#forgetFrame();
		const {tour, step, tool} = view;
		const root = this.#document.documentElement;
		root.style.setProperty('--per-pixel', String(1 / scale));
		root.classList.toggle('clicking', tool === 'click');
		const isWriting = this.#view && differInWords(this.#view, view);
		this.#view = view;
		if (isWriting) {
			if (showWords(this.#section!, step)) this.#settleLater();
			return;
		}
		const theme = themeRule(tour.theme);
		if (theme !== this.#theme) this.#sheets.theme.replaceSync(theme);
		this.#theme = theme;
		const drawn = shapeOf(view);
		if (drawn !== this.#drawn) this.#draw(view);
		this.#drawn = drawn;
		showWords(this.#section!, step);
		this.#place();
		if (this.#holds) this.#handle?.focus();
		this.#holds = false;
		if (this.#writes !== null) this.write(this.#writes);
	}

	/** Shows marks while they are drawn, once in a frame however often the pointer is heard; null once it is over. */
	#sketch(marks: Marks | null): void {
		this.#draft = marks;
		if (marks) this.#drawFirst();
		else {
			this.#picture = null;
			this.#section?.querySelector('.first')?.remove();
			// Behind whatever shows what came of it, which leaves nothing to do.
			this.#forgetFrame();
		}
		this.#frame ||= this.#window.requestAnimationFrame(() => {
			this.#frame = 0;
			if (this.#view) this.#place();
		});
	}

	/** The ring of a highlight that is only being drawn: the step's markup has one once it is there. */
	#drawFirst(): void {
		const picture = this.#section?.querySelector('.pic');
		if (!picture || picture.querySelector('.ring')) return;
		const ring = this.#document.createElement('i');
		ring.className = 'ring first';
		picture.append(ring);
	}

	#forgetFrame(): void {
		this.#window.cancelAnimationFrame(this.#frame);
		this.#frame = 0;
	}

	/** Puts the cursor at the end of the title; `by`: the reason, `drawn` after drawing a highlight. */
	write(by = ''): void {
		// A step that was just made or chosen is not shown yet.
		this.#writes = this.#view?.step.id === this.#hands.now()?.step.id ? null : by;
		if (this.#writes === null) writeTitle(this.#document, by);
	}

	/** Puts the focus on the highlight, for the keys; on one that was just made once it is shown. */
	hold(): void {
		this.#holds = !this.#handle;
		this.#handle?.focus();
	}

	get #handle(): HTMLElement | null {
		return this.#document.querySelector('.frame');
	}

	get #section(): HTMLElement | null {
		return this.#document.querySelector('.step');
	}

	get #balloon(): HTMLElement | null {
		return this.#document.querySelector('[data-place]');
	}

	#draw({tour, step}: View): void {
		const held = heldIn(this.#document);
		const isOther = this.#section?.dataset.step !== step.id;
		const {steps, endCta, narrationSettings} = tour;
		const {language} = narrationSettings;
		speakIn(this.#document, language);
		// Hotspots are drawn here by what holds them.
		const {hotspots: _hotspots, ...led} = step.actions ?? {};
		const markup = stepSection({...asSnapshot(step), actions: led}, step.position, {
			...ownWords(language),
			steps,
			ids: idsOf({steps, endCta}),
			count: steps.length,
			endTitle: endCta.title,
			spokenTo: -1,
			plays: false,
			browserBar: hasBrowserBar(tour),
			url: file => file,
		}).markup;
		this.#main.innerHTML = markup;
		const section = this.#section!;
		this.#placed = '';
		section.classList.add('on', 'all');
		for (const link of section.querySelectorAll<HTMLElement>('a')) link.tabIndex = -1;
		makeWritable(section, step, {
			leave: this.#hands.leave,
			write: words => {
				this.#hands.write(words);
				section.classList.toggle('long', isLong(this.#hands.now()!.step));
				this.#settleLater();
			},
		});
		drawHandles(section, {view: this.#hands.now, mark: this.#hands.mark});
		// Words that were for another step, which is gone, are none for this one.
		if (!isOther || !held.element?.dataset.field) keepFocus(section, held);
	}

	/** Puts marks and balloon where they belong by now. */
	#place(): void {
		const {step} = this.#view!;
		const shown = asSnapshot({...step, ...this.#draft});
		const section = this.#section!;
		const picture = section.querySelector('.pic');
		// Before anything is written, so that nothing has to be laid out for it.
		if (this.#draft && picture) this.#picture ??= edges(picture);
		// Set on the element, unlike in the player's page: replacing a sheet makes the browser compute every style again.
		const rule = placementRule(section.id, shown);
		const values = rule.slice(rule.indexOf('{') + 1, -1) + gripStyle(shown.highlight);
		if (values !== this.#placed) section.style.cssText = values;
		this.#placed = values;
		section.classList.toggle('long', isLong(step));
		const balloon = this.#balloon;
		if (!balloon) return;
		balloon.dataset.place = JSON.stringify(wishOf(shown));
		// Only the marks are measured again: drawing does not wait for the browser to lay everything out.
		if (this.#picture && shown.highlight) {
			this.#room ??= measure(section, this.#main, balloon);
			lay(balloon, this.#room, ...marksIn(this.#picture, shown.highlight, shown.click));
		} else this.#settle();
	}

	/** Places a balloon that a letter has made higher, behind the frame that shows the letter: to measure it would make that wait. */
	#settleLater(): void {
		clearTimeout(this.#measuring);
		this.#measuring = setTimeout(() => {
			const balloon = this.#balloon;
			const say = balloon?.firstElementChild;
			if (say && (balloon.offsetHeight !== this.#height || say.scrollHeight > say.clientHeight)) this.#settle();
		});
	}

	#settle(): void {
		const section = this.#section;
		this.#room = null;
		if (!section) return;
		settle(section, this.#main);
		this.#height = this.#balloon?.offsetHeight;
	}

	#onClick(event: MouseEvent): void {
		const link = (event.target as Element).closest('a');
		if (!link) return;
		event.preventDefault();
		if (link.rel) this.#hands.go(link.rel === 'next' ? 1 : -1);
	}
}
