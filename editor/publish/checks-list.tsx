import {words} from '../../shared/locales/en/editor/publish.ts';
import type {Work} from '../saving/work.ts';
import {Check, CircleAlert, TriangleAlert} from '../shell/icons.ts';
import {useLeaving} from '../shell/save-line.tsx';
import type {Finding} from './checks.ts';

/** Steps that are named of one finding. */
const MOST = 12;

type Props = {findings: Finding[]; work: Work; choose: (step: string) => void; writeAlts: () => void};

/** Lists the findings, each with the way to its place. */
export function Checks({findings, work, choose, writeAlts}: Props) {
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
function Places({finding, choose}: {finding: Extract<Finding, {steps: unknown}>; choose: Props['choose']}) {
	return (
		<span class="places">
			{finding.steps.slice(0, MOST).map(({id, position}) => (
				<button key={id} type="button" aria-label={words.step(position + 1)} onClick={() => choose(id)}>
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
