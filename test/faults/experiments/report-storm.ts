import type {Experiment} from '../experiment.ts';
import {reportStorm} from '../report-storm.ts';

const EVENTS = 100_000;
const KILLS = 20;

export const experiment: Experiment = {
	name: 'report-storm',
	title: `${EVENTS} events of visitors, a tenth of them twice, while the counter is killed ${KILLS} times: counted exactly`,
	limit: 900,
	async run(report) {
		const {acknowledged, counted, killsAtWork, refused, reportsPerSecond} = await reportStorm({events: EVENTS, kills: KILLS, report});
		const names = [...new Set([...Object.keys(acknowledged), ...Object.keys(counted)])];
		const differences = names.map(name => (counted[name] ?? 0) - (acknowledged[name] ?? 0));
		const lost = -differences.filter(difference => difference < 0).reduce((sum, less) => sum + less, 0);
		const doubled = differences.filter(difference => difference > 0).reduce((sum, more) => sum + more, 0);
		return {figures: {acknowledged: EVENTS, lost, doubled, kills: KILLS, killsAtWork, refused, reportsPerSecond}, ok: lost + doubled === 0};
	},
};
