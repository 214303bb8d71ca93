import {useEffect, useState} from 'preact/hooks';
import type {Step} from '../../shared/contract/step.ts';
import {STEP_TEXTS, shownTexts} from '../../shared/contract/step-fields.ts';
import type {Tour} from '../../shared/contract/tour.ts';
import {words} from '../../shared/locales/en/editor/publish.ts';
import {edgesOf, endingSteps, hasPaths, reachableSteps} from '../../shared/tour/paths/graph.ts';
import {targetsOf} from '../../shared/tour/paths/targets.ts';
import {m} from '../messages/index.ts';
import type {StepFields} from '../saving/change.ts';
import type {Work} from '../saving/history.ts';
import {editSteps} from '../session/several.ts';
import {Dialog} from '../shell/dialog.tsx';
import {late} from '../shell/later.tsx';

type Lack = keyof typeof words.lacks;
/** A finding before a publish; `steps` are those concerned, `stops` forbids publishing. */
export type Finding = {text: string; stops: boolean} & ({about: Lack; steps: Step[]} | {about: 'tour' | 'cards'});

/** Findings that prevent publishing. */
const STOPS = new Set<Lack>(['noPicture', 'noTarget']);
/** Findings in the order in which they are shown. */
const LACKS: Lack[] = ['noPicture', 'noTarget', 'unreached', 'endless', 'noWords', 'emptySlide', 'stale', 'noAlt', 'notRedacted'];

/** The alternative texts of all pictures that had none, one below the other. */
export function AltsDialog({work, close}: {work: Work; close: () => void}) {
	const {tour} = work.outbox;
	const {steps} = tour.value;
	const edit = (id: string, fields: StepFields) => work.change(editSteps(tour.value, [id], fields));
	// Those that have one by now stay where they are while somebody writes.
	const [listed] = useState(() => new Set(steps.filter(lacksAlt).map(({id}) => id)));
	const [ai, setAi] = useState<typeof import('../ai/part.tsx') | null>(null);
	// Without it they are written by hand.
	useEffect(() => void late(() => import('../ai/part.tsx')).then(setAi, () => {}), []);
	return (
		<Dialog title={words.alts} close={close} class="publish alts">
			<p class="hint">{words.altsHint}</p>
			{ai && <ai.WriteAlts work={work} lacks={lacksAlt} />}
			<ol>
				{steps
					.filter(({id}) => listed.has(id))
					.map(({id, position, image, title, alt, altDecorative}) => (
						<li key={id}>
							{image && <img src={image.thumbnailUrl} alt="" loading="lazy" />}
							<div class="textfield">
								<label for={`alt-${id}`}>
									{position + 1}. {title ?? m.edit.emptyLabel}
								</label>
								<textarea
									id={`alt-${id}`}
									aria-label={words.altOf(position + 1)}
									rows={2}
									maxLength={STEP_TEXTS.alt}
									placeholder={m.inspector.altHint}
									disabled={altDecorative}
									value={alt ?? ''}
									onInput={event => edit(id, {alt: event.currentTarget.value || null})}
								/>
								<label class="check">
									<input
										type="checkbox"
										aria-label={words.decorativeOf(position + 1)}
										checked={altDecorative}
										onChange={event => edit(id, {altDecorative: event.currentTarget.checked})}
									/>
									{words.decorative}
								</label>
							</div>
						</li>
					))}
			</ol>
			<div class="actions">
				<button type="button" class="button primary" onClick={close}>
					{words.altsDone}
				</button>
			</div>
		</Dialog>
	);
}

/**
 * Returns what is missing or unwise in a tour, by the rules of the service (`shared/tour/readiness.ts`), one finding for all steps that lack
 * the same. `drawn`: ids of steps with areas that were drawn and not redacted.
 */
export function findingsOf({steps, endCta, leadCapture}: Tour, drawn: readonly string[] = []): Finding[] {
	if (steps.length === 0) return [{text: words.noSteps, about: 'tour', stops: true}];
	const findings: Finding[] = [];
	const ofWays = lacksOfWays(steps);
	const lacks = new Map(steps.map(step => [step, [...lacksOf(step, drawn), ...(ofWays.get(step.id) ?? [])]]));
	for (const about of LACKS) {
		const lacking = steps.filter(step => lacks.get(step)!.includes(about));
		if (lacking.length > 0) findings.push({text: words.lacks[about](lacking.length), about, steps: lacking, stops: STOPS.has(about)});
	}
	const {title, text, whatsapp, link} = endCta;
	if (endCta.enabled && !title && !text && !whatsapp && !link) findings.push({text: words.emptyCard, about: 'cards', stops: false});
	const asks = Object.values(leadCapture.fields).some(demand => demand !== 'hidden');
	if (leadCapture.enabled && !asks) findings.push({text: words.emptyForm, about: 'cards', stops: false});
	return findings;
}

/** Returns true for a picture without an alternative text that is not marked as decorative. */
function lacksAlt({type, alt, altDecorative}: Step): boolean {
	return type === 'screen' && !alt && !altDecorative;
}

/** Returns for each step of a tour with paths what its ways lack, as `pathWarnings` does in sentences for the API. */
function lacksOfWays(steps: Step[]): Map<string, Lack[]> {
	if (!hasPaths(steps)) return new Map();
	const edges = edgesOf(steps);
	const [reached, ending] = [reachableSteps(steps, edges), endingSteps(edges)];
	return new Map(steps.map(({id}) => [id, !reached.has(id) ? ['unreached'] : ending.has(id) ? [] : ['endless']]));
}

function lacksOf(step: Step, drawn: readonly string[]): Lack[] {
	const {type, image, narration, narrations, actions = {}} = step;
	if (type === 'screen' && !image) return ['noPicture'];
	const lacks: Lack[] = [];
	if (targetsOf(actions).some(({target}) => target.to === 'later')) lacks.push('noTarget');
	if (!shownTexts(step).join('').trim()) lacks.push(type === 'slide' ? 'emptySlide' : 'noWords');
	if (lacksAlt(step)) lacks.push('noAlt');
	if ([narration, ...narrations].some(one => one?.stale)) lacks.push('stale');
	if (drawn.includes(step.id)) lacks.push('notRedacted');
	return lacks;
}
