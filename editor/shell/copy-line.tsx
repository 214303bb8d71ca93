import {useState} from 'preact/hooks';
import {m} from '../messages/index.ts';
import {Check, Copy} from './icons.ts';

/** A line to copy, with its button. */
export function CopyLine({text, label}: {text: string; label?: string}) {
	const [copied, setCopied] = useState(false);
	const copy = async ({currentTarget: {previousElementSibling}}: {currentTarget: Element}) => {
		try {
			await navigator.clipboard.writeText(text);
		} catch {
			// Refused, it is chosen for the keys that copy.
			return (previousElementSibling as HTMLElement).focus();
		}
		setCopied(true);
		setTimeout(() => setCopied(false), 2000);
	};
	return (
		<span class="copyline">
			<input readOnly value={text} aria-label={label ?? text} onFocus={event => event.currentTarget.select()} />
			<button type="button" class="button" onClick={copy}>
				{copied ? <Check size={16} /> : <Copy size={16} />}
				{copied ? m.copied : m.copy}
			</button>
		</span>
	);
}
