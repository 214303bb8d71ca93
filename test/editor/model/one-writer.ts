import {type Change, FIELDS} from '../../../editor/saving/change.ts';
import {isLinkFirst} from '../../../editor/saving/settings.ts';
import type {Tour} from '../../../shared/contract/tour.ts';
import {resolveEndCta, resolveLeadCapture} from '../../../shared/tour/cards.ts';
import {canonicalJson} from '../../../shared/tour/document/canonical-json.ts';
import {emptyTour} from '../../../shared/tour/document/document.ts';
import {makeStep} from '../../../shared/tour/steps.ts';
import {type Random, seededRandom} from '../../helpers/random.ts';
import {VirtualTime} from '../../helpers/virtual-time.ts';
import {ModelPage, type World} from './page.ts';
import {ModelService, PUBLISHER} from './service.ts';
import {gesture} from './writer.ts';

/** What one hurried person came to with one tab; all empty where nothing is wrong. */
export type Played = {wrong: string[]; did: string[]};

const time = new VirtualTime();

/** One sequence of a person, under a weather that may be bad. */
export async function playOneWriter(seed: number): Promise<Played> {
	const random = seededRandom(seed);
	const uninstall = time.install();
	try {
		return await play(random, seed);
	} finally {
		uninstall();
	}
}

async function play(random: Random, seed: number): Promise<Played> {
	const steps = Array.from({length: random.below(7)}, (_, index) => {
		const image = random.next() < 0.6 ? imageAt(index) : null;
		return makeStep(stepId(index), {title: `S${index}`, ...(!image && {type: 'slide' as const})}, image).step;
	});
	const service = new ModelService({...emptyTour('A tour'), steps});
	const world: World = {time, service, random, weather: {bad: random.pick([0, 0.1, 0.4])}, disk: new Map(), pages: 0};
	const played: Played = {wrong: [], did: []};
	const did = (what: string) => played.did.push(what);
	let page = await ModelPage.open(world);
	let start = page.work.outbox.tour.value;
	const all = [page];
	const count = 5 + random.below(25);
	for (let at = 0; at < count; at++) {
		const kind = random.pick(['do', 'do', 'do', 'do', 'do', 'do', 'undo', 'redo', 'wait', 'freeze', 'reload', 'flush'] as const);
		if (kind === 'do') {
			for (const doing of gesture(random, page.work.outbox.tour.value, `${seed}.${at}`)) {
				const changes = doing(page.work.outbox.tour.value);
				did(brief(changes));
				await page.do(work => work.change(changes));
				await time.pass(random.below(60));
			}
		}
		if (kind === 'undo' || kind === 'redo') {
			const times = random.pick([1, 3, 30]);
			did(`${kind} ${times}`);
			for (let turn = 0; turn < times; turn++) {
				await page.do(work => work[kind]());
				await time.pass(20);
			}
		}
		if (kind === 'flush') await page.do(({outbox}) => void outbox.flush());
		if (kind === 'freeze' && random.next() < 0.5) {
			did('freeze');
			page.freeze(random.below(20_000));
			await time.pass(random.below(20_000));
		}
		if (kind === 'reload' && random.next() < 0.4) {
			const crash = random.next() < 0.5;
			did(crash ? 'crash' : 'reload');
			const shown = page.work.outbox.tour.value;
			await page.end({crash});
			page = await ModelPage.open(world);
			all.push(page);
			// What it takes up from the page before may be in the tour already, or not.
			for (let turn = 0; turn < 100 && page.work.outbox.state.value.kind !== 'saved'; turn++) await time.pass(500);
			// What it takes up is none of its own.
			start = page.work.outbox.tour.value;
			if (!crash) same(played, 'what the page shows after a reload', shown, start);
		}
		await time.pass(random.pick([0, 0, 50, 400, 900, 4000]));
	}
	world.weather.bad = 0;
	const rest = async (what: string, wanted: Tour) => {
		await page.do(({outbox}) => void outbox.flush());
		await time.pass(60_000);
		const {outbox} = page.work;
		if (outbox.state.value.kind !== 'saved') played.wrong.push(`${what}: ${outbox.state.value.kind}`);
		same(played, `${what}: screen and service`, outbox.tour.value, service.read());
		same(played, `${what}: wanted and screen`, wanted, outbox.tour.value);
	};
	// What is still undone is a part of what can be done again.
	while (page.work.history.next.value) await page.do(work => work.redo());
	await time.pass(20_000);
	const end = page.work.outbox.tour.value;
	await rest('at the end', end);
	const stored = service.read();
	for (let turn = 0; turn < 300 && page.work.history.last.value; turn++) {
		await page.do(work => work.undo());
		if (turn % 30 === 29) await time.pass(random.below(1000));
	}
	await rest('all undone', start);
	for (let turn = 0; turn < 300 && page.work.history.next.value; turn++) {
		await page.do(work => work.redo());
		if (turn % 30 === 29) await time.pass(random.below(1000));
	}
	await rest('all done again', stored);
	for (const {work, others} of all) {
		for (const {step, field} of work.outbox.conflicts.value) played.wrong.push(`conflict: ${step} ${field}`);
		for (const one of others) played.wrong.push(`others: ${JSON.stringify(one)}`);
	}
	return played;
}

function same(played: Played, what: string, wanted: Tour, found: Tour): void {
	const [one, other] = [said(wanted), said(found)];
	if (one !== other) played.wrong.push(`${what}:\n${one}\n${other}`);
}

/** All that a person makes of a tour, as text. */
function said(tour: Tour): string {
	const steps = tour.steps.map(step => [
		step.id,
		...FIELDS.map(field => (field === 'image' ? (step.image?.mediaId ?? null) : step[field] || null)),
	]);
	const form = resolveLeadCapture({...tour.leadCapture, title: tour.leadCapture.title || ''} as never, 'pt-BR', PUBLISHER);
	const card = resolveEndCta({...tour.endCta, linkFirst: isLinkFirst(tour.endCta)} as never, 'pt-BR');
	return canonicalJson([tour.name, tour.theme, form, Object.entries(card), tour.narrationSettings, tour.chapters ?? [], ...steps]);
}

function brief(changes: Change[]): string {
	return changes
		.map(change =>
			change.kind === 'edit'
				? `edit ${change.step.slice(-3)} ${JSON.stringify(change.set)}`
				: `${change.kind} ${'step' in change ? change.step.slice(-3) : ''}`,
		)
		.join(' & ');
}

const stepId = (index: number) => `step_${String(index).padStart(26, '0')}`;
function imageAt(index: number) {
	const mediaId = index.toString(16).padStart(64, '0');
	return {mediaId, file: `${mediaId.slice(0, 40)}.webp`, width: 1440, height: 900};
}
