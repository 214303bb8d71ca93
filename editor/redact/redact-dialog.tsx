import {useState} from 'preact/hooks';
import {ApiError} from '../../client/api-error.ts';
import {type Output, randomId} from '../../client/index.ts';
import type {Step} from '../../shared/contract/step.ts';
import {m} from '../messages/index.ts';
import type {Area} from '../session/redaction.ts';
import type {Session} from '../session/session.ts';
import {Dialog} from '../shell/dialog.tsx';
import {Check, LoaderCircle} from '../shell/icons.ts';
import {Problem} from '../shell/problem.tsx';
import {client} from '../shell/session-data.ts';

type Props = {session: Session; step: Step; close: () => void};

type Redacted = Output<'POST /tours/{id}/steps/{stepId}/redact'>;
type Asked = {areas: Area[]; where: 'step' | 'tour'; live: 'replace' | 'keep'};

/** A large animation takes a minute on a busy machine: milliseconds, and tries after changes by others. */
const PATIENCE_MS = 5 * 60_000;
const TRIES = 5;

/** Asks for confirmation, shows the progress, then the outcome. */
export function RedactDialog({session, step, close}: Props) {
	// What is under way goes on with what was drawn when it began.
	const [areas] = useState(session.redaction.areas.value);
	const [drawnOn] = useState(step);
	const [choice, setChoice] = useState<Omit<Asked, 'areas'>>({where: 'step', live: session.tour.value.publishedLink ? 'replace' : 'keep'});
	const [running, setRunning] = useState(false);
	const [fault, setFault] = useState<string | null>(null);
	const [redacted, setRedacted] = useState<Redacted | null>(null);
	const run = async () => {
		setRunning(true);
		setFault(null);
		try {
			setRedacted(await sendRedaction(session, drawnOn, {...choice, areas}));
		} catch (error) {
			setFault((error as Error).message);
		}
		setRunning(false);
	};
	const end = () => {
		if (running) return;
		if (redacted) session.tool.value = 'select';
		close();
	};
	return (
		<Dialog title={redacted ? m.redact.done : m.redact.title} close={end} class="small redacting">
			{redacted ? (
				<Result redacted={redacted} end={end} />
			) : (
				<>
					<p>{m.redact.count(areas.length)}</p>
					<Choices session={session} step={drawnOn} choice={choice} change={setChoice} disabled={running} />
					<p class="final">{m.redact.final}</p>
					<p class="hint">{m.redact.beyond}</p>
					{fault && (
						<Problem>
							{m.redact.failed} {fault}
						</Problem>
					)}
					<p class="hint" role="status">
						{running && m.redact.runningHint}
					</p>
					<div class="actions">
						<button type="button" class="button" disabled={running} onClick={end}>
							{m.redact.cancel}
						</button>
						<button type="button" class="button primary" disabled={running} onClick={run}>
							{running && <LoaderCircle size={16} class="turning" />}
							{running ? m.redact.running : m.redact.run}
						</button>
					</div>
				</>
			)}
		</Dialog>
	);
}

type ChoicesProps = {
	session: Session;
	step: Step;
	choice: Omit<Asked, 'areas'>;
	change: (choice: Omit<Asked, 'areas'>) => void;
	disabled: boolean;
};

function Choices({session, step, choice, change, disabled}: ChoicesProps) {
	const {steps, publishedLink} = session.tour.value;
	const same = steps.filter(({image}) => image && image.mediaId === step.image?.mediaId).length;
	const place = (where: Asked['where'], label: string) => (
		<label class="choice">
			<input type="radio" name="where" checked={choice.where === where} onChange={() => change({...choice, where})} />
			{label}
		</label>
	);
	return (
		<fieldset disabled={disabled}>
			{same > 1 && (
				<>
					<legend>{m.redact.where}</legend>
					{place('step', m.redact.step)}
					{place('tour', m.redact.tour(same))}
				</>
			)}
			{publishedLink && (
				<label class="choice">
					<input
						type="checkbox"
						checked={choice.live === 'replace'}
						onChange={event => change({...choice, live: event.currentTarget.checked ? 'replace' : 'keep'})}
					/>
					<span>
						{m.redact.live}
						<small>{choice.live === 'replace' ? m.redact.liveHint : m.redact.liveKept}</small>
					</span>
				</label>
			)}
		</fieldset>
	);
}

function Result({redacted: {steps, alsoIn, live, purged}, end}: {redacted: Redacted; end: () => void}) {
	const of = (state: (typeof live)[number]['state']) => live.filter(link => link.state === state);
	return (
		<div role="status">
			<p class="all-good">
				<Check size={16} />
				{m.redact.doneHint(steps.length)}
			</p>
			{of('replaced').length > 0 && <p>{m.redact.replaced}</p>}
			{of('replacing').length > 0 && <p>{m.redact.replacing}</p>}
			{purged.length > 0 && <p>{m.redact.purged}</p>}
			{alsoIn.length > 0 && (
				<>
					<p>{m.redact.notPurged}</p>
					<ul>
						{alsoIn.map(({tourId, name, stepIds}) => (
							<li key={tourId}>
								<a href={`/tours/${tourId}#${stepIds[0]}`}>{m.redact.alsoIn(name, stepIds.length)}</a>
							</li>
						))}
					</ul>
				</>
			)}
			{of('kept').length > 0 && (
				<>
					<p>{m.redact.kept}</p>
					<ul>
						{of('kept').map(({url}) => (
							<li key={url}>
								<a href={url} target="_blank" rel="noreferrer">
									{url}
								</a>
							</li>
						))}
					</ul>
				</>
			)}
			<div class="actions">
				<button type="button" class="button primary" onClick={end}>
					{m.redact.close}
				</button>
			</div>
		</div>
	);
}

/** Redacts the picture of this step, after all that waits is stored. Throws if the step shows another picture by now, and what the service says. */
async function sendRedaction({outbox, tour, redaction}: Session, {id: stepId, image}: Step, asked: Asked): Promise<Redacted> {
	for (let left = TRIES; ; left--) {
		await outbox.flush();
		const {id, version, steps} = tour.value;
		const same = steps.filter(
			step => step.image && step.image.mediaId === image?.mediaId && (asked.where === 'tour' || step.id === stepId),
		);
		redaction.own = new Set(same.map(step => step.id));
		if (steps.find(step => step.id === stepId)?.image?.mediaId !== image?.mediaId) throw new Error(m.redact.changed);
		try {
			const redacted = await insist({id, stepId, ...asked}, version);
			redaction.done(image!.mediaId, redacted.steps);
			await outbox.refresh();
			return redacted;
		} catch (error) {
			// Somebody else has changed the tour meanwhile: mostly not this picture.
			if (!(error instanceof ApiError) || error.status !== 412 || left <= 1) throw error;
			await outbox.refresh();
		} finally {
			redaction.own = new Set();
		}
	}
}

/** Repeats the call with one key until the work is done, which happens once however often it is called. */
async function insist(input: Asked & {id: string; stepId: string}, ifMatch: number): Promise<Redacted> {
	const idempotencyKey = randomId();
	for (const deadline = Date.now() + PATIENCE_MS; ; ) {
		try {
			return await client.call('POST /tours/{id}/steps/{stepId}/redact', input, {ifMatch, idempotencyKey});
		} catch (error) {
			const waits = !(error instanceof ApiError) || error.code === 'still_running' || error.code === 'unavailable';
			if (!waits || Date.now() > deadline) throw error;
			await new Promise(resolve => setTimeout(resolve, ((error as Partial<ApiError>).retryAfter ?? 2) * 1000));
		}
	}
}
