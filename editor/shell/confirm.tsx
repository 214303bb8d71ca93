import {useState} from 'preact/hooks';
import {m} from '../messages/index.ts';
import {Dialog} from './dialog.tsx';

type Props = {title: string; hint: string; button: string; run: () => Promise<void>; close: () => void};

/** Asks once more before something that others notice. `run` reports its own failure. */
export function Confirm({title, hint, button, run, close}: Props) {
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
