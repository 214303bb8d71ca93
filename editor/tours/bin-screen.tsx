import {useEffect, useRef, useState} from 'preact/hooks';
import type {Output} from '../../client/index.ts';
import {DAY_MS} from '../../shared/contract/limits.ts';
import {words} from '../../shared/locales/en/editor/bin.ts';
import {m} from '../messages/index.ts';
import {TypedConfirm} from '../shell/confirm.tsx';
import {RotateCcw, Trash2} from '../shell/icons.ts';
import {client} from '../shell/session-data.ts';
import {Shell} from '../shell/shell.tsx';
import {say} from '../shell/toast.tsx';
import {Failed, Lines, More, useReading} from '../shell/use-resource.tsx';

type Page = Pick<Output<'GET /bin'>, 'tours' | 'nextCursor'>;
type Binned = Page['tours'][number];
const LIMIT = 100;

/** Tours that were deleted, as long as they can be brought back. */
export function BinScreen() {
	const {value: page, fault, again, set} = useReading<Page>(() => client.call('GET /bin', {limit: LIMIT}), []);
	const [erasing, setErasing] = useState<Binned | 'all' | null>(null);
	const title = useRef<HTMLHeadingElement>(null);
	const erased = useRef(false);
	useEffect(() => {
		document.title = `${m.bin.title} · Roteiro`;
	}, []);
	// Once the dialog is gone: closing, the browser gives the focus back to a button that may be gone as well.
	useEffect(() => {
		if (erasing || !erased.current) return;
		erased.current = false;
		title.current?.focus();
	}, [erasing]);
	const restore = async ({id, name}: Binned) => {
		try {
			await client.call('POST /tours/{id}/restore', {id});
			set(now => ({...now, tours: now.tours.filter(tour => tour.id !== id)}));
			// The button that was pressed is gone.
			title.current?.focus();
			say(m.tours.restored(name));
		} catch (error) {
			say((error as Error).message);
		}
	};
	const more = async () => {
		try {
			const {tours, nextCursor} = await client.call('GET /bin', {limit: LIMIT, cursor: page!.nextCursor!});
			set(now => ({tours: [...now.tours, ...tours], nextCursor}));
		} catch (error) {
			say((error as Error).message);
		}
	};
	return (
		<Shell here="bin">
			<header class="head">
				<h1 tabIndex={-1} ref={title}>
					{m.bin.title}
				</h1>
				{page && page.tours.length > 0 && (
					<button type="button" class="button" onClick={() => setErasing('all')}>
						<Trash2 size={16} />
						{words.eraseAll}
					</button>
				)}
			</header>
			<p class="hint">{m.bin.hint}</p>
			{fault && <Failed fault={fault} again={again} />}
			{!page && !fault && <Lines count={4} />}
			{page?.tours.length === 0 && (
				<div class="nothing">
					<Trash2 size={40} strokeWidth={1.5} />
					<p>{m.bin.empty}</p>
				</div>
			)}
			<ul class="rows bin">
				{page?.tours.map(tour => (
					<Row key={tour.id} tour={tour} restore={() => restore(tour)} erase={() => setErasing(tour)} />
				))}
			</ul>
			{page?.nextCursor && <More label={words.more} more={more} />}
			{erasing && (
				<EraseDialog
					tour={erasing === 'all' ? null : erasing}
					changed={() => {
						erased.current = true;
						again();
					}}
					close={() => setErasing(null)}
				/>
			)}
		</Shell>
	);
}

function Row({tour, restore, erase}: {tour: Binned; restore: () => void; erase: () => void}) {
	const days = Math.max(1, Math.ceil((Date.parse(tour.until) - Date.now()) / DAY_MS));
	return (
		<li>
			<div>
				<strong>{tour.name}</strong>
				<span>
					{m.tours.steps(tour.stepCount)} · {m.bin.daysLeft(days)}
				</span>
			</div>
			<button type="button" class="button" onClick={restore} aria-label={`${m.bin.restore}: ${tour.name}`}>
				<RotateCcw size={16} />
				<span>{m.bin.restore}</span>
			</button>
			<button type="button" class="button" onClick={erase} aria-label={`${words.erase}: ${tour.name}`}>
				<Trash2 size={16} />
				<span>{words.erase}</span>
			</button>
		</li>
	);
}

type Props = {
	/** Null: all that is in the bin. */
	tour: {id: string; name: string} | null;
	/** Called when the bin has changed, also after a failure half way. */
	changed: () => void;
	close: () => void;
};

/** Says what erasing takes with it, and asks for the word. */
function EraseDialog({tour, changed, close}: Props) {
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

/** Erases tours in calls of a few each; returns how many were erased. */
async function emptyBin(): Promise<number> {
	for (let count = 0; ; ) {
		const {erased, left} = await client.call('DELETE /bin', {});
		count += erased;
		if (left === 0 || erased === 0) return count;
	}
}
