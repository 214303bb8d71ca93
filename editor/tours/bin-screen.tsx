import {useEffect, useState} from 'preact/hooks';
import type {Output} from '../../client/index.ts';
import {m} from '../messages/index.ts';
import {client} from '../shell/boot.ts';
import {RotateCcw, Trash2} from '../shell/icons.ts';
import {Shell} from '../shell/shell.tsx';
import {say} from '../shell/toast.tsx';

type Binned = Output<'GET /bin'>['tours'][number];
const DAY_MS = 86_400_000;

/** Tours that were deleted, as long as they can be brought back. */
export function BinScreen() {
	const [tours, setTours] = useState<Binned[] | null>(null);
	const [failed, setFailed] = useState(false);
	const read = () =>
		client.call('GET /bin', {limit: 200}).then(
			page => setTours(page.tours),
			() => setFailed(true),
		);
	useEffect(() => {
		document.title = `${m.bin.title} · Roteiro`;
		read();
	}, []);
	const restore = async ({id, name}: Binned) => {
		try {
			await client.call('POST /tours/{id}/restore', {id});
			setTours(now => now!.filter(tour => tour.id !== id));
			say(m.tours.restored(name));
		} catch (error) {
			say((error as Error).message);
		}
	};
	return (
		<Shell here="bin">
			<header class="head">
				<h1>{m.bin.title}</h1>
			</header>
			<p class="hint">{m.bin.hint}</p>
			{failed && (
				<p class="nothing" role="alert">
					{m.failed}
				</p>
			)}
			{tours?.length === 0 && (
				<div class="nothing">
					<Trash2 size={40} strokeWidth={1.5} />
					<p>{m.bin.empty}</p>
				</div>
			)}
			<ul class="rows">
				{tours?.map(tour => (
					<li key={tour.id}>
						<div>
							<strong>{tour.name}</strong>
							<span>
								{m.tours.steps(tour.stepCount)} · {m.bin.daysLeft(Math.max(1, Math.ceil((Date.parse(tour.until) - Date.now()) / DAY_MS)))}
							</span>
						</div>
						<button type="button" class="button" onClick={() => restore(tour)} aria-label={`${m.bin.restore}: ${tour.name}`}>
							<RotateCcw size={16} />
							{m.bin.restore}
						</button>
					</li>
				))}
			</ul>
		</Shell>
	);
}
