import type {TargetedEvent} from 'preact';
import {useCallback, useEffect, useRef} from 'preact/hooks';
import {useLocation} from 'preact-iso';
import {words} from '../../shared/locales/en/editor/tours.ts';
import {m} from '../messages/index.ts';
import {hear, isWriting} from '../shell/hands.ts';
import {FileText, ImagePlus, LayoutGrid, LoaderCircle, PackageOpen, Plus, Rows3, Search, Upload} from '../shell/icons.ts';
import {late} from '../shell/later.tsx';
import {IconButton, Menu} from '../shell/menu.tsx';
import {Shell} from '../shell/shell.tsx';
import {say} from '../shell/toast.tsx';
import {Failed, More} from '../shell/use-resource.tsx';
import {createEmpty, createFromPictures, making} from './create-tour.ts';
import {FirstPassword, FirstRun} from './first-run.tsx';
import {usePictureDrop} from './picture-chooser.tsx';
import {Selection, TourCard, useKeptPlace, walkGrid} from './tour-card.tsx';
import {
	FILTERS,
	failed,
	filter,
	found,
	hasMore,
	isEmpty,
	type Layout,
	layout,
	query,
	readAgain,
	reading,
	readMore,
	readTours,
	SORTS,
	type Sort,
	search,
	sort,
	tours,
} from './tour-list.ts';
import {BUNDLE_TYPES, PICTURE_TYPES} from './upload.ts';

/** All tours of the account, and the ways to a new one. */
export function ToursScreen() {
	const {route} = useLocation();
	const open = (id: string | null) => id && route(`/tours/${id}`);
	const orSay = (work: Promise<unknown>) => work.catch((error: Error) => say(error.message));
	const take = useCallback((files: File[]) => {
		if (making.value !== null) return;
		const isBundle = files.length === 1 && files[0]!.name.toLowerCase().endsWith('.zip');
		orSay((isBundle ? fromBundle(files[0]!) : createFromPictures(files)).then(open));
	}, []);
	const empty = () => orSay(createEmpty().then(open));
	const sample = () =>
		orSay(
			late(() => import('./sample.ts'))
				.then(({createSample}) => createSample())
				.then(open),
		);
	const over = usePictureDrop(take);
	useEffect(() => {
		document.title = `${m.tours.title} · Roteiro`;
		readAgain();
	}, []);
	useKeptPlace();
	const none = isEmpty.value && making.value === null;
	return (
		<Shell here="tours">
			<header class="head">
				<h1>{m.tours.title}</h1>
				<SearchField />
				<NewTour take={take} empty={empty} />
			</header>
			<FirstPassword />
			{!none && <Filters />}
			<MakingPanel />
			{none ? <FirstRun take={take} empty={empty} sample={sample} /> : <Grid />}
			{over && (
				<div class="dropping">
					<ImagePlus size={48} strokeWidth={1.5} />
					<strong>{m.tours.drop}</strong>
					<span>{m.tours.dropHint}</span>
				</div>
			)}
		</Shell>
	);
}

const tell = (progress: string | null) => {
	making.value = progress;
};
const fromBundle = (file: File) => late(() => import('./dropped-files.ts')).then(({importBundle}) => importBundle(file, tell));

function SearchField() {
	const input = useRef<HTMLInputElement>(null);
	useEffect(() => {
		const keydown = (event: KeyboardEvent) => {
			if (event.key !== '/' || isWriting(event)) return;
			event.preventDefault();
			input.current!.focus();
		};
		return hear({keydown});
	}, []);
	return (
		<label class="search">
			<Search size={16} />
			<input
				ref={input}
				type="search"
				placeholder={m.tours.search}
				aria-label={m.tours.search}
				value={query.value}
				onInput={event => search(event.currentTarget.value)}
			/>
		</label>
	);
}

function NewTour({take, empty}: {take: (files: File[]) => void; empty: () => void}) {
	const pictures = useRef<HTMLInputElement>(null);
	const bundle = useRef<HTMLInputElement>(null);
	const taken = ({currentTarget: chooser}: TargetedEvent<HTMLInputElement>) => {
		const files = [...chooser.files!];
		// The same file may be chosen again.
		chooser.value = '';
		if (files.length > 0) take(files);
	};
	return (
		<>
			<Menu
				label={m.tours.new}
				text={m.tours.new}
				icon={<Plus size={18} />}
				class="button primary"
				items={[
					{label: m.first.choose, icon: <Upload size={16} />, run: () => pictures.current!.click()},
					{label: m.first.empty, icon: <FileText size={16} />, run: empty},
					{label: words.fromBundle, icon: <PackageOpen size={16} />, run: () => bundle.current!.click()},
				]}
			/>
			<input ref={pictures} type="file" accept={PICTURE_TYPES} multiple hidden onChange={taken} />
			<input ref={bundle} type="file" accept={BUNDLE_TYPES} hidden onChange={taken} />
		</>
	);
}

function Filters() {
	return (
		<div class="narrowing">
			<fieldset class="filters" aria-label={m.tours.filter}>
				{FILTERS.map(name => (
					<button
						key={name}
						type="button"
						aria-pressed={filter.value === name}
						onClick={() => {
							filter.value = name;
							readTours();
						}}
					>
						{m.tours[name]}
					</button>
				))}
			</fieldset>
			<select
				aria-label={words.sort}
				value={sort.value}
				onChange={event => {
					sort.value = event.currentTarget.value as Sort;
					readTours();
				}}
			>
				{SORTS.map(name => (
					<option key={name} value={name}>
						{words.sorts[name]}
					</option>
				))}
			</select>
			<fieldset class="layouts" aria-label={words.layout}>
				<LayoutButton name="grid" Icon={LayoutGrid} />
				<LayoutButton name="rows" Icon={Rows3} />
			</fieldset>
		</div>
	);
}

function LayoutButton({name, Icon}: {name: Layout; Icon: typeof Rows3}) {
	return (
		<IconButton pressed={layout.value === name} label={words[name]} press={() => (layout.value = name)}>
			<Icon size={18} />
		</IconButton>
	);
}

function Grid() {
	if (tours.value === null) return failed.value ? <Failed fault={failed.value} again={readTours} /> : <Skeletons />;
	return (
		<>
			{failed.value && <Failed fault={failed.value} again={readTours} />}
			{tours.value.length === 1 && <p class="hint by-mouse">{words.dropAnywhere}</p>}
			{tours.value.length === 0 && !failed.value && (
				<div class="nothing" role="status">
					<p>{found.value.query ? m.tours.nothingFound(found.value.query) : m.tours.nothingHere}</p>
					{found.value.query && (
						<button type="button" class="button" onClick={() => search('')}>
							{m.tours.clear}
						</button>
					)}
				</div>
			)}
			<ul class={layout.value === 'rows' ? 'grid listed' : 'grid'} onKeyDown={walkGrid} aria-busy={reading.value}>
				{tours.value.map(tour => (
					<TourCard key={tour.id} tour={tour} />
				))}
			</ul>
			{hasMore.value && <More label={m.tours.loadMore} more={() => readMore()} />}
			<Selection />
		</>
	);
}

function Skeletons() {
	return (
		<ul class="grid" aria-busy="true" aria-label={m.loading}>
			{[1, 2, 3, 4].map(each => (
				<li key={each} class="card skeleton">
					<span class="picture" />
					<span class="name" />
					<span class="facts" />
				</li>
			))}
		</ul>
	);
}

/** A tour is being made out of what was dropped; pictures are sent once it is open. */
function MakingPanel() {
	return (
		making.value !== null && (
			<p class="making" role="status">
				<LoaderCircle size={18} class="turning" />
				{making.value}
			</p>
		)
	);
}
