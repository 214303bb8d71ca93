import {startCaddy} from '../caddy.ts';
import type {Experiment} from '../experiment.ts';
import {rollingRestarts} from '../rolling-restart.ts';

/** The whole trial has so many; `RESTARTS=10` runs a part of it. */
const RESTARTS = Number(process.env.RESTARTS ?? 40);
const PER_SECOND = 100;

export const experiment: Experiment = {
	name: 'rolling-restart-caddy',
	title: `${RESTARTS} rolling restarts of two APIs behind Caddy under ${PER_SECOND} calls a second`,
	limit: 1800,
	run: report => rollingRestarts({restarts: RESTARTS, perSecond: PER_SECOND, seenMs: 5000, startProxy: startCaddy}, report),
};
