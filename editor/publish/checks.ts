import type {Step} from '../../shared/contract/step.ts';
import type {Tour} from '../../shared/contract/tour.ts';
import {m} from '../messages/index.ts';

/** Something to see to before a tour is published; `step` is where, `stops` what does not let it be published at all. */
export type Finding = {text: string; step: string | null; stops: boolean};

/** What is missing or unwise in a tour, by the rules of the service (`shared/tour/readiness.ts`), in the words of the editor. */
export function findingsOf({steps, endCta, leadCapture}: Tour): Finding[] {
	if (steps.length === 0) return [{text: m.publish.noSteps, step: null, stops: true}];
	const findings = steps.flatMap(stepFindings);
	const {title, text, whatsapp, link} = endCta;
	if (endCta.enabled && !title && !text && !whatsapp && !link) findings.push({text: m.publish.emptyCard, step: null, stops: false});
	const asks = Object.values(leadCapture.fields).some(demand => demand !== 'hidden');
	if (leadCapture.enabled && !asks) findings.push({text: m.publish.emptyForm, step: null, stops: false});
	// What stops it comes first.
	return findings.sort((one, other) => Number(other.stops) - Number(one.stops));
}

function stepFindings(step: Step): Finding[] {
	const {id, position, type, image, alt, altDecorative, title, text, narration, narrations} = step;
	const number = position + 1;
	const said = title?.trim() || text?.trim();
	const found = (words: string, stops = false): Finding => ({text: words, step: id, stops});
	const stale = [narration, ...narrations].some(one => one?.stale) ? [found(m.publish.stale(number))] : [];
	if (type === 'slide') return said ? stale : [found(m.publish.emptySlide(number)), ...stale];
	if (!image) return [found(m.publish.noPicture(number), true)];
	return [...(said ? [] : [found(m.publish.noWords(number))]), ...(alt || altDecorative ? [] : [found(m.publish.noAlt(number))]), ...stale];
}
