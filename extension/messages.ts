import type {Named, Place} from '../cli/recorder/describe-target.ts';
import type {PageWords} from '../cli/recorder/page/facts.ts';
import type {Doing} from '../cli/recorder/plan-actions.ts';
import type {PAGES, RecordedStep} from '../cli/recorder/recording.ts';
import type {SignInFault} from '../client/sign-in.ts';

/** Messages between the parts of the extension: plain values. */

/** An action that a page announces before it is done. */
export type Announced = {doing: Doing; named: Named | null; place: Place};

/** A tour as tour.json has it. */
export type ComposedTour = {key: string; name: string; language: string; pictures: typeof PAGES; steps: RecordedStep[]};

export type Message =
	/** A frame is there, or its document is read by now. Answered by whether it is recorded. */
	| {type: 'hello'; language: string; title: string; isTop: boolean}
	/** Answered once the picture of the moment before is taken. */
	| ({type: 'act'} & Announced)
	| {type: 'start'; tab: number}
	| {type: 'stop'}
	| {type: 'discard'}
	/** Sends to the service at this URL, or to the last one. `app`: the name under which it lists this extension. */
	| {type: 'send'; tour: ComposedTour; pictures: number[]; service: string | null; app: string}
	/** Answered by how sending is going. */
	| {type: 'sending'}
	| {type: 'sign-out'};

export type Sending =
	| {phase: 'signing-in'}
	| {phase: 'sending'; done: number; total: number}
	/** `service`: the address that was given, empty where it was that of last time. */
	| {phase: 'failed'; fault: SignInFault | 'interrupted'; detail: string; service: string}
	| {phase: 'sent'; url: string};

/** Orders to the frames of a page. */
export type Order =
	| {type: 'record'; isOn: boolean}
	/**
	 * `picture`: the picture's identifier; `ask`: the token by which frames recognize this request; `errors`: number of
	 * frames that show the browser's error page. Such frames never answer.
	 */
	| {type: 'cover'; patterns: string[]; picture: string; ask: string; errors: number}
	| {type: 'show'}
	/** Every document answers this at once. */
	| {type: 'here'};

/**
 * `found`: number of secrets that were not covered before; `isSilent`: a visible frame did not answer; `isHidden`: the
 * page is not visible; `page`: its words. The top frame answers for all.
 */
export type Answer = {found: number; isSilent: boolean; isHidden: boolean; page?: PageWords};

/**
 * Reasons for a missing picture: a frame did not answer (silent); the tab was not visible (hidden); a secret is redrawn
 * again and again (restless); the browser lets no extension see the page (closed); the browser ended the worker
 * (ended).
 */
export type Refusal = 'silent' | 'hidden' | 'restless' | 'closed' | 'ended';

export type Kept = {action: number; named: Named | null; place: Place; picture: number; page: PageWords};

/** A recording, as it is kept while the browser runs: never on a disk, for what was typed into secret fields is in it. */
export type Recording = {
	isOn: boolean;
	/** The tab in which it began, and those that were opened out of it. */
	tabs: number[];
	/** The recorded, visible documents' documentIds, by tab. */
	frames: Record<string, string[]>;
	/** Actions so far, for the plan of the steps. */
	done: object[];
	kept: Kept[];
	/** The last picture: how it ends. */
	ending: number | null;
	/** Words of the page in it. */
	endingPage: PageWords;
	/** Time at which it began, milliseconds: two recordings of one name are two tours. */
	begunAt: number;
	secrets: string[];
	language: string;
	name: string;
	/** Time of the last picture, milliseconds. */
	capturedAt: number;
	/** Pictures that were not taken. `name`: the element that the step shows. */
	refused: Array<{why: Refusal; name: string | null}>;
	/** The picture in progress, with such a name; undefined if there is none. */
	taking?: {name: string | null};
	/** The service's key of the tour, while it is sent. */
	key: string | null;
};
