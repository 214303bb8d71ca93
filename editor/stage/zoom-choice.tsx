import type {Signal} from '@preact/signals';
import {LEVELS} from './view.ts';
import {viewWords} from './view-words.ts';

/** How large the stage is drawn; null where it fits its room. */
export function ZoomChoice({zoom}: {zoom: Signal<number | null>}) {
	return (
		<label class="zoom" title={`${viewWords.zoom} (0, +, −)`}>
			<span class="unseen">{viewWords.zoom}</span>
			<select value={zoom.value ?? ''} onChange={event => (zoom.value = Number(event.currentTarget.value) || null)}>
				<option value="">{viewWords.fit}</option>
				{LEVELS.map(level => (
					<option key={level} value={level}>
						{level * 100} %
					</option>
				))}
			</select>
		</label>
	);
}
