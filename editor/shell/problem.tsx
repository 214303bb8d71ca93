import type {ComponentChildren} from 'preact';
import {CircleAlert} from './icons.ts';

/** Shows an error, and has it read out at once. */
export function Problem({children}: {children: ComponentChildren}) {
	return (
		<p class="problem" role="alert">
			<CircleAlert size={16} />
			{children}
		</p>
	);
}
