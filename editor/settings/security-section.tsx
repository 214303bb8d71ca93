import {useState} from 'preact/hooks';
import {LIMITS} from '../../shared/contract/limits.ts';
import {words} from '../../shared/locales/en/editor/settings.ts';
import {account, client, owner} from '../shell/session-data.ts';
import {say} from '../shell/toast.tsx';
import {useReading} from '../shell/use-resource.tsx';
import {Field, Form, NoPassword, useSending} from './form.tsx';
import {Sessions} from './sessions.tsx';

export function SecuritySection() {
	// A changed password ends every other sign-in: they are read again.
	const [changes, setChanges] = useState(0);
	return (
		<>
			{account.hasPassword ? (
				<>
					<PasswordForm changed={() => setChanges(changes + 1)} />
					<EmailForm />
				</>
			) : (
				<NoPassword title={words.security.password} />
			)}
			<Sessions key={changes} />
		</>
	);
}

function PasswordForm({changed}: {changed: () => void}) {
	const [current, setCurrent] = useState('');
	const [next, setNext] = useState('');
	const texts = words.security;
	const {busy, faults, problem, setFaults, send} = useSending({currentPassword: texts.wrong, newPassword: texts.poor});
	const save = () => {
		if ([...next].length < LIMITS.passwordMin) return setFaults({newPassword: texts.short});
		return send(async () => {
			await client.call('PUT /account/password', {currentPassword: current, newPassword: next});
			setCurrent('');
			setNext('');
			say(texts.changed);
			changed();
		});
	};
	return (
		<Form title={texts.password} hint={texts.passwordHint} button={texts.change} busy={busy} problem={problem} submit={save}>
			<input type="hidden" name="username" autocomplete="username" value={owner.value.email} />
			<Field
				label={texts.current}
				type="password"
				autocomplete="current-password"
				value={current}
				change={setCurrent}
				fault={faults.currentPassword}
			/>
			<Field
				label={texts.next}
				type="password"
				autocomplete="new-password"
				value={next}
				change={setNext}
				hint={texts.nextHint}
				fault={faults.newPassword}
			/>
		</Form>
	);
}

function EmailForm() {
	const [email, setEmail] = useState('');
	const [password, setPassword] = useState('');
	const {value: now, again} = useReading(async () => (await client.call('GET /account', {})).account, []);
	const texts = words.security;
	const {busy, faults, problem, setFaults, send} = useSending({email: texts.emailTaken, password: texts.wrong});
	const save = () => {
		if (!/^\S+@\S+\.\S+$/.test(email.trim())) return setFaults({email: texts.emailWrong});
		return send(async () => {
			const {status, email: asked} = await client.call('PUT /account/email', {email: email.trim(), password});
			if (status === 'changed') owner.value = {...owner.value, email: asked};
			say(status === 'sent' ? texts.emailSent(asked) : texts.emailChanged(asked));
			setEmail('');
			setPassword('');
			again();
		});
	};
	return (
		<Form title={texts.email} button={texts.emailChange} busy={busy} problem={problem} submit={save}>
			<p class="hint">{texts.emailNow(now?.email ?? owner.value.email)}</p>
			{now?.pendingEmail && <p class="warning">{texts.emailPending(now.pendingEmail)}</p>}
			<Field
				label={texts.emailNext}
				type="email"
				autocomplete="email"
				most={LIMITS.email}
				value={email}
				change={setEmail}
				fault={faults.email}
			/>
			<Field
				label={texts.emailPassword}
				type="password"
				autocomplete="current-password"
				value={password}
				change={setPassword}
				fault={faults.password}
			/>
		</Form>
	);
}
