import {startObjectStore} from '../../helpers/object-store.ts';
import type {Experiment} from '../experiment.ts';
import {stormOutcome} from '../storm.ts';

const JOBS = 1000;
const KILLS = 20;

export const experiment: Experiment = {
	name: 'storm-object-store',
	title: `${JOBS} texts and narrations with files in an object store, while the worker is killed ${KILLS} times`,
	limit: 900,
	async run(report) {
		const store = await startObjectStore();
		try {
			const {figures, ok} = await stormOutcome({jobs: JOBS, kills: KILLS, settings: {FILES: store.url('storm')}, report});
			return {figures: {...figures, requestsToTheStore: store.requests()}, ok: ok && store.requests() > 0};
		} finally {
			await store.close();
		}
	},
};
