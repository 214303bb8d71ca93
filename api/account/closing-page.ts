import type {PageLanguage} from '../../shared/contract/page-language.ts';
import {type Html, html} from '../../shared/html.ts';
import {accountEndMessages} from '../../shared/locales/index.ts';
import type {SessionInfo} from '../../shared/store/access/sessions.ts';
import type {FoundExport} from '../../shared/store/account-end/exports.ts';
import {notice} from '../pages/form.ts';
import {type Page, renderPage} from '../pages/page.ts';

type Content = {account: SessionInfo['account']; exports: FoundExport[]; said?: string | undefined; failed?: string | undefined};

/** Shows an account that is to be deleted to its owner. */
export function closingPage({account, exports, said, failed}: Content): Page {
	const {language, deletionDueAt} = account;
	const words = accountEndMessages(language);
	const body = html`<h1>${words.closingTitle}</h1>
${notice(said)}
${notice(failed, true)}
<p class="lead">${words.closing(day(language, deletionDueAt!, 'long'))}</p>
<section class="card" aria-labelledby="keep"><h2 id="keep">${words.takeBack}</h2>
<p class="soft">${words.takeBackMeans}</p>
<form method="post" action="/account/closing/keep"><p class="actions"><button>${words.takeBack}</button></p></form>
</section>
${exportCard(language, exports)}
<form method="post" action="/account/sign-out"><p class="actions"><button class="quiet">${words.signOut}</button></p></form>`;
	return renderPage({title: words.closingTitle, language, body, wide: true});
}

function exportCard(language: PageLanguage, exports: FoundExport[]): Html {
	const words = accountEndMessages(language);
	const rows = exports.map(found => exportRow(language, found));
	return html`<section class="card" aria-labelledby="export"><h2 id="export">${words.export}</h2>
<p class="soft">${words.exportMeans}</p>
${rows.length > 0 ? html`<ul class="rows">${rows}</ul>` : null}
<form method="post" action="/account/closing/export"><p class="actions"><button class="quiet">${words.exportButton}</button></p></form>
</section>`;
}

function exportRow(language: PageLanguage, {id, status, progress, bytes, createdAt, expiresAt}: FoundExport): Html {
	const words = accountEndMessages(language);
	const part = new Intl.NumberFormat(language, {style: 'percent'}).format(progress);
	const state = status === 'running' ? `${words.states.running} (${part})` : words.states[status];
	const until = status === 'ready' ? `, ${words.until(day(language, expiresAt))}` : '';
	return html`<li><div><strong>${words.of(day(language, createdAt))}</strong><small>${state}${until}</small></div>
${status === 'ready' ? html`<a class="button quiet" href="/account/exports/${id}" download>${words.fetch(size(language, bytes ?? 0))}</a>` : null}</li>`;
}

function day(language: PageLanguage, date: Date, dateStyle: 'medium' | 'long' = 'medium'): string {
	return new Intl.DateTimeFormat(language, {
		dateStyle,
		...(dateStyle === 'medium' && {timeStyle: 'short' as const}),
		timeZone: 'UTC',
	}).format(date);
}

function size(language: PageLanguage, bytes: number): string {
	const format = (value: number, unit: string) =>
		new Intl.NumberFormat(language, {style: 'unit', unit, maximumFractionDigits: 1}).format(value);
	if (bytes < 1_000_000) return format(Math.max(1, Math.round(bytes / 1000)), 'kilobyte');
	return bytes < 1e9 ? format(bytes / 1e6, 'megabyte') : format(bytes / 1e9, 'gigabyte');
}
