import {LANGUAGE_NAMES, PAGE_LANGUAGES, type PageLanguage} from '../../shared/contract/page-language.ts';
import {type Html, html} from '../../shared/html.ts';
import {accountEndMessages, accountMessages, type Messages} from '../../shared/locales/index.ts';
import type {SessionInfo} from '../../shared/store/access/sessions.ts';
import {field, notice} from '../pages/form.ts';
import {type Page, renderPage} from '../pages/page.ts';
import type {Faults} from './sign-in-pages.ts';

/** Shows an account to its owner, on any plan. `faults` stand beside their fields (`name`, `current`, `password`). */
export function homePage({
	account,
	name = account.name,
	said,
	faults = {},
}: {
	account: SessionInfo['account'];
	/** The name as it was typed. */
	name?: string;
	said?: string | undefined;
	faults?: Faults;
}): Page {
	const {language} = account;
	const messages = accountMessages(language);
	const {home} = messages;
	const body = html`<h1>${home.title}</h1>
${notice(said)}
<dl class="facts">
<dt>${messages.email}</dt><dd>${account.email} <small class="hint">(${account.confirmedAt ? home.confirmed : home.unconfirmed})</small></dd>
<dt>${home.plan}</dt><dd><span class="plan">${home.plans[account.plan]}</span></dd>
</dl>
${account.plan === 'free' ? freeNotice(account, home) : null}
<section class="card" aria-labelledby="access"><h2 id="access"><a href="/account/access">${home.access}</a></h2>
<p class="soft">${home.accessMeans}</p>
</section>
<section class="card" aria-labelledby="more"><h2 id="more"><a href="/settings">${home.more}</a></h2>
<p class="soft">${home.moreMeans}</p>
</section>
<section class="card" aria-labelledby="data"><h2 id="data"><a href="/account/data">${accountEndMessages(language).data}</a></h2>
<p class="soft">${accountEndMessages(language).dataMeans}</p>
</section>
<section class="card" aria-labelledby="profile"><h2 id="profile">${home.profile}</h2>
<form method="post" action="/account/profile">
${field({name: 'name', label: messages.name, value: name, autocomplete: 'name', fault: faults.name})}
${languageField(messages.language, language)}
<p class="actions"><button>${messages.save}</button></p>
</form>
</section>
<section class="card" aria-labelledby="secret"><h2 id="secret">${home.changePassword}</h2>
${
	account.hasPassword
		? html`<p class="soft">${home.changePasswordMeans}</p>
<form method="post" action="/account/password">
<input type="hidden" name="username" autocomplete="username" value="${account.email}">
${field({name: 'current', label: home.currentPassword, type: 'password', autocomplete: 'current-password', fault: faults.current})}
${field({name: 'password', label: messages.newPassword, type: 'password', autocomplete: 'new-password', hint: messages.passwordHint, fault: faults.password})}
<p class="actions"><button>${home.change}</button></p>
</form>`
		: firstPasswordWay(language)
}
</section>
<section class="card" aria-labelledby="sessions"><h2 id="sessions">${home.sessions}</h2>
<p class="soft">${home.sessionsMeans}</p>
<div class="actions">
<form method="post" action="/account/sign-out"><button class="quiet">${home.signOut}</button></form>
<form method="post" action="/account/sign-out-everywhere"><button class="quiet danger">${home.signOutEverywhere}</button></form>
</div>
</section>`;
	return renderPage({title: home.title, language, body, wide: true});
}

function freeNotice({administrator}: SessionInfo['account'], home: Messages['account']['home']): Html {
	if (!administrator) return html`<p class="notice">${home.freeMeans}</p>`;
	return html`<form class="notice" method="post" action="/account/plan">${home.freeMeansAdministrator}<p class="actions"><button>${home.switchOnPro}</button></p></form>`;
}

/** Returns the link that replaces a form with a password field in an account without a password. */
export function firstPasswordWay(language: PageLanguage): Html {
	const {home, choose} = accountMessages(language);
	return html`<p class="soft">${home.noPassword}</p>
<p class="actions"><a class="button quiet" href="/account/first-password">${choose.title}</a></p>`;
}

/** Returns the field that chooses the language of pages and mails. */
export function languageField(label: string, chosen: PageLanguage): Html {
	const options = PAGE_LANGUAGES.map(
		language =>
			html`<option value="${language}" lang="${language}"${language === chosen ? html` selected` : null}>${LANGUAGE_NAMES[language]}</option>`,
	);
	return html`<div class="field"><label for="language">${label}</label><select id="language" name="language">${options}</select></div>`;
}
