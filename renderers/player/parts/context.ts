import type {SnapshotStep} from '../../../shared/contract/snapshot.ts';
import type {Html} from '../../../shared/html.ts';
import type {Messages} from '../../../shared/locales/index.ts';
import type {Places} from './places.ts';

/** What every part of a step's HTML is made with. */
export type StepContext = {
	/** All steps, for where their ways lead. */
	steps: ReadonlyArray<Pick<SnapshotStep, 'id' | 'actions'>>;
	words: Messages['player'];
	/** ` lang="…"` where our words are not in the page's language. */
	lang: Html | null;
	/** The same for what is a sentence of ours: with its own direction. */
	ours: Html | null;
	/** Fragment ids of all steps, the closing card's included. */
	ids: string[];
	count: number;
	/** What the closing card says first, where there is one. */
	endTitle: string | null;
	/** Index of the last step that speaks, -1 where none does. */
	spokenTo: number;
	/** True where the tour can play by itself: then every step says how long it lasts. */
	plays: boolean;
	/** Where the steps are on the paths of a tour that has some. */
	places?: Places | null;
	url: (file: string) => string;
};

/** The steps with where each of them leads. */
export type Led = Pick<StepContext, 'steps'>;
