import {delMany, keys} from 'idb-keyval';
import {render} from 'preact';
import {useState} from 'preact/hooks';
import type {Output} from '../../client/index.ts';
import {LIMITS} from '../../shared/contract/limits.ts';
import {words} from '../../shared/locales/en/editor/settings.ts';
import {m} from '../messages/index.ts';
import {timeAgo} from '../messages/times.ts';
import {journals} from '../saving/journal.ts';
import {Confirm} from '../shell/confirm.tsx';
import {account, client, owner} from '../shell/session-data.ts';
import {say} from '../shell/toast.tsx';
import {Failed, Lines, useReading} from '../shell/use-resource.tsx';
import {Field, Form, NoPassword, PasswordField, tried, useSending} from './form.tsx';

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
			<PasswordField label={texts.current} value={current} change={setCurrent} fault={faults.currentPassword} />
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
			<PasswordField label={texts.emailPassword} value={password} change={setPassword} fault={faults.password} />
		</Form>
	);
}

type Session = Output<'GET /account/sessions'>['sessions'][number];

/** Every browser that is signed in, each with a way to end it. */
function Sessions() {
	const {value, fault, again, set} = useReading(async () => (await client.call('GET /account/sessions', {})).sessions, []);
	const texts = words.security;
	const end = ({id}: Session) =>
		tried(async () => {
			await client.call('DELETE /account/sessions/{sessionId}', {sessionId: id});
			set(sessions => sessions.filter(session => session.id !== id));
			say(texts.ended);
		});
	return (
		<section class="panel" aria-labelledby="sessions">
			<h2 id="sessions">{texts.sessions}</h2>
			<p class="hint">{texts.sessionsHint}</p>
			{fault && <Failed fault={fault} again={again} />}
			{!value && !fault && <Lines count={2} />}
			<ul class="rows">
				{value?.map(session => {
					const device = session.device ?? texts.unknown;
					return (
						<li key={session.id}>
							<div>
								<strong>{device}</strong>
								<span>{texts.signedIn(timeAgo(session.createdAt))}</span>
							</div>
							{session.current ? (
								<span class="pill good">{texts.here}</span>
							) : (
								<button type="button" class="button" aria-label={`${texts.end}: ${device}`} onClick={() => end(session)}>
									{texts.end}
								</button>
							)}
						</li>
					);
				})}
			</ul>
			<form method="post" action="/account/sign-out-everywhere" class="actions">
				<button type="submit" class="button bad">
					{texts.everywhere}
				</button>
			</form>
		</section>
	);
}

/** Milliseconds for which signing out waits for what is being sent, and between two looks. */
const [WAIT_MS, LOOK_MS] = [2000, 100];

/**
 * Sends the form that signs the person out, which erases what this browser keeps of theirs: once all is sent, or they said that it may go. The
 * unsent work of others who use this browser stays.
 */
export async function signOut(form: HTMLFormElement): Promise<void> {
	const until = Date.now() + WAIT_MS;
	let kept = await keptNow();
	while (unsentTours(kept.own).size > 0 && Date.now() < until) {
		await new Promise(resolve => setTimeout(resolve, LOOK_MS));
		kept = await keptNow();
	}
	const leave = async () => {
		if (kept.others.length > 0) {
			await delMany(kept.own, journals);
			form.action += '?keep=others';
		}
		form.submit();
	};
	const {size} = unsentTours(kept.own);
	if (size === 0) return await leave();
	const place = document.body.appendChild(document.createElement('div'));
	const close = () => {
		render(null, place);
		place.remove();
	};
	const {title, hint} = words.leaving;
	render(<Confirm title={title} hint={hint(size)} button={m.nav.signOut} run={leave} close={close} />, place);
}

/** Erases what this browser keeps of the person, and leaves what it keeps of others. */
export async function forgetOwn(): Promise<void> {
	const {own} = await keptNow();
	await delMany(own, journals);
}

/** Names of what the browser keeps, `ACCOUNT TOUR …` behind the kind of what is no journal. */
async function keptNow(): Promise<{own: string[]; others: string[]}> {
	const names = await keys<string>(journals).catch(() => []);
	const {own = [], others = []} = Object.groupBy(names, name => (name.split(' ').includes(account.id) ? 'own' : 'others'));
	return {own, others};
}

/** Ids of the tours with changes or pictures that are not stored. Proposals of AI can be had again. */
function unsentTours(names: string[]): Set<string> {
	const unsent = names.filter(name => !name.startsWith('ai ')).map(name => name.split(' '));
	return new Set(unsent.map(parts => parts[parts.indexOf(account.id) + 1]!));
}
