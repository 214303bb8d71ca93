import {appendFileSync} from 'node:fs';
import {join} from 'node:path';
import {cacheFolder} from '../../shared/process/build-cache.ts';
import type {Measured} from './benches.ts';

/** Stand beside other programs; all others beside a number, which only a quiet machine reaches. */
const BESIDE = ['get-tour', 'tools-call', 'watched', 'ingest', 'operation', 'page', 'cover', 'documents', 'player', 'processes'];
/** A loaded machine moves ratios; more than this is no noise. */
const FAR_OFF = 1.5;

/** Returns true unless the ratio of a short round is missing or half as bad again as its goal. */
export function isNear(bench: string, {ratio, goal, isNoisy}: Measured): boolean {
	const [, sign, limit] = /([<>])=? ([\d.]+)$/.exec(goal) ?? [];
	if (!limit || !BESIDE.includes(bench) || isNoisy) return Number.isFinite(ratio);
	return (sign === '<' ? ratio / Number(limit) : Number(limit) / ratio) <= FAR_OFF;
}

/** Keeps a line of JSON for each ratio, run after run, beside what else is kept on this machine. */
export function keepShortRound(bench: string, rows: Measured[]): void {
	const folder = cacheFolder('');
	const lines = rows.map(({what, ratio}) => `${JSON.stringify({at: new Date(), bench, what, ratio})}\n`);
	if (folder) appendFileSync(join(folder, 'short-rounds.jsonl'), lines.join(''));
}
