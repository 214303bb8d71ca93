import type {Snapshot} from '../../shared/contract/snapshot.ts';
import {whatsAppUrl} from '../player/parts/end-card.ts';

/** `shown`: what of the URL is printed; a message that is filled in says nothing to those who type it. */
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
