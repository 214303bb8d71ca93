import {useState} from 'preact/hooks';
import type {PublishedLink} from '../../shared/contract/tour.ts';
import type {Session} from '../edit/session.ts';
import {m} from '../messages/index.ts';
import {client} from '../shell/boot.ts';
import {ChartNoAxesColumn, ExternalLink} from '../shell/icons.ts';
import {say} from '../shell/toast.tsx';
import {CopyLine} from '../tours/first-run.tsx';

/** Where a tour is public: its link, its code for other pages, and the way out. */
export function Published({session, link, close}: {session: Session; link: PublishedLink; close: () => void}) {
	const [asking, setAsking] = useState(false);
	const unpublish = async () => {
		try {
			await client.call('DELETE /tours/{id}/publish', {id: session.tour.value.id});
			await session.outbox.refresh();
			say(m.publish.unpublished);
			close();
		} catch (error) {
			say((error as Error).message);
		}
	};
	return (
		<section class="published">
			<img src={link.coverUrl} alt="" width={1200} height={630} />
			<div class="links">
				<h3>{m.publish.link}</h3>
				<CopyLine text={link.url} label={m.publish.link} />
				<h3>{m.publish.embed}</h3>
				<CopyLine text={link.embedCode} label={m.publish.embed} />
			</div>
			<p class="ways-out">
				<a class="button" href={link.url} target="_blank" rel="noopener">
					<ExternalLink size={16} />
					{m.publish.open}
				</a>
				<a class="button" href={`/tours/${session.tour.value.id}/statistics`}>
					<ChartNoAxesColumn size={16} />
					{m.nav.statistics}
				</a>
				<button type="button" class="button bad" onClick={() => setAsking(true)}>
					{m.publish.unpublish}
				</button>
			</p>
			{asking && (
				<div class="asking" role="alert">
					<strong>{m.publish.unpublishAsk}</strong>
					<p>{m.publish.unpublishHint}</p>
					<p>
						<button type="button" class="button bad" onClick={unpublish}>
							{m.publish.unpublish}
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
