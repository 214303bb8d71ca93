import type {Step} from '../../shared/contract/step.ts';
import {shownTexts} from '../../shared/contract/step-fields.ts';
import type {Tour} from '../../shared/contract/tour.ts';
import {words} from '../../shared/locales/en/editor/publish.ts';

type Lack = keyof typeof words.lacks;
/** A finding before a publish; `steps` are those concerned, `stops` forbids publishing. */
export type Finding = {text: string; stops: boolean} & ({about: Lack; steps: Step[]} | {about: 'tour' | 'cards'});

/** The order in which it is said; the first stops a tour. */
const LACKS: Lack[] = ['noPicture', 'noWords', 'emptySlide', 'stale', 'noAlt'];

/** Returns what is missing or unwise in a tour, by the rules of the service (`shared/tour/readiness.ts`), one finding for all steps that lack the same. */
export function findingsOf({steps, endCta, leadCapture}: Tour): Finding[] {
	if (steps.length === 0) return [{text: words.noSteps, about: 'tour', stops: true}];
	const findings: Finding[] = [];
	for (const about of LACKS) {
		const lacking = steps.filter(step => lacksOf(step).includes(about));
		if (lacking.length > 0) findings.push({text: words.lacks[about](lacking.length), about, steps: lacking, stops: about === 'noPicture'});
	}
	const {title, text, whatsapp, link} = endCta;
	if (endCta.enabled && !title && !text && !whatsapp && !link) findings.push({text: words.emptyCard, about: 'cards', stops: false});
	const asks = Object.values(leadCapture.fields).some(demand => demand !== 'hidden');
	if (leadCapture.enabled && !asks) findings.push({text: words.emptyForm, about: 'cards', stops: false});
	return findings;
}

/** True for a picture that says nothing to people who do not see it. */
export function lacksAlt({type, alt, altDecorative}: Step): boolean {
	return type === 'screen' && !alt && !altDecorative;
}

function lacksOf(step: Step): Lack[] {
	const {type, image, narration, narrations} = step;
	if (type === 'screen' && !image) return ['noPicture'];
	const lacks: Lack[] = [];
	if (!shownTexts(step).join('').trim()) lacks.push(type === 'slide' ? 'emptySlide' : 'noWords');
	if (lacksAlt(step)) lacks.push('noAlt');
	if ([narration, ...narrations].some(one => one?.stale)) lacks.push('stale');
	return lacks;
}
