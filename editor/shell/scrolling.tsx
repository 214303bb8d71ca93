import type {ComponentChildren} from 'preact';

/** Holds what may be wider or taller than there is room for: the keyboard scrolls what it can reach. `by`: the id of its heading. */
export function Scrolling({by, tall = false, children}: {by: string; tall?: boolean; children: ComponentChildren}) {
	return (
		// biome-ignore lint/a11y/useSemanticElements: no group of fields, and no landmark of its own beside the section around it.
		// biome-ignore lint/a11y/noNoninteractiveTabindex: people without a pointer scroll it by the arrow keys.
		<div class={tall ? 'table tall' : 'table'} tabIndex={0} role="group" aria-labelledby={by}>
			{children}
		</div>
	);
}
