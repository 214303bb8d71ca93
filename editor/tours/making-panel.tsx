import {LoaderCircle} from '../shell/icons.ts';
import {making} from './create-tour.ts';

/** A tour is being made out of what was dropped; pictures are sent once it is open. */
export function MakingPanel() {
	return (
		making.value !== null && (
			<p class="making" role="status">
				<LoaderCircle size={18} class="turning" />
				{making.value}
			</p>
		)
	);
}
