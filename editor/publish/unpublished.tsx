import {useEffect, useState} from 'preact/hooks';
import type {Output} from '../../client/index.ts';
import {words} from '../../shared/locales/en/editor/publish.ts';
import {language} from '../messages/index.ts';
import type {Work} from '../saving/work.ts';
import {client} from '../shell/session-data.ts';

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
	const since = new Intl.DateTimeFormat(language, {day: 'numeric', month: 'long'}).format(new Date(found.since));
	return (
		<p class="hint">
			{words.since(since)} {said.join(', ')}
		</p>
	);
}
