import type {Work} from '../saving/work.ts';
import {Later} from '../shell/later.tsx';
import {lent} from './lent.ts';

export type ConflictProps = {
	work: Work;
	/** Who has changed that step last, or the tour where it is empty; null where nobody is known. */
	author: (step: string) => string | null;
	/** Shows a step that was put back. */
	choose?: (step: string) => void;
	close: () => void;
};

async function load() {
	const [{ConflictDialog}, {cardWords, lookWords}] = await Promise.all([import('./conflict-dialog.tsx'), import('../look/index.ts')]);
	Object.assign(lent, {cardWords, lookWords});
	return ConflictDialog;
}

/** What two have changed at the same time, to be decided; fetched once there is something. */
export function Conflicts(props: ConflictProps) {
	return <Later load={load} {...props} />;
}
