import {words} from '../../shared/locales/en/editor/statistics.ts';
import {ChartNoAxesColumn} from '../shell/icons.ts';
import {client} from '../shell/session-data.ts';
import {useReading} from '../shell/use-resource.tsx';
import {CopyLine} from '../tours/first-run.tsx';
import type {Tour} from './numbers.ts';

/** Links that are offered where nothing was ever counted. */
const LINKS = 3;

/** Stands in for statistics without visits, with links to send. */
export function NothingYet({tour}: {tour: Tour | null}) {
	const {value} = useReading(async () => {
		if (tour) return tour.publishedLink ? [{name: tour.name, url: tour.publishedLink.url}] : [];
		const {tours} = await client.call('GET /tours', {status: 'published', limit: LINKS});
		return tours.flatMap(({name, publishedLink}) => (publishedLink ? [{name, url: publishedLink.url}] : []));
	}, [tour?.id]);
	if (!value) return null;
	const hasLink = value.length > 0;
	return (
		<div class="nothing share">
			<ChartNoAxesColumn size={40} strokeWidth={1.5} />
			<h2>{words.empty}</h2>
			<p>{hasLink ? words.emptyShare : tour ? words.emptyDraft : words.emptyAll}</p>
			{value.map(({name, url}) => (
				<div key={url} class="offer">
					{!tour && <span>{name}</span>}
					<CopyLine text={url} label={words.link(name)} />
				</div>
			))}
			{!hasLink && (
				<a class="button primary" href={tour ? `/tours/${tour.id}` : '/'}>
					{tour ? words.edit : words.toTours}
				</a>
			)}
		</div>
	);
}
