import {useEffect, useRef, useState} from 'preact/hooks';
import {client} from '../shell/boot.ts';
import type {TourItem} from './tour-list.ts';

/** First pictures of drafts that were asked for, by tour and change. */
const asked = new Map<string, Promise<string | null>>();

/** What a tour looks like: its cover where it is published, else its first picture, once it comes into view. */
export function TourPicture({tour}: {tour: TourItem}) {
	const box = useRef<HTMLSpanElement>(null);
	const [url, setUrl] = useState<string | null>(tour.publishedLink?.coverUrl ?? null);
	useEffect(() => {
		if (tour.publishedLink) return setUrl(tour.publishedLink.coverUrl);
		if (tour.stepCount === 0) return setUrl(null);
		const watcher = new IntersectionObserver(async ([entry]) => {
			if (!entry?.isIntersecting) return;
			watcher.disconnect();
			setUrl(await firstPicture(tour));
		});
		watcher.observe(box.current!);
		return () => watcher.disconnect();
	}, [tour.id, tour.updatedAt]);
	return (
		<span class="picture" ref={box}>
			{url ? <img src={url} alt="" loading="lazy" decoding="async" onError={() => setUrl(null)} /> : <Blank />}
		</span>
	);
}

function firstPicture({id, updatedAt}: TourItem): Promise<string | null> {
	const key = `${id} ${updatedAt}`;
	const known =
		asked.get(key) ??
		client.call('GET /tours/{id}', {id}).then(
			({tour}) => tour.steps.find(({image}) => image)?.image?.url ?? null,
			() => null,
		);
	asked.set(key, known);
	return known;
}

/** A window with a highlight in it: a tour that has no picture yet. */
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
