import {isSame} from '../tour/document/canonical-json.ts';
import type {Values} from './values.ts';

/**
 * A guide shows steps one after the other: those of a tour with paths lose their actions or their order there, and some are left out. So its
 * tour.yaml lists all steps beside it, and none of that is lost on the way back.
 */

/** A step of the whole tour, and its place: in the guide or in the list of all steps, or (`guide` and `all`) in both. */
type PlacedStep = {step: Values; guide?: number; all?: number};

/**
 * Returns the list of all steps for a tour.yaml: shown ones as `{guide: 2, key}`, with their actions if the guide has other ones; null if the
 * guide has all that they have.
 */
export function listAllSteps(all: readonly Values[], shown: readonly Values[]): Values[] | null {
	const numbers = new Map(shown.map(({key}, index) => [key, index + 1]));
	const list = all.map((step): Values => {
		const guide = numbers.get(step.key);
		if (guide === undefined) return step;
		const isKept = isSame(step.actions, shown[guide - 1]!.actions);
		return {guide, key: step.key, ...(!isKept && {actions: step.actions ?? null})};
	});
	return list.every(({guide, actions}, index) => guide === index + 1 && actions === undefined) ? null : list;
}

/**
 * Returns the steps of the whole tour. Steps that were taken out of the guide are removed, new ones follow the step before them, and ones that
 * changed places there do so among themselves.
 */
export function mergeAllSteps(shown: readonly Values[], all: readonly Values[]): PlacedStep[] {
	const entries = new Map(all.flatMap((entry, index) => (isInGuide(entry) ? [[entry.key, {entry, all: index}] as const] : [])));
	// A copy of a step is a new one, whose key is then refused as taken.
	const isListed = ({key}: Values, at: number) => entries.has(key) && shown.findIndex(step => step.key === key) === at;
	const present = new Set(shown.map(({key}) => key));
	const before = [...entries.values()]
		.map(({entry}) => entry)
		.filter(({key}) => present.has(key))
		.sort((one, other) => Number(one.guide) - Number(other.guide));
	const now = [...shown.entries()].filter(([at, step]) => isListed(step, at));
	const places = new Map(before.map(({key}, at) => [key, now[at]!]));
	const merged = all.flatMap((entry, index): PlacedStep[] => {
		if (!isInGuide(entry)) return [{step: entry, all: index}];
		const place = places.get(entry.key);
		if (!place) return [];
		const [guide, step] = place;
		const {entry: own, all: listed} = entries.get(step.key)!;
		return [own.actions === undefined ? {step, guide} : {step: withActions(step, own.actions), guide, all: listed}];
	});
	for (const [guide, step] of shown.entries()) {
		if (isListed(step, guide)) continue;
		const at = guide === 0 ? 0 : merged.findIndex(one => one.guide === guide - 1) + 1;
		merged.splice(at, 0, {step, guide});
	}
	return merged;
}

function isInGuide(entry: Values): boolean {
	return entry.guide !== undefined;
}

function withActions({actions: _actions, ...step}: Values, actions: unknown): Values {
	return actions === null ? step : {...step, actions};
}
