import {LIMITS} from '../../contract/limits.ts';
import type {Chapter, StepActions} from '../../contract/paths/actions.ts';
import {isSame} from '../document/canonical-json.ts';
import {tidyActions} from './targets.ts';

/** Three-way merges of lists whose members have names, so that changes of different members by two people both stay. */

/** A value now, before the change, and as the change wants it. */
type Sides<T> = {theirs: T; was: T; mine: T};
/** Parts that both have changed: their place, and both values. */
export type Clash = {field: string; mine: unknown; theirs: unknown};
/** `wins`: whose value stays if both changed it. */
type How = {clashes: Clash[]; wins: 'theirs' | 'mine'};

/** Merges a change into actions, button by button and member by member. */
export function mergeActions(
	{theirs, was, mine}: Sides<StepActions | null | undefined>,
	wins: How['wins'] = 'theirs',
): {actions: StepActions; clashes: Clash[]} {
	const how: How = {clashes: [], wins};
	const [now, before, wanted] = [theirs ?? {}, was ?? {}, mine ?? {}];
	const list = <Name extends 'buttons' | 'hotspots'>(name: Name, most: number) => {
		type Action = NonNullable<StepActions[Name]>[number];
		const [theirs, was, mine] = [now, before, wanted].map(one => (one[name] ?? []) as Action[]) as [Action[], Action[], Action[]];
		return mergeLists({theirs, was, mine}, ({id}) => id!, {...how, place: `actions.${name}`, most});
	};
	const next = mergeValues({theirs: now.next, was: before.next, mine: wanted.next}, 'actions.next', how);
	const lists = {buttons: list('buttons', LIMITS.buttonsPerStep), hotspots: list('hotspots', LIMITS.hotspotsPerStep)};
	return {actions: tidyActions({...(next && {next}), ...lists}), clashes: how.clashes};
}

/** Merges a change into chapters, scene by scene. */
export function mergeChapters(sides: Sides<Chapter[] | undefined>, wins: How['wins'] = 'theirs'): {chapters: Chapter[]; clashes: Clash[]} {
	const how: How = {clashes: [], wins};
	const {theirs = [], was = [], mine = []} = sides;
	const listed = {...how, place: 'chapters', most: LIMITS.sceneMax};
	return {chapters: mergeLists({theirs, was, mine}, ({scene}) => String(scene), listed), clashes: how.clashes};
}

function mergeLists<T extends object>(sides: Sides<T[]>, nameOf: (item: T) => string, how: How & {place: string; most: number}): T[] {
	const named = (list: T[]) => new Map(list.map(item => [nameOf(item), item]));
	const [theirs, was, mine] = [named(sides.theirs), named(sides.was), named(sides.mine)];
	const order = mergeOrder({theirs: [...theirs.keys()], was: [...was.keys()], mine: [...mine.keys()]}, how);
	const merged = order.flatMap(name => {
		const item = mergeItems({theirs: theirs.get(name), was: was.get(name), mine: mine.get(name)}, `${how.place}.${name}`, how);
		return item ? [item] : [];
	});
	if (merged.length <= how.most) return merged;
	how.clashes.push({field: how.place, mine: sides.mine, theirs: sides.theirs});
	const first = how.wins === 'mine' ? mine : theirs;
	const kept = new Set([...merged.filter(item => first.has(nameOf(item))), ...merged].slice(0, how.most));
	return merged.filter(item => kept.has(item));
}

/** Merges an item member by member. */
function mergeItems<T extends object>(sides: Sides<T | undefined>, place: string, how: How): T | undefined {
	const {theirs, was, mine} = sides as Sides<Record<string, unknown> | undefined>;
	if (!theirs || !was || !mine) return mergeValues(sides, place, how);
	const names = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])];
	const members = names.map(name => [name, mergeValues({theirs: theirs[name], was: was[name], mine: mine[name]}, `${place}.${name}`, how)]);
	return Object.fromEntries(members.filter(([, value]) => value !== undefined)) as T;
}

function mergeValues<T>({theirs, was, mine}: Sides<T>, field: string, {clashes, wins}: How): T {
	if (isSame(mine, was) || isSame(mine, theirs)) return theirs;
	if (isSame(theirs, was)) return mine;
	clashes.push({field, mine: mine ?? null, theirs: theirs ?? null});
	return wins === 'mine' ? mine : theirs;
}

/** Returns all names in the order of the side that changed it; the other side's new names follow their predecessors. */
function mergeOrder({theirs, was, mine}: Sides<string[]>, {clashes, wins, place}: How & {place: string}): string[] {
	const moved = (list: string[]) => list.filter(name => was.includes(name)).join() !== was.filter(name => list.includes(name)).join();
	const both =
		moved(mine) && moved(theirs) && mine.filter(name => theirs.includes(name)).join() !== theirs.filter(name => mine.includes(name)).join();
	if (both) clashes.push({field: place, mine, theirs});
	const [base, other] = moved(mine) && (!both || wins === 'mine') ? [mine, theirs] : [theirs, mine];
	const names = [...base];
	for (const [index, name] of other.entries()) {
		if (!names.includes(name)) names.splice(index === 0 ? 0 : names.indexOf(other[index - 1]!) + 1, 0, name);
	}
	return names;
}
