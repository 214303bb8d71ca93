import type {ActionTarget, StepActions} from '../../shared/contract/paths/actions.ts';
import {tidyActions} from '../../shared/tour/paths/targets.ts';
import type {Random} from './random.ts';

type Led = {id: string; actions?: StepActions};

/** Returns the steps, each changed less than `most` times, so that some have all that a step takes. */
export function withRandomActions<Step extends Led>(random: Random, steps: readonly Step[], most: number): Step[] {
	return steps.map(plain => {
		let step = plain;
		for (let turn = random.below(most); turn > 0; turn--) {
			const actions = randomActions(random, steps, step, step.id);
			const {actions: _actions, ...bare} = step;
			step = (actions ? {...bare, actions} : bare) as Step;
		}
		return step;
	});
}

/** The actions of a step after somebody has done one thing to them, as they see the tour. */
export function randomActions(random: Random, steps: readonly Led[], {actions = {}}: Led, name: string): StepActions | null {
	const target = (): ActionTarget =>
		random.pick<ActionTarget>([
			{to: 'step', step: random.pick(steps).id},
			{to: 'step', step: random.pick(steps).id},
			{to: 'end'},
			{to: 'later'},
		]);
	const {next, buttons = [], hotspots = []} = actions;
	const label = random.pick(['Prices', 'Ask us', '<b>']);
	const at = random.below(Math.max(1, buttons.length));
	const id = `${name}-${random.next().toString(36).slice(2, 10)}`;
	const area = {x: 0.25, y: random.pick([0.1, 0.5]), width: 0.25, height: 0.25};
	const kind = random.pick(['next', 'add', 'add', 'spot', 'target', 'target', 'label', 'order', 'remove', 'none'] as const);
	const done = (): StepActions => {
		switch (kind) {
			case 'next':
				return {next: random.pick([{to: 'end'} as const, {to: 'step', step: random.pick(steps).id} as const]), buttons, hotspots};
			case 'add':
				return buttons.length < 4 ? {...actions, buttons: [...buttons, {id, label, target: target()}]} : actions;
			case 'spot':
				return hotspots.length < 6 ? {...actions, hotspots: [...hotspots, {id, label, area, target: target()}]} : actions;
			case 'target':
				return {...actions, buttons: buttons.map((button, index) => (index === at ? {...button, target: target()} : button))};
			case 'label':
				return {...actions, buttons: buttons.map((button, index) => (index === at ? {...button, label} : button))};
			case 'order':
				return {...actions, buttons: random.shuffle(buttons)};
			case 'remove':
				return {...(next && {next}), buttons: buttons.filter((_, index) => index !== at), hotspots: hotspots.slice(1)};
			case 'none':
				return {};
		}
	};
	const tidy = tidyActions(done());
	return Object.keys(tidy).length > 0 ? tidy : null;
}
