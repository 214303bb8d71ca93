import {useEffect, useState} from 'preact/hooks';
import type {Output} from '../../client/index.ts';
import {words} from '../../shared/locales/en/editor/publish.ts';
import {m} from '../messages/index.ts';
import type {Work} from '../saving/work.ts';
import {Dialog} from '../shell/dialog.tsx';
import {LoaderCircle} from '../shell/icons.ts';
import {Problem} from '../shell/problem.tsx';
import {client} from '../shell/session-data.ts';
import {AltsDialog} from './alts-dialog.tsx';
import {findingsOf} from './checks.ts';
import {Checks} from './checks-list.tsx';
import {Published, Unpublished} from './published.tsx';
import {type Rehearsal, rehearse, Weight} from './weight.tsx';

type Link = NonNullable<Output<'POST /tours/{id}/publish'>['publishedLink']>;

type Props = {
	work: Work;
	/** Shows the step of a finding. */
	choose: (step: string) => void;
	/** Leads to the exports, where they can be shown. */
	take?: () => void;
	close: () => void;
};

/** Shows the findings against publishing, and the link once it is done. */
export function PublishDialog({work, choose, take, close}: Props) {
	const {outbox} = work;
	const {tour} = outbox;
	const {id, publishedLink, hasUnpublishedChanges} = tour.value;
	const findings = findingsOf(tour.value);
	const stopped = findings.some(({stops}) => stops);
	const [rehearsal, setRehearsal] = useState<Rehearsal | null>(null);
	const [state, setState] = useState<'idle' | 'publishing' | 'done'>('idle');
	const [fault, setFault] = useState<string | null>(null);
	const [writing, setWriting] = useState(false);
	useEffect(() => {
		if (!stopped) rehearse(work).then(setRehearsal);
	}, []);
	const publish = async () => {
		setState('publishing');
		setFault(null);
		try {
			await outbox.flush();
			const response = await client.call('POST /tours/{id}/publish', {id}, {ifMatch: tour.value.version});
			await outbox.refresh();
			setState('done');
			if (response.publishedLink) copy(response.publishedLink);
		} catch (error) {
			setFault((error as Error).message);
			setState('idle');
		}
	};
	if (writing) return <AltsDialog work={work} close={() => setWriting(false)} />;
	const live = publishedLink && (state === 'done' || !hasUnpublishedChanges);
	return (
		<Dialog title={live ? words.done : words.title} close={close} class="publish">
			{live && <p class="hint">{words.upToDate}</p>}
			{publishedLink && <Published outbox={outbox} link={publishedLink} close={close} />}
			{!live && (
				<>
					{publishedLink && <Unpublished work={work} />}
					<Checks findings={findings} work={work} choose={choose} writeAlts={() => setWriting(true)} />
					{!stopped && <Weight rehearsal={rehearsal} />}
					{fault && (
						<Problem>
							{words.failed} {fault}
						</Problem>
					)}
				</>
			)}
			{take && tour.value.steps.length > 0 && (
				<p class="take-along">
					<button type="button" class="link" onClick={take}>
						{words.takeAlong}
					</button>
				</p>
			)}
			{!live && (
				<div class="actions">
					<button type="button" class="button" onClick={close}>
						{m.cancel}
					</button>
					<button type="button" class="button primary" disabled={stopped || state === 'publishing'} onClick={publish}>
						{state === 'publishing' && <LoaderCircle size={16} class="turning" />}
						{state === 'publishing' ? words.publishing : publishedLink ? words.again : words.button}
					</button>
				</div>
			)}
		</Dialog>
	);
}

/** Copies the link, which most people want next; a browser may refuse, and the button remains. */
function copy({url}: Link): void {
	navigator.clipboard?.writeText(url).catch(() => {});
}
