import {LOOPBACK} from '../../shared/contract/app-place.ts';
import {LANGUAGE_NAMES, PAGE_LANGUAGES, type PageLanguage} from '../../shared/contract/page-language.ts';
import {type Html, html} from '../../shared/html.ts';
import {accountMessages} from '../../shared/locales/index.ts';
import {field} from '../pages/form.ts';
import {type Page, renderPage} from '../pages/page.ts';
import {type Faults, messagePage, RESET_COMMAND} from './sign-in-pages.ts';

/** Sends the form only once a person sees the page, so that a page loaded ahead or read for a preview uses up no link. */
const SEND_WHEN_SEEN = `const send = () => {
	if (document.prerendering || document.visibilityState !== 'visible') return;
	removeEventListener('visibilitychange', send);
	document.forms[0].submit();
};
document.addEventListener('prerenderingchange', send);
addEventListener('visibilitychange', send);
send();`;

/**
 * Returns the page of the printed link: its form uses the link up when it is sent. If only this machine reaches the
 * service, the page sends the form itself; elsewhere a person presses the button, because scanners of messages run
 * scripts too.
 */
export function openEditorPage({language, here, baseUrl}: {language: PageLanguage; here: string; baseUrl: string}): Page {
	const {signInLink} = accountMessages(language);
	const body = html`<h1>${signInLink.title}</h1>
<p class="lead">${signInLink.text}</p>
<form method="post" action="${here}"><button>${signInLink.button}</button></form>`;
	const isHere = LOOPBACK.test(new URL(baseUrl).host);
	return renderPage({title: signInLink.title, language, body, here, ...(isHere && {script: SEND_WHEN_SEEN})});
}

/** Returns the page of a printed link that was used before. */
export function linkUsedPage(language: PageLanguage, isSignedIn: boolean): Page {
	const {signInLink, signIn} = accountMessages(language);
	return messagePage({
		language,
		title: signInLink.goneTitle,
		text: signInLink.gone,
		more: signInLink.another,
		command: RESET_COMMAND,
		way: ['/account/sign-in', signIn.title],
		...(isSignedIn && {also: ['/', signInLink.button] as [string, string]}),
	});
}

export type Owner = {name: string; email: string; language: PageLanguage};

/** Returns the form in which the owner, who came in by a link, enters name, address, language and a password. */
export function firstPasswordPage({owner, language, faults = {}}: {owner: Owner; language: PageLanguage; faults?: Faults}): Page {
	const messages = accountMessages(language);
	const focus = ['name', 'email', 'password'].find(name => faults[name]) ?? 'name';
	const body = html`<p><a href="/">← ${messages.firstPassword.later}</a></p>
<h1>${messages.choose.title}</h1>
<p class="lead">${messages.firstPassword.intro}</p>
<form method="post" action="/account/first-password">
${field({name: 'name', label: messages.name, value: owner.name, autocomplete: 'name', fault: faults.name, focus: focus === 'name'})}
${field({name: 'email', label: messages.email, type: 'email', value: owner.email, autocomplete: 'username', fault: faults.email, focus: focus === 'email'})}
${languageField(messages.language, owner.language)}
${field({name: 'password', label: messages.password, type: 'password', autocomplete: 'new-password', hint: messages.passwordHint, fault: faults.password, focus: focus === 'password'})}
<button>${messages.firstPassword.button}</button>
</form>`;
	return renderPage({title: messages.choose.title, language, body});
}

/** Returns the field that chooses the language of pages and mails. */
function languageField(label: string, chosen: PageLanguage): Html {
	const options = PAGE_LANGUAGES.map(
		language =>
			html`<option value="${language}" lang="${language}"${language === chosen ? html` selected` : null}>${LANGUAGE_NAMES[language]}</option>`,
	);
	return html`<div class="field"><label for="language">${label}</label><select id="language" name="language">${options}</select></div>`;
}
