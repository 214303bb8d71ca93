import {type ActionTarget, type NextTarget, type StepActions, WAYS} from '../../shared/contract/paths/actions.ts';
import {PICTURE_FRAMES} from '../../shared/contract/pictures/shown.ts';
import {STEP_TEXTS} from '../../shared/contract/step-fields.ts';
import {PRESETS} from '../../shared/contract/theme.ts';
import {storedPictures} from '../../shared/tour/browser-bar.ts';
import {emptyTour, type StoredImage, type StoredStep, type TourContent} from '../../shared/tour/document/document.ts';
import {actionsToKeep} from '../../shared/tour/paths/actions.ts';
import {mapTargets, withActions} from '../../shared/tour/paths/targets.ts';
import {makeStep} from '../../shared/tour/steps.ts';
import type {Random} from './random.ts';

/** Tours of every kind that the service can hold: what a document, a difference and a version must bring back exactly. */

const WORDS = ['Open', 'the', 'editor', 'ação', '日本', '👩‍🚀', '"quoted"', '<b>', ' ', '\n'];
const FRACTIONS = [0, 1, 0.1, 0.25, 1 / 3, 0.9999999, -0.2, 1.4];

export function randomImage(random: Random): StoredImage {
	const mediaId = random.below(40).toString(16).padStart(64, '0');
	return {mediaId, file: `${mediaId.slice(0, 40)}.webp`, width: 1440, height: 900};
}

export function randomStep(random: Random, id: string, withOlder = false): StoredStep {
	const maybe = <T>(value: () => T): T | undefined => (random.next() < 0.5 ? value() : undefined);
	const words = () => Array.from({length: random.below(6)}, () => random.pick(WORDS)).join(' ');
	const fraction = () => (random.next() < 0.3 ? random.pick(FRACTIONS) : random.next());
	const given = {
		...Object.fromEntries(Object.keys(STEP_TEXTS).map(name => [name, maybe(words)])),
		altDecorative: maybe(() => random.next() < 0.5),
		type: maybe(() => random.pick(['screen', 'slide'] as const)),
		scene: maybe(() => 1 + random.below(99)),
		highlight: maybe(() => ({x: fraction(), y: fraction(), width: fraction(), height: fraction()})),
		click: maybe(() => ({x: fraction(), y: fraction()})),
		popoverSide: maybe(() => random.pick(['top', 'bottom', 'left', 'right', 'over'] as const)),
		popoverAlign: maybe(() => random.pick(['start', 'center', 'end'] as const)),
		simulateClick: maybe(() => random.next() < 0.5),
	};
	const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
	const {step} = makeStep(id, fields, random.next() < 0.6 ? randomImage(random) : null);
	const key = random.next() < 0.3 ? `key-${id}` : undefined;
	const narration = {
		file: `${id}.mp3`,
		durationMs: 4000,
		bytes: 32_000,
		language: 'pt',
		lang: null,
		voice: '1',
		script: 'Words.',
		source: 'Words.',
	};
	// Of the kind that the rules place elsewhere.
	const older = withOlder && step.highlight && random.next() < 0.1 ? {highlight: {...step.highlight, width: 0}} : {};
	const camera = random.next() < 0.2 ? {camera: {zoom: random.pick([1, 2.5, 'none'] as const)}} : {};
	return {...step, ...older, ...camera, ...(key && {key}), narrations: random.next() < 0.2 ? [narration] : []};
}

/** A tour of a few steps, `withOlder` also of such as today's rules would place elsewhere; every change of it keeps some of the steps of `before`. */
export function randomTour(random: Random, before: TourContent | null = null, withOlder = false): TourContent {
	const kept = before ? random.shuffle(before.steps).filter(() => random.next() < 0.7) : [];
	const edited = kept.map(step => (random.next() < 0.3 ? {...randomStep(random, step.id), ...(step.key && {key: step.key})} : step));
	const fresh = Array.from({length: random.below(5)}, () =>
		randomStep(random, `step_${random.next().toString(36).slice(2, 14)}`, withOlder),
	);
	const empty = emptyTour(`Tour ${random.below(3)}`);
	return {
		...empty,
		theme: {
			preset: random.pick(PRESETS),
			colors: random.next() < 0.4 ? {accent: '#123456', title: random.pick(['#000000', '#FFFFFF'])} : {},
			font: random.pick(['default', 'lato'] as const),
		},
		leadCapture: random.next() < 0.4 ? {enabled: random.next() < 0.5, fields: {phone: 'optional'}} : {},
		endCta: random.next() < 0.4 ? {link: {url: 'https://example.com/'}, title: ''} : {},
		narrationSettings: {
			language: random.pick(['pt', 'en', 'es-MX', 'pt-BR', 'pt_BR', 'en-US-US']),
			voices: random.next() < 0.3 ? {en: '3f2b0000-0000-4000-8000-000000000000'} : {},
		},
		...storedPictures({frame: PICTURE_FRAMES[fresh.length % PICTURE_FRAMES.length]!}),
		...(random.next() < 0.2 && {chapters: [{scene: 1 + random.below(99), title: 'Begin'}]}),
		steps: withPaths(random, random.next() < 0.5 ? [...edited, ...fresh] : random.shuffle([...edited, ...fresh])),
	};
}

/** The steps, some of them with actions; what led to a step that is none of them leads to Next. */
function withPaths(random: Random, steps: StoredStep[]): StoredStep[] {
	const ids = new Map(steps.map(({id}) => [id, id]));
	const target = (ways: readonly ActionTarget['to'][]): ActionTarget => {
		const to = random.pick(ways);
		return {to, ...(to === 'step' && {step: random.pick(steps).id}), ...(to === 'url' && {url: 'https://example.com/'})};
	};
	const label = () => random.pick(['Prices', 'Ver preços', '👩‍🚀'.repeat(10), '<b>']);
	const actions = (): StepActions => ({
		...(random.next() < 0.4 && {next: target(['next', 'step', 'end']) as NextTarget}),
		buttons: Array.from({length: random.below(3)}, () => ({label: label(), target: target(WAYS)})),
		hotspots: Array.from({length: random.below(3)}, () => ({
			label: label(),
			area: {x: random.next() / 2, y: random.next() / 2, width: random.next() / 2, height: random.next() / 2},
			target: target(WAYS),
		})),
	});
	return steps.map(step => {
		if (random.next() < 0.2) return withActions(step, actionsToKeep(actions(), steps).actions);
		if (!step.actions) return step;
		return withActions(
			step,
			mapTargets(step.actions, target => (ids.has(target.step!) ? target : ({to: 'next'} as typeof target))),
		);
	});
}
