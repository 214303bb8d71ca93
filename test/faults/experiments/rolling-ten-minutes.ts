import type {Experiment} from '../experiment.ts';
import {rollingRestarts} from '../rolling-restart.ts';

const PER_SECOND = 200;
const EVERY_S = 20;
const RESTARTS = 600 / EVERY_S;

export const experiment: Experiment = {
	name: 'rolling-ten-minutes',
	title: `ten minutes of ${PER_SECOND} calls a second to two APIs behind nginx, of which one is restarted every ${EVERY_S} s`,
	limit: 1200,
	run: report => rollingRestarts({restarts: RESTARTS, perSecond: PER_SECOND, everyMs: EVERY_S * 1000}, report),
};
