import {ApiError, createClient} from '../../client/index.ts';
import {LIMITS} from '../../shared/contract/limits.ts';
import {bundleWords as words} from '../../shared/locales/en/editor/tours.ts';
import {m} from '../messages/index.ts';
import {say} from '../shell/toast.tsx';
import {making} from './create-tour.ts';

/** Unlike the editor's own, it goes on after a response that was lost: what it waits for may take minutes. */
const client = createClient({baseUrl: location.origin, prefix: '/app/v1'});

/** Makes a tour out of a bundle and returns its id; null if it cannot be opened, which is said. */
export async function importBundle(file: File): Promise<string | null> {
	if (file.size > LIMITS.bundleBytes) {
		say(words.tooLarge(file.name));
		return null;
	}
	making.value = words.sending;
	try {
		const {tour, warnings} = await client.importTour(file, {
			progress: fraction => {
				making.value = words.making(Math.round(100 * fraction));
			},
		});
		if (warnings.some(({field}) => field.startsWith('voices.'))) say(words.voices);
		return tour.id;
	} catch (error) {
		say(whyNot(error, file));
		return null;
	} finally {
		making.value = null;
	}
}

function whyNot(error: unknown, {name}: File): string {
	if (!(error instanceof ApiError)) return m.offline;
	const [fault] = error.errors;
	if (!fault) return error.message;
	return words.noBundle(name, fault.field === 'bundle' ? '' : ` (${fault.field})`);
}
