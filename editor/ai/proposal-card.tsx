import type {Step} from '../../shared/contract/step.ts';
import {words} from '../../shared/locales/en/editor/ai.ts';
import {Check, Sparkles, TriangleAlert} from '../shell/icons.ts';
import {IconButton} from '../shell/menu.tsx';
import {tell} from '../shell/toast.tsx';
import type {Desk} from './assistant.ts';
import {isOutdated, offered, type Proposal, type ProposedField} from './proposal.ts';

type Props = {desk: Desk; step: Step; proposal: Proposal; after?: () => void};

/** Words that wait: to be taken, one field of them, or left. */
export function ProposalCard({desk, step, proposal, after}: Props) {
	const fields = offered(proposal, step);
	const take = (chosen: readonly ProposedField[]) => {
		desk.take(step.id, chosen);
		tell(words.took);
		after?.();
	};
	const leave = () => {
		desk.drop(step.id);
		after?.();
	};
	return (
		// biome-ignore lint/a11y/useSemanticElements: it is no part of a form.
		<div class="proposal" role="group" aria-label={words.proposal}>
			<p class="kind">
				<Sparkles size={14} />
				{words.proposal}
			</p>
			{isOutdated(proposal, step) && (
				<p class="old">
					<TriangleAlert size={14} />
					{words.outdated}
				</p>
			)}
			{proposal.warnings.map(warning => (
				<p class="old" lang="en" key={warning}>
					<TriangleAlert size={14} />
					{warning}
				</p>
			))}
			{fields.length === 0 && <p class="hint">{words.agrees}</p>}
			{fields.map(field => (
				<div class="suggested" key={field}>
					<span class="field">{words[field]}</span>
					<p dir="auto">{proposal.words[field]}</p>
					{fields.length > 1 && (
						<IconButton label={words.takeOnly(words[field])} press={() => take([field])}>
							<Check size={16} />
						</IconButton>
					)}
				</div>
			))}
			<div class="pair">
				{fields.length > 0 && (
					<button
						type="button"
						class="button primary"
						onClick={() => {
							take(fields);
							leave();
						}}
					>
						{words.take}
					</button>
				)}
				<button type="button" class="button" onClick={leave}>
					{words.leave}
				</button>
			</div>
		</div>
	);
}
