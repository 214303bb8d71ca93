/**
 * What an experiment measured, by name. `acknowledged` (writes), `lost`, `doubled` and `recovery` (seconds from the end of
 * the fault until calls and jobs succeed again) are columns of the table that `npm run lab -- faults` prints; all else follows them.
 */
export type Figures = Record<string, number | string>;

export type Outcome = {figures: Figures; ok: boolean};

/**
 * One way to break the service, exported as `experiment` by a file of `experiments/`. `run` starts what it needs on the
 * servers that the settings name, breaks it, and counts what is left; it ends whatever it started, also where it throws.
 */
export type Experiment = {
	/** The name after `npm run lab -- faults`: kebab-case, that of the file. */
	name: string;
	/** One line: what is done to what. */
	title: string;
	/** How long it may take, in seconds; 300 where nothing is said. */
	limit?: number;
	/** `report` prints a line of progress. */
	run(report: (sentence: string) => void): Promise<Outcome>;
};
