import type {Snapshot} from '../../shared/contract/snapshot.ts';
import {paperMessages, playerMessages} from '../../shared/locales/index.ts';
import type {Section} from '../../shared/tour/paths/sections.ts';
import type {ExportSource} from '../exporter.ts';
import {waysInWords} from '../player/parts/actions.ts';
import {whatsAppUrl} from '../player/parts/end-card.ts';

/** `shown`: the URL as it is printed, without a prefilled message, which nobody would type. */
export type PaperLink = {label: string; url: string; shown: string};

/** Lists the links of the closing card, in its author's order. */
export function closingLinks({whatsapp, link, linkFirst}: Snapshot['endCta']): PaperLink[] {
	const chat = whatsapp ? [{label: whatsapp.label, url: whatsAppUrl(whatsapp), shown: whatsAppUrl({...whatsapp, message: null})}] : [];
	const open = link && isWebUrl(link.url) ? [{label: link.label, url: link.url, shown: link.url}] : [];
	return linkFirst ? [...open, ...chat] : [...chat, ...open];
}

export function isWebUrl(url: string): boolean {
	return /^https?:\/\//i.test(url);
}

/** Returns the heading of a branch: the number of the step that leads there, and the label of its button. */
export function headingOf({from, label}: Section): string {
	return `${from + 1} → ${label}`;
}

/**
 * Returns a line for each way on from a step: none where the export has all of a tour without paths. If only the main path is shown, `led` says
 * where its steps lead, and Next has no line, since it leads along that path.
 */
export function waysOf({snapshot, sections, led}: Pick<ExportSource, 'snapshot' | 'sections' | 'led'>, index: number): string[] {
	const {steps, language} = snapshot;
	const words = playerMessages(language);
	const {id} = steps[index]!;
	if (led) {
		const numbers = new Map(steps.map((step, at) => [step.id, at + 1]));
		const leads = (number: number) => {
			const shown = numbers.get(led[number - 1]!.id);
			return shown === undefined ? paperMessages(language).leftOut : words.leads(shown);
		};
		const at = led.findIndex(step => step.id === id);
		const ways = waysInWords(led[at]!, at, {steps: led, words: {...words, leads}});
		return ways.flatMap(({label, leads}) => (label === null ? [] : [`${label}: ${leads}`]));
	}
	if (!sections) return [];
	return waysInWords(steps[index]!, index, {steps, words}).map(({label, leads}) => `${label ?? words.next}: ${leads}`);
}
