import {useState} from 'preact/hooks';
import {m} from '../messages/index.ts';
import {Check, Copy} from './icons.ts';

/** Copies a text; rejects if the browser refuses. Where a page came over plain HTTP it has no clipboard, but copies what is selected. */
export async function copyText(text: string): Promise<void> {
	if (navigator.clipboard) return navigator.clipboard.writeText(text);
	const field = document.createElement('textarea');
	field.value = text;
	// In a dialog nothing outside it can be selected.
	(document.querySelector('dialog[open]') ?? document.body).append(field);
	field.select();
	const isCopied = document.execCommand('copy');
	field.remove();
	if (!isCopied) throw new Error('The browser refuses to copy.');
}

/** A line to copy, with its button. */
export function CopyLine({text, label}: {text: string; label?: string}) {
	const [copied, setCopied] = useState(false);
	const copy = async ({currentTarget: {previousElementSibling}}: {currentTarget: Element}) => {
		try {
			await copyText(text);
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
