import {EDIT_KINDS, type Edit, SETTINGS, STEP_FIELDS, STEP_ID} from '../../contract/edit.ts';
import type {Fault} from '../../contract/error.ts';
import {isPlainObject} from '../document/canonical-json.ts';
import {settingLeaves} from './setting-leaves.ts';

/** Members that each kind takes, beside `kind`. */
const TAKES: Record<Edit['kind'], {needs: string[]; may: string[]}> = {
	edit: {needs: ['step', 'set', 'was'], may: []},
	move: {needs: ['step', 'after'], may: ['before', 'was']},
	add: {needs: [], may: ['step', 'set', 'after', 'before']},
	delete: {needs: ['step'], may: ['was']},
	restore: {needs: ['step'], may: ['set', 'after', 'before']},
	rename: {needs: ['set', 'was'], may: []},
	settings: {needs: ['set', 'was'], may: []},
};

/** Lists faults of changes that the schema cannot express. Skips those that the schema refuses anyway. */
export function editFaults(changes: unknown): Fault[] {
	if (!Array.isArray(changes)) return [];
	return changes.flatMap((change, index) => (isPlainObject(change) ? faultsOf(change, `changes[${index}]`) : []));
}

function faultsOf(change: Record<string, unknown>, place: string): Fault[] {
	const {kind, step, set, was} = change;
	if (!isKind(kind)) return [];
	const {needs, may} = TAKES[kind];
	const hint = `${kind} takes ${[...needs, ...may.map(member => `${member} (may be left out)`)].join(', ')}.`;
	const faults = needs
		.filter(member => change[member] === undefined)
		.map(member => ({field: `${place}.${member}`, message: 'Is missing.', hint}));
	for (const member of ['step', 'set', 'was', 'after', 'before']) {
		if (change[member] !== undefined && ![...needs, ...may].includes(member))
			faults.push({field: `${place}.${member}`, message: `Is not for ${kind}.`, hint});
	}
	if (typeof step === 'string' && (kind === 'add' || (kind === 'restore' && set !== undefined)) && !new RegExp(STEP_ID).test(step))
		faults.push({field: `${place}.step`, message: 'Is not the id of a step.', hint: 'step_ and a ULID in lower case.'});
	if (isPlainObject(set)) faults.push(...setFaults(kind, set, was, place));
	if (isPlainObject(was)) faults.push(...memberFaults(was, wasTakes(kind), `${place}.was`, kind));
	return faults;
}

function setFaults(kind: Edit['kind'], set: Record<string, unknown>, was: unknown, place: string): Fault[] {
	const takes = setTakes(kind);
	const faults = memberFaults(set, takes, `${place}.set`, kind);
	if (kind !== 'edit' && kind !== 'rename' && kind !== 'settings') return faults;
	const named = Object.keys(set).filter(member => takes.includes(member));
	if (named.length === 0) faults.push({field: `${place}.set`, message: 'Names nothing.', hint: `Name one of ${takes.join(', ')}.`});
	const hint = 'Say what it was when you changed it, as GET answered it; null where there was nothing.';
	if (!isPlainObject(was)) return faults;
	const missing =
		kind === 'settings'
			? [...settingLeaves(set).keys()].filter(leaf => !settingLeaves(was).has(leaf))
			: named.filter(member => was[member] === undefined);
	return [...faults, ...missing.map(member => ({field: `${place}.was.${member}`, message: 'Is missing.', hint}))];
}

function setTakes(kind: Edit['kind']): string[] {
	if (kind === 'settings') return SETTINGS;
	return kind === 'rename' ? ['name'] : STEP_FIELDS;
}

function wasTakes(kind: Edit['kind']): string[] {
	return kind === 'move' ? ['after', 'before'] : setTakes(kind);
}

function memberFaults(object: Record<string, unknown>, takes: string[], place: string, kind: string): Fault[] {
	const known = new Set<string>([...STEP_FIELDS, ...SETTINGS, 'name', 'after', 'before']);
	const strange = Object.keys(object).filter(member => known.has(member) && !takes.includes(member));
	return strange.map(member => ({field: `${place}.${member}`, message: `Is not for ${kind}.`, hint: `Takes ${takes.join(', ')}.`}));
}

function isKind(kind: unknown): kind is Edit['kind'] {
	return EDIT_KINDS.some(known => known === kind);
}
