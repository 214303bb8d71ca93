import type * as Zip from './index.ts';

/** Set where the command is packed: its parts lie beside it. */
declare const RECORDER: object | undefined;

/** Zip files, of which most commands need nothing. */
export async function loadZip(): Promise<typeof Zip> {
	const file = typeof RECORDER === 'undefined' ? './index.ts' : './zip.mjs';
	return (await import(file)) as typeof Zip;
}
