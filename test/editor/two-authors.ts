import {setTimeout as sleep} from 'node:timers/promises';
import {seededRandom} from '../helpers/random.ts';
import {type Editor, PATIENCE, type Person, saved} from './helpers.ts';

/** An agent and a person write one tour at the same time; a protocol of both says what became of each word. */

type Field = 'title' | 'text';
/** What somebody wrote where they had seen `was`. */
type Written = {by: 'agent' | 'person'; step: string; field: Field; value: string; was: string; conflict: boolean};
export type Meeting = {
	/** Words that are neither in the tour nor shown as a conflict nor replaced by somebody who had seen them. */
	lost: Written[];
	conflicts: {agent: number; person: number};
	/** Milliseconds from the response to the agent until the person saw it, rising. */
	seenAfter: number[];
	wrong: string[];
};

const STEPS = 24;
const FIELDS: Record<Field, string> = {title: '.inspector .textfield input', text: '.inspector .textfield textarea'};

/** Both make so many changes, a change about every `paceMs`. */
export async function twoAuthors(
	editor: Editor,
	person: Person,
	{changes, paceMs, seed}: {changes: number; paceMs: number; seed: number},
): Promise<Meeting> {
	const agent = await editor.service.client({accountId: person.accountId});
	const whole = {
		name: 'Two',
		steps: Array.from({length: STEPS}, (_, index) => ({type: 'slide', title: `t${index}`, text: `x${index}`})),
	};
	const id: string = (await agent('PUT', `/v1/documents/two-${seed}`, {body: {document: whole}})).body.tour.id;
	const read = async () => (await agent('GET', `/v1/tours/${id}`)).body.tour as {steps: Array<{id: string} & Record<Field, string>>};
	const ids = (await read()).steps.map(step => step.id);
	const {page, heard, context} = await editor.open(person, `/tours/${id}`);
	await page.evaluate(() => {
		const seen: Record<string, number> = {};
		Object.assign(globalThis, {seen});
		const look = () => {
			for (const {textContent} of document.querySelectorAll('.strip .row .label')) seen[textContent!] ??= Date.now();
		};
		new MutationObserver(look).observe(document.querySelector('.strip')!, {subtree: true, childList: true, characterData: true});
	});
	const log: Written[] = [];
	const sent = new Map<string, number>();

	const agentWrites = async () => {
		const random = seededRandom(seed);
		let known = await read();
		for (let index = 0; index < changes; index++) {
			if (index % 4 === 0) known = await read();
			const step = random.pick(known.steps);
			const field = random.pick(['title', 'title', 'text'] as const);
			const value = `agent ${index}`;
			const change = {kind: 'edit', step: step.id, set: {[field]: value}, was: {[field]: step[field]}};
			const {body} = await agent('POST', `/v1/tours/${id}/changes`, {body: {changes: [change]}});
			const conflict = body.conflicts.length > 0;
			log.push({by: 'agent', step: step.id, field, value, was: step[field], conflict});
			if (!conflict) step[field] = value;
			if (!conflict && field === 'title') sent.set(value, Date.now());
			await sleep(paceMs * (0.5 + random.next()));
		}
	};
	const personWrites = async () => {
		const random = seededRandom(seed + 1);
		for (let index = 0; index < changes; index++) {
			const at = random.below(STEPS);
			const field = random.pick(['title', 'text', 'text'] as const);
			const value = `person ${index}`;
			// What was there is what the person saw the moment before.
			const was = await page.evaluate(
				async (row, selector, words) => {
					document.querySelectorAll<HTMLElement>('.strip .row')[row]!.click();
					await new Promise(resolve => setTimeout(() => requestAnimationFrame(() => setTimeout(resolve))));
					const input = document.querySelector<HTMLInputElement>(selector)!;
					const before = input.value;
					input.value = words;
					input.dispatchEvent(new InputEvent('input', {bubbles: true}));
					return before;
				},
				at,
				FIELDS[field],
				value,
			);
			log.push({by: 'person', step: ids[at]!, field, value, was, conflict: false});
			await sleep(paceMs * (0.5 + random.next()));
		}
	};
	await Promise.all([agentWrites(), personWrites()]);
	const shown = await conflictsShown(page);
	for (const written of log) if (written.by === 'person') written.conflict = shown.includes(written.value);
	await saved(page);
	const seen = await page.evaluate(() => (globalThis as unknown as {seen: Record<string, number>}).seen);
	const seenAfter = [...sent]
		.flatMap(([value, at]) => (seen[value] ? [Math.max(0, seen[value] - at)] : []))
		.sort((one, other) => one - other);
	const {steps} = await read();
	const same = await page
		.waitForFunction(
			(wanted: string) => JSON.stringify([...document.querySelectorAll('.strip .row .label')].map(label => label.textContent)) === wanted,
			{timeout: 20_000},
			JSON.stringify(steps.map(({title}) => title)),
		)
		.catch(() => null);
	const wrong = same ? [] : ['The screen is not what is stored.'];
	await context.close();
	const conflicts = (by: Written['by']) => log.filter(written => written.by === by && written.conflict).length;
	return {
		lost: lostOf(log, steps),
		conflicts: {agent: conflicts('agent'), person: conflicts('person')},
		seenAfter,
		wrong: [...wrong, ...heard],
	};
}

/** What the person wanted where both met, of each that is shown; theirs stays. */
async function conflictsShown(page: Awaited<ReturnType<Editor['open']>>['page']): Promise<string[]> {
	const shown: string[] = [];
	// What is on its way may meet somebody yet.
	await saved(page);
	for (let button = await page.$('button.save'); button; button = await page.$('button.save')) {
		await button.click();
		await page.waitForSelector('.sides dd', PATIENCE);
		// Read and decided at once: the next one is drawn right after.
		const mine = await page.evaluate(async () => {
			const seen: string[] = [];
			while (document.querySelector('.sides dd')) {
				seen.push(document.querySelector('.sides dd')!.textContent!);
				document.querySelector<HTMLElement>('.dialog .actions .button')!.click();
				await new Promise(resolve => setTimeout(() => requestAnimationFrame(() => setTimeout(resolve))));
			}
			return seen;
		});
		shown.push(...mine);
		await saved(page);
	}
	return shown;
}

/** Follows each word from its writer to the tour: what replaced it knew it, or it was shown. */
function lostOf(log: Written[], steps: Array<{id: string} & Record<Field, string>>): Written[] {
	const replaced = new Set(log.filter(({conflict}) => !conflict).map(({step, field, was}) => `${step} ${field} ${was}`));
	// A person who writes again in a field, before the question about it is answered, is asked about the later words.
	const askedLater = (at: number, {step, field}: Written) =>
		log.some((later, index) => index > at && later.by === 'person' && later.conflict && later.step === step && later.field === field);
	return log.filter((written, at) => {
		const {step, field, value, conflict, by} = written;
		const name = `${step} ${field} ${value}`;
		if (conflict || replaced.has(name) || (by === 'person' && askedLater(at, written))) return false;
		return steps.find(({id}) => id === step)![field] !== value;
	});
}
