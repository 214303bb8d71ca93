import {m} from '../messages/index.ts';
import {LoaderCircle} from '../shell/icons.ts';
import {making} from './create-tour.ts';

/** A tour is being made for pictures that were dropped; they are sent once it is open. */
export function MakingPanel() {
	return (
		making.value && (
			<p class="making" role="status">
				<LoaderCircle size={18} class="turning" />
				{m.loading}
			</p>
		)
	);
}
