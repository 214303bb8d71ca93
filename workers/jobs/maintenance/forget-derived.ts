import type {Services} from '../../../shared/services/services.ts';
import {agedDerived, forgetGone} from '../../../shared/store/media/derived-files.ts';
import {FILE_AGE_MS} from './sweep-files.ts';

/** Notes that one run looks at. */
const MOST = 5000;

/** Forgets which images a file was made of that is gone; what nobody names is swept within two days. Returns how many notes. */
export async function forgetDerivedFiles({database, files}: Services): Promise<number> {
	const before = new Date(Date.now() - 2 * FILE_AGE_MS);
	const gone: string[] = [];
	for (const {file} of await agedDerived(database.manager, before, MOST)) {
		if ((await files.storedAt(file.includes('.') ? 'media' : 'originals', file)) === null) gone.push(file);
	}
	return forgetGone(database.manager, gone, before);
}
