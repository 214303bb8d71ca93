import {m} from '../messages/index.ts';
import {ChartNoAxesColumn, Copy, EllipsisVertical, ExternalLink, Link, Sparkles, Trash2} from '../shell/icons.ts';
import {Menu, type MenuItem} from '../shell/menu.tsx';
import {client} from '../shell/session-data.ts';
import {say} from '../shell/toast.tsx';
import {timeAgo} from './time-ago.ts';
import {readTours, type TourItem, takeOut} from './tour-list.ts';
import {TourPicture} from './tour-picture.tsx';

/** One tour of the grid. */
export function TourCard({tour}: {tour: TourItem}) {
	return (
		<li class="card">
			<a
				class="open"
				href={`/tours/${tour.id}`}
				onKeyDown={event => {
					if (event.key === 'Delete') toBin(tour);
				}}
			>
				<TourPicture tour={tour} />
				<span class="name" title={tour.name}>
					{tour.name}
				</span>
				<span class="facts">
					<Status tour={tour} />
					<span>{m.tours.steps(tour.stepCount)}</span>
					<span class="when">{timeAgo(tour.updatedAt)}</span>
				</span>
			</a>
			<Menu label={`${m.more}: ${tour.name}`} icon={<EllipsisVertical size={18} />} items={actions(tour)} class="icon over" />
		</li>
	);
}

function Status({tour: {status, createdBy}}: {tour: TourItem}) {
	return (
		<>
			<span class={status === 'published' ? 'pill good' : 'pill'}>{status === 'published' ? m.tours.isPublished : m.tours.isDraft}</span>
			{createdBy === 'agent' && (
				<span class="pill agent">
					<Sparkles size={11} />
					{m.tours.byAgent}
				</span>
			)}
		</>
	);
}

function actions(tour: TourItem): MenuItem[] {
	const link = tour.publishedLink?.url;
	return [
		...(link
			? [
					{
						label: m.tours.copyLink,
						icon: <Link size={16} />,
						run: () => navigator.clipboard.writeText(link).then(() => say(m.copied)),
					},
					{label: m.tours.visit, icon: <ExternalLink size={16} />, href: link},
				]
			: []),
		{label: m.nav.statistics, icon: <ChartNoAxesColumn size={16} />, href: `/tours/${tour.id}/statistics`, here: true},
		{label: m.duplicate, icon: <Copy size={16} />, run: () => duplicate(tour)},
		{label: m.tours.toBin, icon: <Trash2 size={16} />, run: () => toBin(tour), bad: true},
	];
}

async function duplicate({id}: TourItem): Promise<void> {
	try {
		const {tour} = await client.call('POST /tours/{id}/duplicate', {id});
		await readTours();
		say(m.tours.duplicated(tour.name));
	} catch (error) {
		say((error as Error).message);
	}
}

async function toBin({id, name}: TourItem): Promise<void> {
	const putBack = takeOut(id);
	try {
		await client.call('DELETE /tours/{id}', {id});
	} catch (error) {
		putBack();
		return say((error as Error).message);
	}
	const restore = async () => {
		await client.call('POST /tours/{id}/restore', {id});
		await readTours();
	};
	say(m.tours.binned(name), {label: m.undo, run: () => restore().catch(error => say(error.message))});
}

/** Arrow keys walk through a grid of links, whatever its number of columns is. */
export function walkGrid(event: KeyboardEvent): void {
	const grid = event.currentTarget as HTMLElement;
	const links = [...grid.querySelectorAll<HTMLElement>('a.open')];
	const at = links.indexOf(document.activeElement as HTMLElement);
	if (at === -1) return;
	const top = links[0]!.getBoundingClientRect().top;
	const columns = links.filter(link => link.getBoundingClientRect().top === top).length;
	const step = {ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns}[event.key];
	if (!step || !links[at + step]) return;
	event.preventDefault();
	links[at + step]!.focus();
}
