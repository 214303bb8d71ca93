import {inWords, keepMine} from '../../../editor/conflicts/in-words.ts';
import {type Conflict, theirsIn} from '../../../editor/saving/conflicts.ts';
import {editSteps} from '../../../editor/session/several.ts';
import {canonicalJson} from '../../../shared/tour/document/canonical-json.ts';
import {emptyTour} from '../../../shared/tour/document/document.ts';
import {makeStep} from '../../../shared/tour/steps.ts';
import {type Random, seededRandom} from '../../helpers/random.ts';
import {VirtualTime} from '../../helpers/virtual-time.ts';
import {ModelPage, type World} from './page.ts';
import {ModelService} from './service.ts';
import {type Doing, gesture} from './writer.ts';

/** What two people, each with a tab of their own, came to. */
export type Met = {wrong: string[]; words: number; questions: number};
type Word = {page: ModelPage; step: string; field: string; word: string};

const FIELDS = ['title', 'text', 'alt', 'narrationScript'] as const;
const time = new VirtualTime();

/** Two people write one tour at the same time, and then answer what they are asked. */
export async function playTwoWriters(seed: number): Promise<Met> {
	const uninstall = time.install();
	try {
		return await play(seededRandom(seed), seed);
	} finally {
		uninstall();
	}
}

async function play(random: Random, seed: number): Promise<Met> {
	const steps = Array.from({length: 2 + random.below(3)}, (_, index) => {
		return makeStep(`step_${String(index).padStart(26, '0')}`, {type: 'slide', title: `S${index}`}, null).step;
	});
	const service = new ModelService({...emptyTour('A tour'), steps});
	const world: World = {time, service, random, weather: {bad: random.pick([0, 0.1, 0.4])}, disk: new Map(), pages: 0};
	const pages = [await ModelPage.open(world), await ModelPage.open(world)];
	const met: Met = {wrong: [], words: 0, questions: 0};
	const written: Word[] = [];
	for (let at = 0; at < 20; at++) {
		const page = random.pick(pages);
		if (random.next() < 0.6) await write(page, written, {random, word: `w${seed}.${at}`});
		else if (random.next() < 0.2) await undo(page, written);
		else for (const doing of gesture(random, page.work.outbox.tour.value, `g${at}`)) await act(page, written, doing);
		await time.pass(random.pick([0, 0, 50, 400, 900, 4000]));
	}
	world.weather.bad = 0;
	await calm(pages);
	met.words = written.length;
	for (const {page, word} of written) {
		const everything = [service.content, ...service.past, ...page.work.outbox.conflicts.value].map(one => JSON.stringify(one)).join();
		if (!everything.includes(word)) met.wrong.push(`lost: ${word}`);
	}
	for (const page of pages) met.questions += await answer(page, pages, {random, met, service});
	for (const [index, {work}] of pages.entries()) {
		const [shown, stored] = [work.outbox.tour.value, service.read()].map(({name, steps, theme, leadCapture, endCta, chapters}) =>
			canonicalJson([name, theme, leadCapture, endCta, chapters ?? [], steps]),
		);
		if (shown !== stored) met.wrong.push(`page ${index} shows\n${shown}\nand not\n${stored}`);
	}
	return met;
}

/** A word in place of what stands in a field; one's own word that it replaces was replaced knowingly. */
async function write(page: ModelPage, written: Word[], {random, word}: {random: Random; word: string}): Promise<void> {
	const {steps} = page.work.outbox.tour.value;
	if (steps.length === 0) return;
	const [{id: step}, field] = [random.pick(steps), random.pick(FIELDS)];
	forget(written, one => one.page === page && one.step === step && one.field === field);
	written.push({page, step, field, word});
	// With the caret in the field: what comes meanwhile is only offered.
	const held = random.next() < 0.5;
	await page.do(work => {
		if (held) work.outbox.held.hold(step, field, word);
		work.change(editSteps(work.outbox.tour.value, [step], {[field]: word}));
	});
	if (!held) return;
	await time.pass(random.pick([0, 900, 4000]));
	const there = page.work.outbox.tour.value.steps.find(({id}) => id === step);
	if (there && there[field] !== word) throw new Error(`"${word}" was replaced under the caret by "${there[field]}".`);
	await page.do(({outbox}) => outbox.letGo());
}

async function act(page: ModelPage, written: Word[], doing: Doing): Promise<void> {
	const changes = doing(page.work.outbox.tour.value);
	const deleted = new Set(changes.flatMap(change => (change.kind === 'delete' ? [change.step] : [])));
	// The page that deletes a step has seen its words.
	forget(written, one => one.page === page && deleted.has(one.step));
	await page.do(work => work.change(changes));
}

async function undo(page: ModelPage, written: Word[]): Promise<void> {
	const changes = await page.do(work => work.undo());
	const touched = new Set(changes.flatMap(change => ('step' in change ? [change.step] : [])));
	forget(written, one => one.page === page && touched.has(one.step));
}

function forget(written: Word[], which: (one: Word) => boolean): void {
	for (let index = written.length - 1; index >= 0; index--) if (which(written[index]!)) written.splice(index, 1);
}

async function calm(pages: ModelPage[]): Promise<void> {
	for (let turn = 0; turn < 3; turn++) {
		for (const page of pages) await page.do(({outbox}) => void outbox.flush());
		await time.pass(40_000);
	}
}

/** Answers all that somebody is asked, the one way or the other. Returns how many questions there were. */
async function answer(
	page: ModelPage,
	pages: ModelPage[],
	{random, met, service}: {random: Random; met: Met; service: ModelService},
): Promise<number> {
	const {outbox} = page.work;
	let count = 0;
	for (; outbox.conflicts.value.length > 0; count++) {
		const conflict = outbox.conflicts.value[0]!;
		const before = outbox.tour.value;
		const [mine, theirs] = sides(conflict, page);
		if (mine === theirs) met.wrong.push(`asked between ${mine} and ${theirs}: ${JSON.stringify(conflict)}`);
		const keeps = random.next() < 0.5;
		await page.do(work => {
			work.outbox.decided();
			if (keeps) work.change(keepMine(before, conflict));
		});
		await calm(pages);
		const done = valueNow(conflict, service);
		const wanted = canonicalJson(keeps ? plain(conflict.mine) : plain(theirsIn(before, conflict)));
		const isText = conflict.field !== null && !conflict.gone && conflict.field !== 'position';
		if (isText && done !== wanted)
			met.wrong.push(`answered ${keeps ? 'mine' : 'theirs'}, which is ${wanted}, and it is ${done}: ${conflict.field}`);
		if (conflict.gone || conflict.field === null) {
			const there = service.content.steps.some(({id}) => id === conflict.step);
			if (there !== (conflict.gone ? keeps : !keeps)) met.wrong.push(`the step is ${there ? 'there' : 'gone'}`);
		}
	}
	return count;
}

function sides(conflict: Conflict, {work}: ModelPage): [string, string] {
	const tour = work.outbox.tour.value;
	if (conflict.field === null) return ['gone', 'there'];
	return [inWords(conflict.field, conflict.mine, tour), inWords(conflict.field, theirsIn(tour, conflict), tour)];
}

function valueNow(conflict: Conflict, service: ModelService): string {
	return canonicalJson(plain(theirsIn(service.read(), conflict)));
}

function plain(value: unknown): unknown {
	if (value === '' || value === undefined) return null;
	if (typeof value !== 'object' || value === null) return value;
	return 'mediaId' in value ? value.mediaId : Object.fromEntries(Object.entries(value).filter(([, part]) => part));
}
