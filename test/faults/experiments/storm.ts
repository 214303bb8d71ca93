import type {Experiment} from '../experiment.ts';
import {stormOutcome} from '../storm.ts';

const JOBS = 1000;
const KILLS = 20;

export const experiment: Experiment = {
	name: 'storm',
	title: `${JOBS} texts and narrations while the worker is killed ${KILLS} times: none lost, none charged twice, nothing held`,
	limit: 900,
	run: report => stormOutcome({jobs: JOBS, kills: KILLS, report}),
};
