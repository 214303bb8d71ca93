import type * as Formats from './index.ts';

/** Set where the command is packed: its parts lie beside it. */
declare const RECORDER: object | undefined;

/** The formats of other tools, of which most commands need nothing. */
export async function loadFormats(): Promise<typeof Formats> {
	const file = typeof RECORDER === 'undefined' ? './index.ts' : './formats.mjs';
	return (await import(file)) as typeof Formats;
}
