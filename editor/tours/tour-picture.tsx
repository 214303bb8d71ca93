import {useState} from 'preact/hooks';
import type {TourItem} from './tour-list.ts';

/** Shows a tour's cover if it is published, else its first picture. */
export function TourPicture({tour}: {tour: TourItem}) {
	const url = tour.publishedLink?.coverUrl ?? tour.thumbnail?.url ?? null;
	const [failed, setFailed] = useState<string | null>(null);
	return (
		<span class="picture">
			{url && failed !== url ? <img src={url} alt="" loading="lazy" decoding="async" onError={() => setFailed(url)} /> : <Blank />}
		</span>
	);
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
