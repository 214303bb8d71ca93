import {registerHooks} from 'node:module';

/** With `--import` of this file a process changes tours as before there were versions: none is kept when an editing session begins. */
const FILE = '/shared/store/tours.ts';
const STATEMENT = "if (startsEditingSession(tour, actor, now)) await keepVersion(db, tour, {cause: 'checkpoint', actor});";

registerHooks({
	load(url, context, next) {
		const loaded = next(url, context);
		if (!url.endsWith(FILE)) return loaded;
		const source = String(loaded.source);
		if (!source.includes(STATEMENT)) throw new Error(`${FILE} keeps checkpoints in another way than this file knows.`);
		return {...loaded, source: source.replace(STATEMENT, '')};
	},
});
