import type {LeadCapture} from '../../shared/contract/cards.ts';
import {type Html, html} from '../../shared/html.ts';
import type {StepContext} from './step.ts';

/** Where the opening form is sent, and the identifier under which its words are kept. */
export type LeadTarget = {id: string; action: string};

/** The opening form as the section before the first step. */
export function leadForm(_capture: LeadCapture, _target: LeadTarget, _context: StepContext): Html {
	return html`<section class="step lead" id="lead"></section>
`;
}
