import type {Session} from '../edit/session.ts';
import {m} from '../messages/index.ts';
import {Check, CircleAlert, TriangleAlert} from '../shell/icons.ts';
import type {Finding} from './checks.ts';

/** Findings that are shown; more say nothing new. */
const MOST = 8;

/** What was found, each a way to where it is. */
export function Checks({findings, session, close}: {findings: Finding[]; session: Session; close: () => void}) {
	if (findings.length === 0)
		return (
			<p class="all-good">
				<Check size={16} />
				{m.publish.good}
			</p>
		);
	return (
		<section class="checks" aria-label={m.publish.checks}>
			<h3>{m.publish.checks}</h3>
			<ul>
				{findings.slice(0, MOST).map(({text, step, stops}) => (
					<li key={text} class={stops ? 'bad' : 'warn'}>
						{stops ? <CircleAlert size={16} /> : <TriangleAlert size={16} />}
						{step ? (
							<button
								type="button"
								onClick={() => {
									session.chosen.value = step;
									close();
								}}
							>
								{text}
							</button>
						) : (
							text
						)}
					</li>
				))}
				{findings.length > MOST && <li class="rest">{m.publish.more(findings.length - MOST)}</li>}
			</ul>
		</section>
	);
}
