import {useEffect} from 'preact/hooks';
import {words as aiWords} from '../../shared/locales/en/editor/ai.ts';
import {words} from '../../shared/locales/en/editor/ai-run.ts';
import {aiEntryWords as doorWords} from '../../shared/locales/en/editor/edit.ts';
import type {Session} from '../session/session.ts';
import {Dialog} from '../shell/dialog.tsx';
import {Sparkles} from '../shell/icons.ts';
import {say} from '../shell/toast.tsx';
import {type Desk, deskOf} from './assistant.ts';
import {ProposalCard} from './proposal-card.tsx';
import {isBusy} from './run/run.ts';
import {RunPanel, TaskForm} from './run/run-panel.tsx';

/** All of AI that is loaded once somebody wants it. */
export {NarrationFields} from './narration/narration-fields.tsx';
export {TextAssist} from './text-assist.tsx';
export {WriteAlts} from './write-alts.tsx';

/** Runs AI on all steps at once: the task, its progress, and its outcome. */
function AllDialog({desk, close}: {desk: Desk; close: () => void}) {
	const run = desk.runner.run.value;
	return (
		<Dialog title={words.open} close={close} class="ai">
			{run ? <RunPanel desk={desk} run={run} /> : <TaskForm desk={desk} />}
			<ReviewList desk={desk} />
		</Dialog>
	);
}

/** Takes up what was kept, shows the dialog, and ends what runs when the tour is left. */
export function AiHost({session, open, show}: {session: Session; open: boolean; show: (open: boolean) => void}) {
	const desk = deskOf(session);
	useEffect(() => {
		desk.open().then(left => {
			if (left) say(words.stoodAt(left.outcomes.length, left.steps.length), {label: words.goOn, run: () => show(true)});
		});
		return () => desk.leave();
	}, []);
	return open ? <AllDialog desk={desk} close={() => show(false)} /> : null;
}

/** Shows the run's progress on the button, or the number of waiting proposals. */
export function AiCount({session}: {session: Session}) {
	const desk = deskOf(session);
	const run = desk.runner.run.value;
	const waiting = desk.proposals.value.size;
	if (run && isBusy(run)) return <span>{words.progress(run.outcomes.length, run.steps.length)}</span>;
	return (
		<>
			<span class="text" aria-hidden="true">
				{doorWords.button}
			</span>
			{waiting > 0 && (
				<>
					<span class="unseen">{words.proposals(waiting)}</span>
					<span class="pill agent" aria-hidden="true">
						{waiting}
					</span>
				</>
			)}
		</>
	);
}

/** Marks a row of the strip whose step is being written or spoken, or has a proposal. */
export function StepMarks({session, step}: {session: Session; step: string}) {
	const desk = deskOf(session);
	const writing = desk.isDoing({kind: 'write'}, step);
	const speaking = desk.isDoing({kind: 'narrate'}, step);
	return (
		<>
			{(writing || speaking) && (
				<span class="shimmer">
					<span class="unseen">, {writing ? aiWords.writing : aiWords.speaking}</span>
				</span>
			)}
			{desk.proposals.value.has(step) && (
				<span class="waits" title={aiWords.waiting}>
					<Sparkles size={14} />
					<span class="unseen">, {aiWords.waiting}</span>
				</span>
			)}
		</>
	);
}

/** All proposals that wait, in the order of the steps: taken or left one by one, or all. */
function ReviewList({desk}: {desk: Desk}) {
	const proposals = desk.proposals.value;
	const steps = desk.session.tour.value.steps.filter(({id}) => proposals.has(id));
	if (steps.length === 0) return null;
	return (
		<section class="review" aria-label={words.proposals(steps.length)}>
			<div class="head">
				<h3>{words.proposals(steps.length)}</h3>
				<button type="button" class="button" onClick={() => desk.dropAll()}>
					{words.leaveAll}
				</button>
				<button type="button" class="button primary" onClick={() => desk.takeAll()}>
					{words.takeAll}
				</button>
			</div>
			<ol>
				{steps.map(step => (
					<li key={step.id}>
						<div class="was">
							<b>{words.now(step.position + 1, step.title || words.untitled)}</b>
							<p dir="auto">{step.text}</p>
						</div>
						<ProposalCard desk={desk} step={step} proposal={proposals.get(step.id)!} />
					</li>
				))}
			</ol>
		</section>
	);
}
