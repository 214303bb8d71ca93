import type {
	Locator,
	Page,
	PlaywrightTestArgs,
	PlaywrightTestOptions,
	PlaywrightWorkerArgs,
	PlaywrightWorkerOptions,
	TestType,
} from '@playwright/test';

/** The words and manner of a step. Absent ones are worked out from the element that is used. */
export type StepWords = {
	/** The step is found again by it; default: made of what is done and the name of what it is done to. */
	key?: string;
	title?: string;
	text?: string;
	/** Its name in the list of steps. */
	label?: string;
	/** Describes the picture for those who do not see it. */
	alt?: string;
	narrationScript?: string;
	popoverSide?: 'top' | 'right' | 'bottom' | 'left' | 'over';
	popoverAlign?: 'start' | 'center' | 'end';
	scene?: number;
	simulateClick?: boolean;
	/** Target of Next instead of the step that follows: the key of a step, or `end`. */
	next?: string;
};

/** An answer that can be pressed in a step, and its target: the key of a step, an https URL, `next`, `previous`, `restart` or `end`. */
export type Answer = {label: string; to: string; goal?: boolean};

export type Start = {
	/** The account's key of the tour, and its folder; default: made of the test's title. */
	key?: string;
	/** Default: the test's title. */
	name?: string;
	/** Language of the words; default: the language that the application says it is in. */
	language?: 'pt' | 'en' | 'es';
	/** false: only what is done by `tour` itself is recorded. Default true. */
	automatic?: boolean;
	/** false: no last picture of how it ends. Default true, where the tour does not end with a slide. */
	ending?: boolean;
	/** Words that stand in no picture and in no text, such as the password that the application's own page shows. */
	secrets?: string[];
	/** More of the tour, as tour.yaml has it: theme, endCta, leadCapture and so on. */
	more?: Record<string, unknown>;
};

export type Tour = {
	/** Starts recording. Without it nothing is recorded. */
	start(options?: Start): Promise<void>;
	/** Words for what is recorded next. */
	note(words: StepWords): Promise<void>;
	/** A step of words alone. */
	slide(words: StepWords): Promise<void>;
	/** Asks, and each answer leads on: a step of words, or of a picture of the target. Keys of its own name the steps that it leads to. */
	choice(words: StepWords, answers: Answer[], target?: Locator | Page): Promise<void>;
	/** Clicks, with these words. */
	click(target: Locator, words?: StepWords): Promise<void>;
	/** Shows something, and does nothing; without a target all of the page. */
	show(target: Locator | Page, words?: StepWords): Promise<void>;
	/** Hides every action until `resume`. */
	pause(): void;
	resume(): void;
};

export type TourOptions = {
	/** The folder in which each tour gets one of its own; default: `tours` beside the configuration of Playwright. */
	folder?: string;
	/** false: tests run and record nothing; so does ROTEIRO_RECORD=0. Default true. */
	record?: boolean;
	/** Language of tours that name none of their own. */
	language?: 'pt' | 'en' | 'es';
};

export type Fixtures = {tour: Tour; tourOptions: TourOptions};

/** Playwright's `test` with `tour`: where the test passes, what was recorded is written as a folder that `roteiro publish` reads. */
export declare const test: TestType<PlaywrightTestArgs & PlaywrightTestOptions & Fixtures, PlaywrightWorkerArgs & PlaywrightWorkerOptions>;
export {expect} from '@playwright/test';
