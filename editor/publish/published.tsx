import {useEffect, useState} from 'preact/hooks';
import type {Output} from '../../client/index.ts';
import type {PublishedLink} from '../../shared/contract/tour.ts';
import {words} from '../../shared/locales/en/editor/publish.ts';
import {m, moment} from '../messages/index.ts';
import type {Work} from '../saving/history.ts';
import {CopyLine} from '../shell/copy-line.tsx';
import {ChartNoAxesColumn, ExternalLink} from '../shell/icons.ts';
import {client} from '../shell/session-data.ts';
import {say} from '../shell/toast.tsx';

/** Shows a tour's link, its code for other pages, and the way to take it down. */
export function Published({outbox, link, close}: {outbox: Work['outbox']; link: PublishedLink; close: () => void}) {
	const [asking, setAsking] = useState(false);
	const unpublish = async () => {
		try {
			await client.call('DELETE /tours/{id}/publish', {id: outbox.tour.value.id});
			await outbox.refresh();
			say(words.unpublished);
			close();
		} catch (error) {
			say((error as Error).message);
		}
	};
	return (
		<section class="published">
			<img src={link.coverUrl} alt="" width={1200} height={630} />
			<div class="links">
				<h3>{words.link}</h3>
				<CopyLine text={link.url} label={words.link} />
				<h3>{words.embed}</h3>
				<CopyLine text={link.embedCode} label={words.embed} />
			</div>
			<p class="ways-out">
				<a class="button" href={link.url} target="_blank" rel="noopener">
					<ExternalLink size={16} />
					{words.open}
				</a>
				<a class="button" href={`/tours/${outbox.tour.value.id}/statistics`}>
					<ChartNoAxesColumn size={16} />
					{m.nav.statistics}
				</a>
				<button type="button" class="button bad" onClick={() => setAsking(true)}>
					{words.unpublish}
				</button>
			</p>
			{asking && (
				<div class="asking" role="alert">
					<strong>{words.unpublishAsk}</strong>
					<p>{words.unpublishHint}</p>
					<p>
						<button type="button" class="button bad" onClick={unpublish}>
							{words.unpublish}
						</button>
						<button type="button" class="button" onClick={() => setAsking(false)}>
							{m.cancel}
						</button>
					</p>
				</div>
			)}
		</section>
	);
}

type Found = Output<'GET /tours/{id}/unpublished'>;

/** Shows the changes of the next publish in a sentence. */
export function Unpublished({work: {outbox}}: {work: Work}) {
	const [found, setFound] = useState<Found | null>(null);
	useEffect(() => {
		outbox
			.flush()
			.then(() => client.call('GET /tours/{id}/unpublished', {id: outbox.tour.value.id}))
			.then(setFound)
			// What it says is nothing that one could not do without.
			.catch(() => {});
	}, []);
	if (!found?.since) return null;
	const {steps, parts} = found;
	const count = (kind: Found['steps'][number]['kind']) => steps.filter(step => step.kind === kind).length;
	const said = [
		count('changed') && words.changed(count('changed')),
		count('added') && words.added(count('added')),
		count('removed') && words.removed(count('removed')),
		count('moved') && words.moved(count('moved')),
		...parts.map(part => words.parts[part]),
	].filter(Boolean);
	if (said.length === 0) return null;
	const since = moment(found.since, {day: 'numeric', month: 'long'});
	return (
		<p class="hint">
			{words.since(since)} {said.join(', ')}
		</p>
	);
}
