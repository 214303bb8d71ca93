import type {Snapshot} from '../../../shared/contract/snapshot.ts';
import type {CtaTarget} from '../../../shared/contract/visitors/report.ts';
import {type Html, html} from '../../../shared/html.ts';
import {cardsMessages} from '../../../shared/locales/index.ts';
import {previousId} from './actions.ts';
import type {StepContext} from './context.ts';
import {ICONS} from './icons.ts';
import {isMute, stepTexts} from './step.ts';

/** Renders the closing card: its WhatsApp and link buttons in the author's order, and the way back to the start. */
export function endCard({title, text, whatsapp, link, linkFirst, showReplay}: Snapshot['endCta'], context: StepContext): Html {
	const {words, lang, theirs, ids} = context;
	const id = ids.at(-1)!;
	const [first, second] = ['button', 'button second'];
	const chat = whatsapp && action('whatsapp', whatsAppUrl(whatsapp), whatsapp.label, linkFirst ? second : first, context);
	const open = link && action('link', httpsUrl(link.url), link.label, whatsapp && !linkFirst ? second : first, context);
	const actions = (linkFirst ? [open, chat] : [chat, open]).filter(entry => entry !== null);
	return html`<section class="step end${isMute(context.count, context) && ' mute'}" id="${id}" aria-label="${words.end}"${lang}${context.places && html` data-at="${context.places.main.length}"`}><div class="card"><span class="seal">${ICONS.done}</span>${stepTexts({title: title || words.end, text}, theirs, title ? null : lang)}${actions.length > 0 && html`<div class="calls">${actions}</div>`}<div class="go"${lang}>${
		ids.length > 1 && html`<a class="way" rel="prev" href="#${previousId(context.count, context)}">${words.previous}</a>`
	}${showReplay && html`<a class="way" href="#${ids[0]!}">${ICONS.replay}${words.replay}</a>`}</div></div></section>
`;
}

/** Returns the URL that opens a conversation with the message filled in. */
export function whatsAppUrl({phone, message}: {phone: string; message: string | null}): string {
	const digits = phone.replace(/\D/g, '');
	// A lone half of a surrogate pair has no encoding.
	return `https://wa.me/${digits}${message ? `?text=${encodeURIComponent(message.toWellFormed())}` : ''}`;
}

function httpsUrl(url: string): string {
	if (!/^https:\/\//i.test(url)) throw new Error(`The closing card links to https only, not to "${url}".`);
	return url;
}

function action(target: CtaTarget, url: string, label: string, look: string, {words, ours, theirs}: StepContext): Html {
	const isOurs = label === cardsMessages(words.language)[target];
	return html`<a class="${look}" data-to="${target}" href="${url}" target="_blank" rel="noopener"><bdi${isOurs ? null : theirs}>${label}</bdi>${ICONS[target]}<span class="unseen"${ours}> (${words.newWindow})</span></a>`;
}
