import {parseArgs} from 'node:util';
import {measureScreens} from './measure.ts';
import {takeScreens} from './take.ts';

/** `node infra/start.mjs test node test/evals/elements/main.ts FOLDER [--take] [--app NAME] [--misses]`: see README.md. */
const {values, positionals} = parseArgs({
	options: {take: {type: 'boolean'}, app: {type: 'string'}, misses: {type: 'boolean'}},
	allowPositionals: true,
});
const [folder] = positionals;
if (!folder) throw new Error('Give a folder outside of the project: it keeps the applications and the pictures.');
if (values.take) await takeScreens(folder, values.app);
if (!values.take) await measureScreens(folder, values);
