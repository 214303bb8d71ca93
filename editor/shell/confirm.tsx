import {useState} from 'preact/hooks';
import {m} from '../messages/index.ts';
import {Dialog, FormActions} from './dialog.tsx';
import {Problem} from './problem.tsx';
import {faultOf} from './use-resource.tsx';

type Props = {
	title: string;
	hint: string;
	/** Says what is to be typed. */
	label: string;
	/** The text to type, in any case. */
	text: string;
	button: string;
	failed: string;
	run: () => Promise<void>;
	close: () => void;
};

/** Asks once more before something that has no way back; the button works once the text is typed. */
export function TypedConfirm({title, hint, label, text, button, failed, run, close}: Props) {
	const [typed, setTyped] = useState('');
	const [state, setState] = useState<'idle' | 'running' | 'failed' | 'offline'>('idle');
	const fits = typed.trim().toLowerCase() === text.trim().toLowerCase();
	const confirm = async (event: Event) => {
		event.preventDefault();
		if (!fits || state === 'running') return;
		setState('running');
		try {
			await run();
		} catch (error) {
			setState(faultOf(error) === 'offline' ? 'offline' : 'failed');
		}
	};
	return (
		<Dialog title={title} close={close} class="small">
			<form class="form" onSubmit={confirm}>
				<p class="hint">{hint}</p>
				<label class="form-field">
					<span>{label}</span>
					<input autocomplete="off" spellcheck={false} value={typed} onInput={event => setTyped(event.currentTarget.value)} />
				</label>
				{(state === 'failed' || state === 'offline') && <Problem>{state === 'offline' ? m.offline : failed}</Problem>}
				<FormActions button={button} danger disabled={!fits || state === 'running'} close={close} />
			</form>
		</Dialog>
	);
}

type AskProps = {title: string; hint: string; button: string; run: () => Promise<void>; close: () => void};

/** Asks once more before something that others notice. `run` reports its own failure. */
export function Confirm({title, hint, button, run, close}: AskProps) {
	const [busy, setBusy] = useState(false);
	return (
		<Dialog title={title} close={close} class="small">
			<p class="hint">{hint}</p>
			<div class="actions">
				<button type="button" class="button" onClick={close}>
					{m.cancel}
				</button>
				<button
					type="button"
					class="button danger"
					disabled={busy}
					onClick={() => {
						setBusy(true);
						run().finally(close);
					}}
				>
					{button}
				</button>
			</div>
		</Dialog>
	);
}
