import {useState} from 'preact/hooks';
import {words} from '../../shared/locales/en/editor/settings.ts';
import {Dialog, FormActions} from '../shell/dialog.tsx';
import {Trash2} from '../shell/icons.ts';
import {Problem} from '../shell/problem.tsx';
import {client, owner} from '../shell/session-data.ts';
import {Field, PasswordField, useSending} from './form.tsx';

/** The end of the account: asked for with its password and address, and said beforehand what it means. */
export function DeleteAccount() {
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
