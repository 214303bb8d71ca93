import {onOwnServers} from '../helpers/own-servers.ts';
import {signedIn} from '../helpers/person.ts';
import {type Editor, startEditor} from './helpers.ts';
import {hurried} from './hurried.ts';
import {storm} from './storm.ts';
import {twoAuthors} from './two-authors.ts';

/**
 * `npm run lab -- saving`: the full editions of test/editor/saving.test.ts; ends with 1 where a word was lost or seen too late. `npm run lab -- saving hurried 60`
 * plays so many hurried people alone, and `hurried 60 61` the sixty that come after the sixtieth.
 */

const SEEN_P95_MS = 2000;
const HURRIED_AT_ONCE = 4;
const faults: string[] = [];

await onOwnServers(async () => {
	const editor = await startEditor();
	try {
		if (process.argv[2] !== 'hurried') {
			await throughTheStorm(editor);
			await withAnAgent(editor);
		}
		await inAHurry(editor, Number(process.argv[3] ?? 60), Number(process.argv[4] ?? 1));
	} finally {
		await editor.stop();
	}
});
for (const fault of faults) console.error(fault);
process.exit(faults.length > 0 ? 1 : 0);

async function inAHurry(editor: Editor, people: number, first: number): Promise<void> {
	let [bad, seed] = [0, first - 1];
	// They wait for most of their time; those of one account share its pictures.
	await Promise.all(
		Array.from({length: HURRIED_AT_ONCE}, async () => {
			const person = await signedIn(editor.service);
			while (seed < first - 1 + people) {
				const mine = ++seed;
				const {did, wrong} = await hurried(editor, person, {actions: 20, seed: mine});
				if ((mine - first + 1) % 10 === 0) console.log(`${mine - first + 1} of ${people}`);
				if (wrong.length === 0) continue;
				bad++;
				const fault = `Hurried person ${mine} (${did.join(' ')}): ${wrong.join('; ')}`;
				console.log(fault);
				faults.push(fault);
			}
		}),
	);
	console.log(`${people} hurried people: ${bad} met themselves, or saw something else than what is stored`);
}

async function throughTheStorm(editor: Editor): Promise<void> {
	const {wanted, screen, stored, ...counts} = await storm(editor, await signedIn(editor.service), {edits: 1000, kills: 20, seed: 1});
	console.log(`1,000 edits, 20 kills: ${JSON.stringify({...counts, steps: wanted.steps.length})}`);
	if (JSON.stringify(screen) !== JSON.stringify(wanted)) faults.push('The screen is not what was done.');
	if (JSON.stringify(stored) !== JSON.stringify(wanted)) faults.push('What is stored is not what was done.');
	if (counts.conflicts > 0) faults.push('Somebody was asked about what nobody else has touched.');
}

async function withAnAgent(editor: Editor): Promise<void> {
	const {lost, wrong, conflicts, seenAfter} = await twoAuthors(editor, await signedIn(editor.service), {
		changes: 200,
		paceMs: 150,
		seed: 2,
	});
	const p95 = seenAfter[Math.floor(seenAfter.length * 0.95)]!;
	const seen = {count: seenAfter.length, p50: seenAfter[seenAfter.length >> 1], p95, longest: seenAfter.at(-1)};
	console.log(`an agent and a person, 200 changes each: ${JSON.stringify({conflicts, lost: lost.length, seenAfterMs: seen})}`);
	faults.push(...wrong, ...lost.map(written => `Lost: ${JSON.stringify(written)}`));
	if (p95 > SEEN_P95_MS) faults.push(`Seen after ${p95} ms (p95).`);
}
