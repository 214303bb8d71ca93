import {useId, useState} from 'preact/hooks';

type Props = {
	label: string;
	value: string;
	most: number;
	/** Says what is wrong with what stands in it; null where it is right. */
	check: (text: string) => string | null;
	change: (text: string) => void;
	/** Comes with what was there as chosen, to be written over. */
	fresh?: boolean;
	hint?: string;
	/** A text that was not right goes when the field loses the focus. */
	forgets?: boolean;
};

/** A field whose value is taken once it is right; until then what is wrong stands below it, and the value stays as it was. */
export function CheckedField({label, value, most, check, change, fresh = false, hint, forgets = false}: Props) {
	const id = useId();
	const [draft, setDraft] = useState<string | null>(null);
	const fault = draft === null ? null : check(draft);
	const onInput = (event: {currentTarget: HTMLInputElement}) => {
		const text = [...event.currentTarget.value].slice(0, most).join('');
		if (text !== event.currentTarget.value) event.currentTarget.value = text;
		// What is shown follows what is stored a moment later: as long as somebody writes it is what they write.
		setDraft(text);
		if (check(text) === null) change(text);
	};
	return (
		<div class="textfield">
			<label for={id}>{label}</label>
			<input
				id={id}
				ref={input => {
					if (!input || !fresh || input.dataset.begun) return;
					input.dataset.begun = 'true';
					input.focus();
					input.select();
				}}
				value={draft ?? value}
				placeholder={hint}
				aria-invalid={fault !== null}
				aria-describedby={`${id}-fault`}
				onInput={onInput}
				onBlur={() => (forgets || fault === null) && setDraft(null)}
			/>
			<p class="fault" id={`${id}-fault`} aria-live="polite">
				{fault}
			</p>
		</div>
	);
}
