import {words} from '../../shared/locales/en/editor/ai.ts';
import {CircleAlert} from '../shell/icons.ts';
import type {Why} from './why.ts';

/** Shows a fault in a sentence of ours, and in the service's words if they tell more. */
export function Fault({why}: {why: Why}) {
	return (
		<div class="ai-fault" role="alert">
			<CircleAlert size={16} />
			<div>
				<p>{reasonOf(why)}</p>
				{why.said && (
					<p class="said" lang="en">
						{why.said}
					</p>
				)}
			</div>
		</div>
	);
}

export function reasonOf({code}: Why): string {
	return words.whys[code] ?? words.otherwise;
}
