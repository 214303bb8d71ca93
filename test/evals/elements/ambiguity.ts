import {launchLoopbackBrowser} from '../../helpers/loopback-browser.ts';
import {pointAtTwice} from './twice.ts';

/** `node infra/start.mjs test node test/evals/elements/ambiguity.ts [COUNT]`: points at texts that stand twice, 200 of them; none may be taken without a word. `unread` is found nowhere. */
const count = Number(process.argv[2] ?? 200);
const browser = await launchLoopbackBrowser();
const page = await browser.newPage();
const counts = {refused: 0, named: 0, unread: 0, silent: 0};
for (let seed = 1; seed <= count; seed++) {
	const {outcome, text, read} = await pointAtTwice(page, seed);
	counts[outcome]++;
	if (outcome === 'silent') console.log(`${seed}: "${text}" among ${read.join(', ')}`);
}
await browser.close();
console.log(counts);
process.exit(counts.silent === 0 ? 0 : 1);
