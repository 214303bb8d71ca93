import {useState} from 'preact/hooks';
import type {Output} from '../../client/index.ts';
import {LIMITS} from '../../shared/contract/limits.ts';
import {LANGUAGE_NAMES} from '../../shared/contract/page-language.ts';
import {words} from '../../shared/locales/en/editor/settings.ts';
import {m} from '../messages/index.ts';
import {LogOut} from '../shell/icons.ts';
import {account, client, owner} from '../shell/session-data.ts';
import {say} from '../shell/toast.tsx';
import {Failed, Lines, useReading} from '../shell/use-resource.tsx';
import {Field, Form, useSending} from './form.tsx';

type Profile = Output<'GET /account'>['account'];

export function ProfileSection() {
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
