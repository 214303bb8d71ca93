import {parseArgs} from 'node:util';
import {onOwnServers} from '../helpers/own-servers.ts';
import {BENCHES} from './benches.ts';
import {keepFigures} from './kept-figures.ts';
import {isNear, keepShortRound} from './short-rounds.ts';

/**
 * `npm run lab -- bench [name…]`: each of our paths beside the bare libraries doing the same, in turns and in one run, on servers that
 * keep what they acknowledge; `editor` means all that begin with it, `--short` a round of seconds that fails where a ratio is far off, `--keep` writes the figures into the docs.
 * Ratios hold from machine to machine; the times are only there to be looked at.
 */
const options = {short: {type: 'boolean', default: false}, keep: {type: 'boolean', default: false}} as const;
const {values, positionals: wanted} = parseArgs({allowPositionals: true, options});
const isWanted = (name: string, word: string) => name === word || name.startsWith(`${word}-`);
const unknown = wanted.filter(word => !Object.keys(BENCHES).some(name => isWanted(name, word)));
if (unknown.length > 0) throw new Error(`There is no bench "${unknown.join('", "')}": they are ${Object.keys(BENCHES).join(', ')}.`);
if (values.short && values.keep) throw new Error('A short round says whether a bench works: its figures are not kept.');

process.env.NODE_ENV = 'production';
await onOwnServers(async () => {
	for (const [name, bench] of Object.entries(BENCHES)) {
		if (wanted.length > 0 && !wanted.some(word => isWanted(name, word))) continue;
		process.stderr.write(`${name} …\n`);
		const rows = await bench();
		if (values.keep) keepFigures(name, rows);
		if (values.short) keepShortRound(name, rows);
		for (const row of rows) {
			const {what, ours, bare, ratio, goal, met} = row;
			console.log(`${met ? 'met   ' : 'MISSED'}  ${what}: ${ratio.toFixed(2)}x (goal ${goal}); ours ${ours}, bare ${bare}`);
			if (!(values.short ? isNear(name, row) : met)) process.exitCode = 1;
		}
	}
});
process.exit();
