import {placeOf} from '../../shared/contract/app-place.ts';
import type {PageLanguage} from '../../shared/contract/page-language.ts';
import {ALL_SCOPES, type Scope} from '../../shared/contract/scopes.ts';
import {type Html, html} from '../../shared/html.ts';
import {accountMessages, consentMessages, type Messages} from '../../shared/locales/index.ts';
import {KEY_VALIDITY_DAYS} from '../../shared/store/access/credentials.ts';
import type {ConnectedApp} from '../../shared/store/access/oauth.ts';
import type {CredentialRow, UseRow} from '../../shared/store/entities/accounts.ts';
import {field, notice} from '../pages/form.ts';
import {type Page, renderPage} from '../pages/page.ts';
import type {Faults} from './sign-in-pages.ts';

type ShownUse = Pick<UseRow, 'app' | 'action' | 'status' | 'at' | 'calls'> & {address: string};
export type AccessContent = {
	language: PageLanguage;
	/** The keys that work. */
	keys: CredentialRow[];
	apps: ConnectedApp[];
	uses: ShownUse[];
	/** Link to the page of older uses, or null. */
	older: string | null;
	said?: string | undefined;
	/** A key just made, shown this once. */
	created?: {name: string; key: string};
	typed?: {name: string; scopes: Scope[]; days: number};
	faults?: Faults;
};

/** Shows the keys and apps that open an account beside its password, and how they were used. */
export function accessPage({language, keys, apps, uses, older, said, created, typed, faults = {}}: AccessContent): Page {
	const messages = accountMessages(language);
	const {access} = messages;
	const day = (date: Date) =>
		html`<time datetime="${date.toISOString()}">${new Intl.DateTimeFormat(language, {dateStyle: 'medium', timeZone: 'UTC'}).format(date)}</time>`;
	const body = html`<p><a href="/account">← ${access.back}</a></p>
<h1>${access.title}</h1>
${notice(said)}
${created ? newKey(created, access) : null}
<section class="card" aria-labelledby="keys"><h2 id="keys">${access.keys}</h2>
<p class="soft">${access.keysMeans}</p>
${keys.length === 0 ? html`<p>${access.noKeys}</p>` : html`<ul class="rows">${keys.map(key => keyRow(key, messages, day))}</ul>`}
${keyForm(messages, typed, faults)}
</section>
<section class="card" aria-labelledby="apps"><h2 id="apps">${access.apps}</h2>
<p class="soft">${access.appsMeans}</p>
${apps.length === 0 ? html`<p>${access.noApps}</p>` : html`<ul class="rows">${apps.map(app => appRow(app, messages, language, day))}</ul>`}
</section>
<section class="card" aria-labelledby="uses"><h2 id="uses">${access.uses}</h2>
<p class="soft">${access.usesMeans}</p>
${uses.length === 0 ? html`<p>${access.noUses}</p>` : html`<ul class="rows uses">${uses.map(use => useRow(use, language))}</ul>`}
${older ? html`<p><a href="${older}">${access.older}</a></p>` : null}
</section>`;
	return renderPage({title: access.title, language, body, wide: true});
}

function newKey({name, key}: {name: string; key: string}, access: Messages['account']['access']): Html {
	return html`<div class="notice" role="status"><strong>${access.created(name)}</strong><br>${access.once}
<pre class="secret" tabindex="0"><code>${key}</code></pre></div>`;
}

function keyRow({id, name, scopes, expiresAt}: CredentialRow, messages: Messages['account'], day: (date: Date) => Html): Html {
	const permissions = scopes.map(scope => messages.scopes[scope]).join(', ');
	return html`<li><div><strong>${name}</strong><small>${permissions}; ${inSentence(messages.access.validUntil, day(expiresAt))}</small></div>
<form method="post" action="/account/access/keys/${id}/revoke"><button class="quiet danger" aria-label="${messages.access.revoke}: ${name}">${messages.access.revoke}</button></form></li>`;
}

function appRow(
	{id, name, host, scopes, connectedAt}: ConnectedApp,
	messages: Messages['account'],
	language: PageLanguage,
	day: (date: Date) => Html,
): Html {
	const place = placeOf(host);
	const where = place === 'site' ? host : consentMessages(language).places[place];
	const permissions = scopes.map(scope => messages.scopes[scope]).join(', ');
	return html`<li><div><strong>${name}</strong><small>${where}; ${permissions}; ${inSentence(messages.access.connected, day(connectedAt))}</small></div>
<form method="post" action="/account/access/apps/${id}/disconnect"><button class="quiet danger" aria-label="${messages.access.disconnect}: ${name}">${messages.access.disconnect}</button></form></li>`;
}

function useRow({app, action, status, at, calls, address}: ShownUse, language: PageLanguage): Html {
	const time = new Intl.DateTimeFormat(language, {dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC'}).format(at);
	const times = calls > 1 ? ` × ${new Intl.NumberFormat(language).format(calls)}` : '';
	return html`<li><div><strong>${app}</strong><small><code>${action}</code> · ${status}${times}</small></div>
<small><time datetime="${at.toISOString()}">${time} UTC</time> · <code>${address}</code></small></li>`;
}

function keyForm(messages: Messages['account'], typed: AccessContent['typed'], faults: Faults): Html {
	const {access} = messages;
	const {name = '', scopes: chosen = ['tours:read', 'tours:write', 'publish'] as Scope[], days: validity = 90} = typed ?? {};
	const permissions = ALL_SCOPES.map(
		scope =>
			html`<label class="choice"><input type="checkbox" name="scopes" value="${scope}"${chosen.includes(scope) ? html` checked` : null}${
				faults.scopes ? html` aria-describedby="scopes-fault"` : null
			}>${messages.scopes[scope]}</label>`,
	);
	const validities = KEY_VALIDITY_DAYS.map(
		days =>
			html`<label class="choice"><input type="radio" name="days" value="${days}"${days === validity ? html` checked` : null}>${access.days(days)}</label>`,
	);
	return html`<details${Object.keys(faults).length > 0 ? html` open` : null}><summary class="button quiet">${access.create}</summary>
<form method="post" action="/account/access/keys">
${field({name: 'name', label: access.keyName, value: name, autocomplete: 'off', fault: faults.name})}
<fieldset><legend>${access.permissions}</legend>
${faults.scopes ? html`<p class="fault" id="scopes-fault" role="alert">${faults.scopes}</p>` : null}
${permissions}</fieldset>
<fieldset><legend>${access.validity}</legend>${validities}</fieldset>
<p class="actions"><button>${access.createButton}</button></p>
</form></details>`;
}

/** A sentence about a date, with the date as markup. */
function inSentence(sentence: (date: string) => string, date: Html): Html {
	const [before, after] = sentence('\0').split('\0');
	return html`${before}${date}${after}`;
}
