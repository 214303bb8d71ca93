import type {Experiment} from '../experiment.ts';
import {rollingRestarts} from '../rolling-restart.ts';

const RESTARTS = 40;
const PER_SECOND = 100;

export const experiment: Experiment = {
	name: 'rolling-restart',
	title: `${RESTARTS} rolling restarts of two APIs behind nginx under ${PER_SECOND} calls a second`,
	limit: 1800,
	run: report => rollingRestarts({restarts: RESTARTS, perSecond: PER_SECOND}, report),
};
