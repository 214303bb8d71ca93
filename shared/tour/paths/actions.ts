import type {Fault} from '../../contract/error.ts';
import type {Adjustment} from '../../contract/geometry.ts';
import {type ActionTarget, type Chapter, type StepActions, WAYS} from '../../contract/paths/actions.ts';
import {AppError, invalid} from '../../errors.ts';
import type {StoredStep, TourContent} from '../document/document.ts';
import {placeShape} from '../place/geometry.ts';
import {type StepChange, stepIndex} from '../steps.ts';
import {mapTargets, targetsOf, withActions} from './targets.ts';

type Named = Pick<StoredStep, 'id' | 'key'>;

/** Returns the tour with these actions in a step. Throws `not_found`, and what `actionsToKeep` throws. */
export function setActions(content: TourContent, id: string, given: StepActions): StepChange {
	const index = stepIndex(content, id);
	const {actions, adjustments} = actionsToKeep(given, content.steps);
	const step = withActions(content.steps[index]!, actions);
	return {content: {...content, steps: content.steps.with(index, step)}, step, adjustments};
}

/**
 * Returns actions as a step keeps them: targets by id, each action with an id of its own, areas inside the picture. `field` begins
 * the paths of what is said of them. Throws `unknown_target`, or `invalid_request` where a target or an id is none.
 */
export function actionsToKeep(given: StepActions, steps: readonly Named[], field = ''): {actions: StepActions; adjustments: Adjustment[]} {
	const faults = [...targetFaults(given, field), ...twinFaults(given, field)];
	if (faults.length > 0) throw invalid(faults);
	const ids = new Map([...steps].flatMap(({id, key}) => [...(key === undefined ? [] : [[key, id] as const]), [id, id] as const]));
	const unknown: Fault[] = [];
	const led = mapTargets(given, (target, place) => {
		const id = ids.get(target.step!);
		if (id === undefined) unknown.push(unknownTarget(`${field}${place}.step`, target.step!, steps));
		return {...target, step: id ?? target.step};
	});
	if (unknown.length > 0) throw new AppError('unknown_target', {errors: unknown});
	const adjustments: Adjustment[] = [];
	const hotspots = led.hotspots?.map((hotspot, index) => {
		const {highlight, adjustments: corrected} = placeShape({highlight: hotspot.area}, {highlight: null, click: null});
		adjustments.push(...corrected.map(each => ({...each, field: each.field.replace('highlight', `${field}hotspots[${index}].area`)})));
		return {...hotspot, area: highlight!};
	});
	const {buttons} = led;
	const names = new Set([...(buttons ?? []), ...(hotspots ?? [])].flatMap(({id}) => id ?? []));
	return {
		actions: {
			...led,
			...(buttons && {buttons: identified('button', buttons, names)}),
			...(hotspots && {hotspots: identified('hotspot', hotspots, names)}),
		},
		adjustments,
	};
}

/** Returns faults of targets that the schema cannot express: a step or URL that is missing, or given for another kind. */
function targetFaults(given: StepActions, field: string): Fault[] {
	return targetsOf(given).flatMap(({place, target}) =>
		(['step', 'url'] as const).flatMap((name): Fault[] => {
			const value = (target as ActionTarget)[name];
			if ((target.to === name) === (value !== undefined)) return [];
			if (value === undefined) {
				const hint = name === 'step' ? 'The key or id of a step of this tour.' : 'An https URL.';
				return [{field: `${field}${place}.${name}`, message: `Is missing, for \`to\` is ${name}.`, hint}];
			}
			return [
				{field: `${field}${place}.${name}`, message: `Is not for \`to: ${target.to}\`.`, hint: `Leave it out, or set to: "${name}".`},
			];
		}),
	);
}

/** Returns a fault for each id that is used twice. */
function twinFaults({buttons = [], hotspots = []}: StepActions, field: string): Fault[] {
	const places = [
		...buttons.map(({id}, index) => [id, `${field}buttons[${index}].id`] as const),
		...hotspots.map(({id}, index) => [id, `${field}hotspots[${index}].id`] as const),
	];
	const first = new Map<string, string>();
	return places.flatMap(([id, place]): Fault[] => {
		if (id === undefined) return [];
		const earlier = first.get(id);
		if (earlier === undefined) first.set(id, place);
		return earlier === undefined ? [] : [{field: place, message: `${earlier} is ${id} as well.`, hint: 'Give each its own id, or none.'}];
	});
}

function identified<A extends {id?: string}>(kind: string, actions: A[], taken: Set<string>): A[] {
	return actions.map(action => {
		if (action.id !== undefined) return action;
		let number = 1;
		while (taken.has(`${kind}-${number}`)) number++;
		taken.add(`${kind}-${number}`);
		return {...action, id: `${kind}-${number}`};
	});
}

/** Most steps that an error about an unknown target lists. */
const NAMED = 20;

function unknownTarget(field: string, name: string, steps: readonly Named[]): Fault {
	const others = WAYS.filter(way => way !== 'step' && way !== 'url').join(', ');
	const names = steps.slice(0, NAMED).map(({id, key}) => key ?? id);
	const more = steps.length > NAMED ? ', …' : '';
	return {
		field,
		message: `The tour has no step ${name.slice(0, 100)}.`,
		hint: `Its steps: ${names.join(', ')}${more}. Or lead elsewhere (${others}); "later" leaves it open in a draft.`,
	};
}

/** Returns chapters as a tour keeps them. Throws `invalid_request` where a scene stands twice; `field` begins the paths of faults. */
export function chaptersToKeep(chapters: Chapter[], field = ''): Chapter[] {
	const first = new Map<number, number>();
	const faults = chapters.flatMap(({scene}, index) => {
		const earlier = first.get(scene);
		if (earlier === undefined) first.set(scene, index);
		if (earlier === undefined) return [];
		const message = `${field}chapters[${earlier}] names scene ${scene} as well.`;
		return [{field: `${field}chapters[${index}].scene`, message, hint: 'Name each scene once.'}];
	});
	if (faults.length > 0) throw invalid(faults);
	return chapters;
}
