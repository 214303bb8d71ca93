import {words} from '../../shared/locales/en/editor/bin.ts';
import {client} from '../shell/session-data.ts';
import {say} from '../shell/toast.tsx';
import {TypedConfirm} from '../shell/typed-confirm.tsx';

type Props = {
	/** Null: all that is in the bin. */
	tour: {id: string; name: string} | null;
	/** Called when the bin has changed, also after a failure half way. */
	changed: () => void;
	close: () => void;
};

/** Says what erasing takes with it, and asks for the word. */
export function EraseDialog({tour, changed, close}: Props) {
	const run = async () => {
		try {
			if (tour) {
				await client.call('DELETE /bin/{id}', {id: tour.id});
				say(words.erased(tour.name));
			} else say(words.erasedAll(await emptyBin()));
		} finally {
			changed();
		}
		close();
	};
	return (
		<TypedConfirm
			title={tour ? words.title(tour.name) : words.titleAll}
			hint={`${tour ? words.one : words.all} ${words.pictures}`}
			label={words.type(words.word)}
			text={words.word}
			button={tour ? words.erase : words.eraseAll}
			failed={words.failed}
			run={run}
			close={close}
		/>
	);
}

/** A call takes some at a time; returns how many went. */
async function emptyBin(): Promise<number> {
	for (let count = 0; ; ) {
		const {erased, left} = await client.call('DELETE /bin', {});
		count += erased;
		if (left === 0 || erased === 0) return count;
	}
}
