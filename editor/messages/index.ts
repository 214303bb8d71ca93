import type {Messages} from './pt.ts';

export type {Messages} from './pt.ts';

/** The words of the language that was chosen; there before anything is drawn. */
export let m: Messages;
/** BCP 47, for dates and numbers. */
export let language = 'pt-BR';

export async function loadMessages(chosen: string): Promise<void> {
	const primary = chosen.split('-')[0];
	language = chosen;
	if (primary === 'en') m = (await import('./en.ts')).en;
	else if (primary === 'es') m = (await import('./es.ts')).es;
	else m = (await import('./pt.ts')).pt;
}
