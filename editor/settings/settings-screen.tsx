import type {ComponentType} from 'preact';
import {useEffect, useState} from 'preact/hooks';
import type {Output} from '../../client/index.ts';
import {LIMITS} from '../../shared/contract/limits.ts';
import {LANGUAGE_NAMES} from '../../shared/contract/page-language.ts';
import {words} from '../../shared/locales/en/editor/settings.ts';
import {m} from '../messages/index.ts';
import {AppWindow, Database, Gauge, History, KeyRound, LogOut, ShieldCheck, UserRound} from '../shell/icons.ts';
import {account, client, owner} from '../shell/session-data.ts';
import {Shell} from '../shell/shell.tsx';
import {say} from '../shell/toast.tsx';
import {Failed, Lines, useReading} from '../shell/use-resource.tsx';
import {AppsSection, UsesSection} from './apps-section.tsx';
import {DataSection} from './data-section.tsx';
import {Field, Form, useSending} from './form.tsx';
import {KeysSection} from './keys-section.tsx';
import {LimitsSection} from './limits-section.tsx';
import {SecuritySection} from './security-section.tsx';

export {signOut} from './security-section.tsx';

const SECTIONS = {
	profile: [UserRound, ProfileSection],
	security: [ShieldCheck, SecuritySection],
	keys: [KeyRound, KeysSection],
	apps: [AppWindow, AppsSection],
	uses: [History, UsesSection],
	limits: [Gauge, LimitsSection],
	data: [Database, DataSection],
} as const satisfies Record<string, readonly [typeof Gauge, ComponentType]>;
type Name = keyof typeof SECTIONS;

type Profile = Output<'GET /account'>['account'];

/** The account: who it is, what opens it, what it uses. */
export function SettingsScreen({section}: {section?: string}) {
	const name = section && Object.hasOwn(SECTIONS, section) ? (section as Name) : 'profile';
	const [, Section] = SECTIONS[name];
	useEffect(() => {
		document.title = `${words.sections[name]} · ${words.title} · Roteiro`;
		document.querySelector('.settings-nav [aria-current]')?.scrollIntoView({block: 'nearest', inline: 'center'});
	}, [name]);
	return (
		<Shell here="settings">
			<header class="head">
				<h1>{words.title}</h1>
			</header>
			<div class="settings">
				<nav class="settings-nav" aria-label={words.title}>
					{(Object.keys(SECTIONS) as Name[]).map(each => {
						const [Icon] = SECTIONS[each];
						return (
							<a key={each} href={`/settings/${each}`} aria-current={each === name ? 'page' : undefined}>
								<Icon size={16} />
								{words.sections[each]}
							</a>
						);
					})}
				</nav>
				<div class="section-body">
					<Section />
				</div>
			</div>
		</Shell>
	);
}

function ProfileSection() {
	const {value, fault, again} = useReading(async () => (await client.call('GET /account', {})).account, []);
	if (fault) return <Failed fault={fault} again={again} />;
	if (!value) return <Lines count={4} />;
	return (
		<>
			<ProfileForm profile={value} />
			<form method="post" action="/account/sign-out" class="panel leave">
				<p>{owner.value.email}</p>
				<button type="submit" class="button">
					<LogOut size={16} />
					{m.nav.signOut}
				</button>
			</form>
		</>
	);
}

function ProfileForm({profile}: {profile: Profile}) {
	const [name, setName] = useState(profile.name);
	const [company, setCompany] = useState(profile.company ?? '');
	const [privacyUrl, setPrivacyUrl] = useState(profile.privacyUrl ?? '');
	const [language, setLanguage] = useState(profile.language);
	const {privacyWrong, ...texts} = words.profile;
	const {busy, faults, problem, send} = useSending({name: words.missing, privacyUrl: privacyWrong});
	const save = () =>
		send(async () => {
			const asked = {name: name.trim(), company: company.trim() || null, privacyUrl: privacyUrl.trim() || null, language};
			const {account: now} = await client.call('PATCH /account', asked);
			owner.value = {...owner.value, name: now.name};
			// Every word of the page is in another language now.
			if (now.language !== account.language) location.reload();
			else say(words.saved);
		});
	return (
		<Form button={words.save} busy={busy} problem={problem} submit={save}>
			<Field label={texts.name} value={name} change={setName} autocomplete="name" most={LIMITS.personName} fault={faults.name} />
			<Field
				label={texts.company}
				value={company}
				change={setCompany}
				autocomplete="organization"
				most={LIMITS.personName}
				hint={texts.companyHint}
			/>
			<Field
				label={texts.privacy}
				value={privacyUrl}
				change={setPrivacyUrl}
				type="url"
				most={LIMITS.linkUrl}
				hint={texts.privacyHint}
				fault={faults.privacyUrl}
			/>
			<label class="form-field">
				<span>{texts.language}</span>
				<select value={language} onChange={event => setLanguage(event.currentTarget.value as Profile['language'])}>
					{Object.entries(LANGUAGE_NAMES).map(([tag, own]) => (
						<option key={tag} value={tag} lang={tag}>
							{own}
						</option>
					))}
				</select>
			</label>
		</Form>
	);
}
