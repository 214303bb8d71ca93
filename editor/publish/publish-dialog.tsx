import {useEffect, useState} from 'preact/hooks';
import {ApiError} from '../../client/api-error.ts';
import type {Output} from '../../client/index.ts';
import {LIMITS} from '../../shared/contract/limits.ts';
import {words} from '../../shared/locales/en/editor/publish.ts';
import {m, numeral} from '../messages/index.ts';
import type {Work} from '../saving/history.ts';
import {sought} from '../session/view.ts';
import {Dialog} from '../shell/dialog.tsx';
import {Check, CircleAlert, ExternalLink, LoaderCircle, TriangleAlert} from '../shell/icons.ts';
import {Problem} from '../shell/problem.tsx';
import {useLeaving} from '../shell/save-line.tsx';
import {client} from '../shell/session-data.ts';
import {AltsDialog, type Finding, findingsOf} from './alts-dialog.tsx';
import {Published, Unpublished} from './published.tsx';

type Link = NonNullable<Output<'POST /tours/{id}/publish'>['publishedLink']>;

type Props = {
	work: Work;
	/** Ids of the steps with areas that were drawn and not redacted. */
	drawn?: readonly string[];
	/** Shows the step of a finding. */
	choose: (step: string) => void;
	/** Leads to the exports, where they can be shown. */
	take?: () => void;
	close: () => void;
};

/** The outcome of a trial publish: bytes of the page and a link to view it, or why it fails. */
type Rehearsal = {bytes: number; preview: string} | {fault: string};

/** Steps that are named in one finding, at most. */
const MOST = 12;

type ChecksProps = {findings: Finding[]; work: Work; choose: (step: string) => void; writeAlts: () => void};

/** Shows the findings against publishing, and the link once it is done. */
export function PublishDialog({work, drawn, choose, take, close}: Props) {
	const {outbox} = work;
	const {tour} = outbox;
	const {publishedLink, hasUnpublishedChanges} = tour.value;
	const findings = findingsOf(tour.value, drawn);
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
			const link = publishNow(work);
			copy(link);
			await link;
			setState('done');
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

/** Publishes what is stored and returns the link. */
async function publishNow({outbox}: Work): Promise<Link> {
	await outbox.flush();
	const {id, version} = outbox.tour.value;
	const {publishedLink} = await client.call('POST /tours/{id}/publish', {id}, {ifMatch: version});
	await outbox.refresh();
	return publishedLink!;
}

/**
 * Copies the link, which most people want next, once it is there. Safari lets only the press itself copy, so it gets the promise. A browser
 * may refuse; the button remains.
 */
function copy(link: Promise<Link>): void {
	const text = link.then(({url}) => new Blob([url], {type: 'text/plain'}));
	text.catch(() => {});
	navigator.clipboard?.write([new ClipboardItem({'text/plain': text})]).catch(() => {});
}

/** Publishes on trial, after all unsent work is stored: returns the page's bytes and a link to view it. */
async function rehearse({outbox}: Work): Promise<Rehearsal> {
	try {
		await outbox.flush();
		const response = await client.call('POST /tours/{id}/publish', {id: outbox.tour.value.id, dryRun: true});
		const {bytes, preview} = response as {bytes: number; preview: {url: string}};
		return {bytes, preview: preview.url};
	} catch (error) {
		const tooLarge = error instanceof ApiError && error.code === 'tour_too_large';
		return {fault: tooLarge ? words.tooLarge : (error as Error).message};
	}
}

/** Shows the page's share of the 12 MB, and a link to look at it before it is public. */
function Weight({rehearsal}: {rehearsal: Rehearsal | null}) {
	if (rehearsal && 'fault' in rehearsal) return <Problem>{rehearsal.fault}</Problem>;
	return (
		<section class="weight" aria-label={words.weight} aria-busy={!rehearsal}>
			<p>
				<strong>{words.weight}</strong>
				<span>{rehearsal ? words.of(megabytes(rehearsal.bytes), megabytes(LIMITS.tourBytes)) : words.measuring}</span>
			</p>
			<progress max={LIMITS.tourBytes} value={rehearsal?.bytes ?? 0} aria-label={words.weight} />
			{rehearsal && (
				<a href={rehearsal.preview} target="_blank" rel="noopener">
					<ExternalLink size={14} />
					{words.preview}
				</a>
			)}
		</section>
	);
}

function megabytes(bytes: number): string {
	return `${numeral(bytes / 1024 / 1024, bytes < 1024 * 1024 ? 2 : 1)} MB`;
}

/** Lists the findings, each with the way to its place. */
function Checks({findings, work, choose, writeAlts}: ChecksProps) {
	if (findings.length === 0)
		return (
			<p class="all-good">
				<Check size={16} />
				{words.good}
			</p>
		);
	return (
		<section class="checks" aria-label={words.checks}>
			<h3>{words.checks}</h3>
			<ul>
				{findings.map(finding => (
					<li key={finding.text} class={finding.stops ? 'bad' : 'warn'}>
						{finding.stops ? <CircleAlert size={16} /> : <TriangleAlert size={16} />}
						<span>
							{finding.about === 'cards' ? <CardsLink outbox={work.outbox} text={finding.text} /> : finding.text}
							{'steps' in finding && <Places finding={finding} choose={choose} />}
						</span>
						{finding.about === 'noAlt' && (
							<button type="button" class="button" onClick={writeAlts}>
								{words.writeAlts}
							</button>
						)}
					</li>
				))}
			</ul>
		</section>
	);
}

/** Lists the steps of a finding, by number. */
function Places({finding, choose}: {finding: Extract<Finding, {steps: unknown}>; choose: ChecksProps['choose']}) {
	return (
		<span class="places">
			{finding.steps.slice(0, MOST).map(({id, position}) => (
				<button
					key={id}
					type="button"
					aria-label={words.step(position + 1)}
					onClick={() => {
						if (finding.about === 'noTarget') sought.value = id;
						choose(id);
					}}
				>
					{finding.steps.length === 1 ? words.step(position + 1) : position + 1}
				</button>
			))}
			{finding.steps.length > MOST && '…'}
		</span>
	);
}

function CardsLink({outbox, text}: {outbox: Work['outbox']; text: string}) {
	const {follow} = useLeaving(outbox);
	const href = `/tours/${outbox.tour.value.id}/cards`;
	return (
		<a href={href} onClick={event => follow(event, href)}>
			{text}
		</a>
	);
}
