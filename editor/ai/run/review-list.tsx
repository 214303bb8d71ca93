import {words} from '../../../shared/locales/en/editor/ai-run.ts';
import type {Desk} from '../assistant.ts';
import {ProposalCard} from '../proposal-card.tsx';

/** All proposals that wait, in the order of the steps: taken or left one by one, or all. */
export function ReviewList({desk}: {desk: Desk}) {
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
