import type {Snapshot} from '../../shared/contract/snapshot.ts';
import {playerMessages} from '../../shared/locales/index.ts';
import type {Section} from '../../shared/tour/paths/sections.ts';
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

/** Returns a line for each way on from a step. */
export function waysOf({steps, language}: Pick<Snapshot, 'steps' | 'language'>, index: number): string[] {
	const words = playerMessages(language);
	return waysInWords(steps[index]!, index, {steps, words}).map(({label, leads}) => `${label ?? words.next}: ${leads}`);
}
