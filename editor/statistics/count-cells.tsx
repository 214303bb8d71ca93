import {words} from '../../shared/locales/en/editor/statistics.ts';
import {count} from './format.ts';
import {COUNTS, type Count} from './numbers.ts';

/** Shows the names of counts as heads of a table's columns. */
export function CountHeads() {
	return COUNTS.map(name => (
		<th key={name} scope="col" class="figure">
			{words[name]}
		</th>
	));
}

/** The counts of one row. */
export function CountCells({counts}: {counts: Record<Count, number>}) {
	return COUNTS.map(name => (
		<td key={name} class="figure">
			{count(counts[name])}
		</td>
	));
}
