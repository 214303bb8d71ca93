import {useEffect, useState} from 'preact/hooks';
import {ApiError} from '../../client/api-error.ts';
import type {Output} from '../../client/index.ts';
import {words} from '../../shared/locales/en/editor/settings.ts';
import {m, moment, numeral} from '../messages/index.ts';
import {Dialog, FormActions} from '../shell/dialog.tsx';
import {Download, LoaderCircle, Trash2} from '../shell/icons.ts';
import {Problem} from '../shell/problem.tsx';
import {account, client, owner} from '../shell/session-data.ts';
import {say} from '../shell/toast.tsx';
import {Failed, useReading} from '../shell/use-resource.tsx';
import {Field, NoPassword, PasswordField, problemOf, size, useSending} from './form.tsx';
import {forgetOwn} from './security-section.tsx';

type Copy = Output<'GET /account/exports'>['exports'][number];

/** Milliseconds between two looks at a copy that is being made. */
const LOOK_MS = 2000;

/** Taking everything along, and leaving for good. */
export function DataSection() {
	return (
		<>
			<Copies />
			{account.hasPassword ? <DeleteAccount /> : <NoPassword title={words.data.leave} />}
		</>
	);
}

function Copies() {
	const {value, fault, again, set} = useReading(async () => (await client.call('GET /account/exports', {})).exports, []);
	const [busy, setBusy] = useState(false);
	const texts = words.data;
	const isMade = value?.some(({status}) => status === 'queued' || status === 'running') ?? false;
	useEffect(() => {
		const timer = isMade ? setTimeout(again, LOOK_MS) : undefined;
		return () => clearTimeout(timer);
	}, [value]);
	const order = async () => {
		setBusy(true);
		try {
			const {export: ordered} = await client.call('POST /account/exports', {});
			set(copies => [ordered, ...copies]);
		} catch (error) {
			say(error instanceof ApiError && error.status === 429 ? texts.tooSoon : problemOf(error));
		}
		setBusy(false);
	};
	return (
		<section class="panel" aria-labelledby="copies">
			<h2 id="copies">{texts.copies}</h2>
			<p class="hint">{texts.copiesHint}</p>
			{fault && <Failed fault={fault} again={again} />}
			{/* Hardly ever is there one: room that is kept for it would only go again. */}
			{!value && !fault && <span class="unseen">{m.loading}</span>}
			<ul class="rows" aria-live="polite">
				{value?.map(copy => (
					<CopyRow key={copy.id} copy={copy} />
				))}
			</ul>
			<div class="actions">
				<button type="button" class="button primary" disabled={busy || isMade} onClick={order}>
					{texts.order}
				</button>
			</div>
		</section>
	);
}

const TO_THE_SECOND = {dateStyle: 'medium', timeStyle: 'medium'} as const;

function CopyRow({copy: {status, progress, bytes, url, createdAt, expiresAt}}: {copy: Copy}) {
	const texts = words.data;
	const share = numeral(progress, 0, {style: 'percent'});
	return (
		<li>
			<div>
				<strong>{texts.of(moment(createdAt, TO_THE_SECOND))}</strong>
				<span>
					{status === 'running' ? `${texts.states.running} (${share})` : texts.states[status]}
					{expiresAt && ` · ${texts.until(moment(expiresAt, TO_THE_SECOND))}`}
				</span>
			</div>
			{url && (
				<a class="button" href={url} download>
					<Download size={16} />
					{texts.fetch(size(bytes ?? 0))}
				</a>
			)}
			{!url && status !== 'failed' && <LoaderCircle size={18} class="turning" />}
		</li>
	);
}

/** Asks for password and address before the account is deleted, and says beforehand what that means. */
function DeleteAccount() {
	const [open, setOpen] = useState(false);
	const texts = words.data;
	return (
		<section class="panel" aria-labelledby="leave">
			<h2 id="leave">{texts.leave}</h2>
			<ul class="points">
				{texts.leaveMeans.map(line => (
					<li key={line}>{line}</li>
				))}
			</ul>
			<div class="actions">
				<button type="button" class="button bad" onClick={() => setOpen(true)}>
					<Trash2 size={16} />
					{texts.leave}
				</button>
			</div>
			{open && <LeaveDialog close={() => setOpen(false)} />}
		</section>
	);
}

function LeaveDialog({close}: {close: () => void}) {
	const [email, setEmail] = useState('');
	const [password, setPassword] = useState('');
	const texts = words.data;
	const {busy, faults, problem, send} = useSending({password: words.security.wrong, email: texts.emailWrong});
	const leave = (event: Event) => {
		event.preventDefault();
		return send(async () => {
			await client.call('POST /account/deletion', {email: email.trim(), password});
			await forgetOwn().catch(() => {});
			// The session has ended; signing in again offers to take it back.
			location.assign('/account/sign-in?done=closing');
		});
	};
	return (
		<Dialog title={texts.leaveTitle} close={close} class="small">
			<form class="form" noValidate onSubmit={leave}>
				<p class="warning">{texts.leaveMeans.at(-1)}</p>
				<Field label={texts.typeEmail(owner.value.email)} type="email" value={email} change={setEmail} fault={faults.email} />
				<PasswordField label={words.security.emailPassword} value={password} change={setPassword} fault={faults.password} />
				{problem && <Problem>{problem}</Problem>}
				<FormActions button={texts.leaveButton} danger disabled={busy || !email.trim() || !password} close={close} />
			</form>
		</Dialog>
	);
}
