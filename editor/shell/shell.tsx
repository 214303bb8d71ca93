import type {ComponentChildren} from 'preact';
import {m} from '../messages/index.ts';
import {account, client} from './boot.ts';
import {FileText, Rows3, Trash2, UserRound} from './icons.ts';

const LANGUAGES = {'pt-BR': 'Português', en: 'English', es: 'Español'} as const;

/** What surrounds the lists: where one can go, in whose account one is. */
export function Shell({here, children}: {here: 'tours' | 'bin'; children: ComponentChildren}) {
	const place = (name: 'tours' | 'bin', href: string, icon: ComponentChildren) => (
		<a href={href} aria-current={here === name ? 'page' : undefined}>
			{icon}
			<span>{m.nav[name]}</span>
		</a>
	);
	return (
		<div class="shell">
			<a class="skip" href="#content">
				{m.skip}
			</a>
			<nav class="side" aria-label={m.nav.label}>
				<a class="wordmark" href="/">
					<Mark />
					<span>Roteiro</span>
				</a>
				<div class="ways">
					{place('tours', '/', <Rows3 size={18} />)}
					{place('bin', '/bin', <Trash2 size={18} />)}
					<a href="/docs" target="_blank" rel="noopener" class="wide">
						<FileText size={18} />
						<span>{m.nav.reference}</span>
					</a>
					<a href="/account" target="_self">
						<UserRound size={18} />
						<span>{m.nav.account}</span>
					</a>
				</div>
				<div class="foot">
					<LanguageChoice />
					<p class="who" title={account.email}>
						<b>{account.name}</b>
						<span>{account.email}</span>
					</p>
				</div>
			</nav>
			<main id="content" class="content" tabIndex={-1}>
				{children}
			</main>
		</div>
	);
}

/** A highlight and its click point. */
export function Mark() {
	return (
		<svg class="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
			<rect x="2" y="5" width="20" height="14" rx="4" />
			<circle cx="15.5" cy="12" r="3.5" />
		</svg>
	);
}

function LanguageChoice() {
	const choose = async (language: keyof typeof LANGUAGES) => {
		await client.call('PATCH /account', {language});
		location.reload();
	};
	return (
		<label class="language">
			<span class="unseen">{m.nav.language}</span>
			<select value={account.language} onChange={event => choose(event.currentTarget.value as keyof typeof LANGUAGES)}>
				{Object.entries(LANGUAGES).map(([tag, name]) => (
					<option key={tag} value={tag} lang={tag}>
						{name}
					</option>
				))}
			</select>
		</label>
	);
}
