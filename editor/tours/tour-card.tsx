import {useEffect, useLayoutEffect, useState} from 'preact/hooks';
import {ApiError} from '../../client/api-error.ts';
import {words} from '../../shared/locales/en/editor/tours.ts';
import {m} from '../messages/index.ts';
import {timeAgo} from '../messages/times.ts';
import {copyText} from '../shell/copy-line.tsx';
import {hear, openMenu} from '../shell/hands.ts';
import {ChartNoAxesColumn, Check, Copy, EllipsisVertical, ExternalLink, Link, Sparkles, Trash2} from '../shell/icons.ts';
import {Menu, type MenuItem} from '../shell/menu.tsx';
import {client} from '../shell/session-data.ts';
import {say} from '../shell/toast.tsx';
import {chosen, readAgain, selected, selectTo, type TourItem, takeOut, toggle, unselect} from './tour-list.ts';

/** One tour of the grid. While some are selected, a press selects it as well. */
export function TourCard({tour}: {tour: TourItem}) {
	const isSelected = selected.value.has(tour.id);
	const press = (event: MouseEvent) => {
		if (chosen.value.length === 0 || event.ctrlKey || event.metaKey) return;
		event.preventDefault();
		// The router follows a link whose default was prevented.
		event.stopPropagation();
		if (event.shiftKey) selectTo(tour);
		else toggle(tour);
	};
	const key = (event: KeyboardEvent) => {
		if (event.key === 'Delete') toBin(isSelected ? chosen.value : [tour]);
		if (event.key !== ' ') return;
		event.preventDefault();
		toggle(tour);
	};
	return (
		<li class={isSelected ? 'card selected' : 'card'}>
			<a class="open" href={`/tours/${tour.id}`} onClick={press} onKeyDown={key}>
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
			<label class="select">
				<input
					type="checkbox"
					aria-label={`${words.select}: ${tour.name}`}
					checked={isSelected}
					onClick={event => (event.shiftKey ? selectTo(tour) : toggle(tour))}
				/>
			</label>
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
						run: () =>
							copyText(link).then(
								() => say(m.copied),
								() => say(link),
							),
					},
					{label: m.tours.visit, icon: <ExternalLink size={16} />, href: link},
				]
			: []),
		{label: m.nav.statistics, icon: <ChartNoAxesColumn size={16} />, href: `/tours/${tour.id}/statistics`, here: true},
		{label: m.duplicate, icon: <Copy size={16} />, run: () => duplicate(tour)},
		{label: words.select, icon: <Check size={16} />, run: () => toggle(tour)},
		{label: m.tours.toBin, icon: <Trash2 size={16} />, run: () => toBin([tour]), bad: true},
	];
}

/** Says how many tours are selected, and what can be done to them. */
export function Selection() {
	useEffect(() => {
		const keydown = ({key}: KeyboardEvent) => {
			if (key === 'Escape' && !openMenu()) unselect();
		};
		const end = hear({keydown});
		return () => {
			end();
			unselect();
		};
	}, []);
	const {length} = chosen.value;
	return (
		<div class="selection" role="status">
			{length > 0 && (
				<>
					<span>{words.selected(length)}</span>
					<button type="button" class="button" onClick={() => toBin(chosen.value)}>
						<Trash2 size={16} />
						{m.tours.toBin}
					</button>
					<button type="button" class="button" onClick={unselect}>
						{m.cancel}
					</button>
				</>
			)}
		</div>
	);
}

async function duplicate({id}: TourItem): Promise<void> {
	try {
		const {tour} = await client.call('POST /tours/{id}/duplicate', {id});
		await readAgain();
		say(m.tours.duplicated(tour.name));
	} catch (error) {
		say((error as Error).message);
	}
}

async function toBin(tours: TourItem[]): Promise<void> {
	const putBack = takeOut(tours);
	const gone = new Set<TourItem>();
	const binned: TourItem[] = [];
	const tell = (text: string, undo?: () => void) => say(text, undo && {label: m.undo, run: undo}, `bin ${tours[0]!.id}`);
	try {
		for (const tour of tours) {
			if (gone.size % TOLD === TOLD - 1) tell(words.binning(gone.size, tours.length));
			if (await wasThere(client.call('DELETE /tours/{id}', {id: tour.id}))) binned.push(tour);
			gone.add(tour);
			if (selected.value.has(tour.id)) toggle(tour);
		}
	} catch (error) {
		putBack(gone);
		say((error as Error).message);
	}
	const [first, ...others] = binned;
	if (!first) return;
	const restore = async () => {
		for (const [index, {id}] of binned.entries()) {
			if (index % TOLD === TOLD - 1) tell(words.restoring(index, binned.length));
			await wasThere(client.call('POST /tours/{id}/restore', {id}));
		}
	};
	const undo = () =>
		restore()
			.catch(error => say(error.message))
			.then(readAgain);
	tell(others.length === 0 ? m.tours.binned(first.name) : words.binned(binned.length), undo);
}

/** Tours between two words about the progress. */
const TOLD = 20;

/** Returns false where another window, or somebody else, was quicker. */
function wasThere(call: Promise<unknown>): Promise<boolean> {
	return call.then(
		() => true,
		error => {
			if (error instanceof ApiError && error.status === 404) return false;
			throw error;
		},
	);
}

/** The tour for which the list was left last, and how far down in the window it stood. */
let left = {id: '', top: 0};
const cardOf = (id: string) => (id ? document.querySelector<HTMLElement>(`.open[href$="${id}"]`) : null);
const topOf = (card: HTMLElement) => card.getBoundingClientRect().top;

/** Shows the list where it was left for a tour, which gets the focus. */
export function useKeptPlace(): void {
	useLayoutEffect(() => {
		// Held already, it is not lost to the heading; the router scrolls to the top after this.
		cardOf(left.id)?.focus({preventScroll: true});
		return () => {
			const id = location.pathname.split('/')[2] ?? '';
			const card = cardOf(id);
			left = {id, top: card ? topOf(card) : 0};
		};
	}, []);
	useEffect(() => {
		const card = cardOf(left.id);
		if (card) scrollBy(0, topOf(card) - left.top);
	}, []);
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

/** Shows a tour's cover if it is published, else its first picture. */
function TourPicture({tour}: {tour: TourItem}) {
	const url = tour.publishedLink?.coverUrl ?? tour.thumbnail?.url ?? null;
	const [failed, setFailed] = useState<string | null>(null);
	return (
		<span class="picture">
			{url && failed !== url ? <img src={url} alt="" loading="lazy" decoding="async" onError={() => setFailed(url)} /> : <Blank />}
		</span>
	);
}

/** Draws a window with a highlight in it, for a tour without a picture. */
function Blank() {
	return (
		<svg class="blank" viewBox="0 0 160 100" aria-hidden="true">
			<rect class="bar" x="34" y="24" width="92" height="56" rx="5" />
			<rect class="line" x="44" y="36" width="34" height="5" rx="2.5" />
			<rect class="line" x="44" y="47" width="52" height="5" rx="2.5" />
			<rect class="ring" x="42" y="58" width="30" height="13" rx="3.5" />
			<circle class="spot" cx="65" cy="64.500" r="2.500" />
		</svg>
	);
}
