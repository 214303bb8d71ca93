import type {Experiment} from '../experiment.ts';
import {storm} from '../storm.ts';

const JOBS = 1000;
const KILLS = 20;

export const experiment: Experiment = {
	name: 'storm',
	title: `${JOBS} texts and narrations while the worker is killed ${KILLS} times: none lost, none charged twice, nothing held`,
	limit: 900,
	async run(report) {
		const {states, stepsDone, charged, due, reserved, written} = await storm({jobs: JOBS, kills: KILLS, report});
		const twice = charged.texts - due.texts + Math.abs(charged.narrationMs - due.narrationMs);
		const lost = JOBS - Math.min(stepsDone, states.succeeded ?? 0);
		return {
			figures: {acknowledged: JOBS, lost, doubled: twice, kills: KILLS, reserved, written},
			ok: lost === 0 && twice === 0 && reserved === 0,
		};
	},
};
