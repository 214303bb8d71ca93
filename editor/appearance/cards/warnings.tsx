import {cardWords} from '../../../shared/locales/en/editor/cards.ts';
import {TriangleAlert} from '../../shell/icons.ts';
import type {CardWarning} from './cards-value.ts';

/** Shows warnings about settings that are allowed but unwise, with ways to mend them. */
export function Warnings({list}: {list: CardWarning[]}) {
	return (
		<div class="warnings" role="status">
			{list.map(name => (
				<p key={name} data-warning={name}>
					<TriangleAlert size={16} />
					{cardWords.warnings[name]}
				</p>
			))}
		</div>
	);
}
