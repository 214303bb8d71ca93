import {errorTable} from '../api/docs/openapi.ts';

const [BEGIN, END] = ['<!-- errors: written by npm run openapi -->\n', '<!-- /errors -->'];

/** Returns `docs/api.md` with the table of all errors in `shared/errors.ts`. Throws if the markers are missing. */
export function withErrorTable(text: string): string {
	const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
	if (begin < 0 || end < begin) throw new Error(`There is no place for the table: it stands between ${BEGIN.trim()} and ${END}.`);
	return `${text.slice(0, begin)}${BEGIN}${errorTable()}${text.slice(end)}`;
}
