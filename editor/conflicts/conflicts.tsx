import {Later} from '../shell/later.tsx';
import type {ConflictProps} from './conflict-dialog.tsx';
import type {lent} from './in-words.ts';

type Props = ConflictProps & {/** Fetches the words of the screens for theme and cards. */ lend: () => Promise<typeof lent>};

/** Decides on simultaneous changes; its dialog is fetched with the first one. */
export function Conflicts({lend, ...props}: Props) {
	const load = async () => {
		const [{ConflictDialog, lent}, {cardWords, lookWords}] = await Promise.all([import('./conflict-dialog.tsx'), lend()]);
		Object.assign(lent, {cardWords, lookWords});
		return ConflictDialog;
	};
	return <Later load={load} {...props} />;
}
