import {Later} from '../shell/later.tsx';
import type {ConflictProps} from './conflict-dialog.tsx';
import {lent} from './lent.ts';

async function load() {
	const [{ConflictDialog}, {cardWords, lookWords}] = await Promise.all([import('./conflict-dialog.tsx'), import('../look/index.ts')]);
	Object.assign(lent, {cardWords, lookWords});
	return ConflictDialog;
}

/** What two have changed at the same time, to be decided; fetched once there is something. */
export function Conflicts(props: ConflictProps) {
	return <Later load={load} {...props} />;
}
