import {type Change, placeBehind} from '../../../editor/saving/change.ts';
import {BLANK, newStepId} from '../../../editor/saving/new-step.ts';
import {settingsChange} from '../../../editor/saving/settings.ts';
import {copySteps, deleteSteps, editSteps, moveSteps} from '../../../editor/session/several.ts';
import type {Step} from '../../../shared/contract/step.ts';
import type {Tour} from '../../../shared/contract/tour.ts';
import type {Random} from '../../helpers/random.ts';
import {randomActions} from '../../helpers/random-actions.ts';
import {settingsGesture} from './settings-writer.ts';

/** What is done at once, of the tour as it is then seen. */
export type Doing = (tour: Tour) => Change[];

/** What a person does to a tour as they see it, one thing after the other: letters come one by one. */
export function gesture(random: Random, tour: Tour, at: string): Doing[] {
	if (random.next() < 0.2) return settingsGesture(random, at);
	const {steps} = tour;
	const kind =
		steps.length < 3
			? random.pick(['slide', 'paste'] as const)
			: random.pick([
					'type',
					'type',
					'type',
					'fields',
					'mark',
					'mark',
					'drag',
					'move',
					'move',
					'slide',
					'paste',
					'copy',
					'delete',
					'rename',
					'link',
					'link',
					'chapters',
				] as const);
	const chosen = random
		.shuffle(steps)
		.slice(0, random.next() < 0.7 ? 1 : 1 + random.below(3))
		.sort((one, other) => one.position - other.position)
		.map(({id}) => id);
	const one = chosen[0]!;
	const add = (fields: Partial<Step>): Doing => {
		const id = newStepId();
		const after = steps.length > 0 && random.next() < 0.8 ? random.pick(steps).id : null;
		return seen => [{kind: 'add', step: id, set: {...BLANK, ...fields, id}, ...placeBehind(seen, after)}];
	};
	switch (kind) {
		case 'type': {
			const field = random.pick(['title', 'text', 'alt', 'narrationScript'] as const);
			const word = ` ${at}`;
			const before = tour.steps.find(({id}) => id === one)![field] ?? '';
			return [...word].map((_, index) => seen => editSteps(seen, [one], {[field]: before + word.slice(0, index + 1)}));
		}
		case 'rename': {
			const name = `Name ${at}`;
			return [seen => [{kind, set: {name}, was: {name: seen.name}}]];
		}
		case 'fields': {
			const set = random.pick([{scene: 3}, {altDecorative: true}, {popoverSide: 'top'}, {simulateClick: false}] as const);
			return [seen => editSteps(seen, chosen, set)];
		}
		case 'mark': {
			const marks = {highlight: box(random), click: random.next() < 0.5 ? point(random) : null};
			return [seen => editSteps(seen, [one], marks)];
		}
		case 'drag': {
			const marks = Array.from({length: 2 + random.below(6)}, () => box(random));
			return marks.map(highlight => seen => editSteps(seen, [one], {highlight}));
		}
		case 'link':
			// More than one before any of it is sent.
			return Array.from(
				{length: 1 + random.below(3)},
				(_, index): Doing =>
					seen => {
						const step = seen.steps.find(({id}) => id === one);
						return step ? editSteps(seen, [one], {actions: randomActions(random, seen.steps, step, `${at}-${index}`)}) : [];
					},
			);
		case 'chapters': {
			const chapters = [{scene: 1 + random.below(2), title: `Chapter ${at}`}];
			return [seen => [settingsChange({chapters: seen.chapters ?? []}, {chapters})!]];
		}
		case 'slide':
			return [add({type: 'slide', title: `New ${at}`})];
		case 'paste':
			return [add({image: imageOf(random.below(40))})];
		case 'copy':
			return [seen => copySteps(seen, chosen).changes];
		case 'delete':
			return [seen => deleteSteps(seen, chosen)];
		case 'move': {
			const others = [null, ...steps.map(({id}) => id).filter(id => !chosen.includes(id))];
			const behind = random.pick(others);
			return [seen => moveSteps(seen, chosen, behind)];
		}
	}
}

/** Drawn by a hand that goes over the edge at times, and at times does not move. */
function box(random: Random) {
	const [x, y] = [random.next() * 1.1 - 0.05, random.next() * 1.1 - 0.05];
	return {x, y, width: random.pick([0, 0.001, random.next()]), height: random.pick([0.1, random.next() * 1.2])};
}

function point(random: Random) {
	return {x: random.next(), y: random.next()};
}

function imageOf(number: number): Step['image'] {
	const mediaId = number.toString(16).padStart(64, '0');
	const file = `${mediaId.slice(0, 40)}.webp`;
	return {mediaId, url: `/media/${file}`, thumbnailUrl: `/thumbnails/${file}`, width: 1440, height: 900};
}
