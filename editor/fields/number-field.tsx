import {useRef, useState} from 'preact/hooks';
import {m, numeral} from '../messages/index.ts';

type NumberProps = {
	label: string;
	value: number | null;
	least?: number;
	most: number;
	/** An arrow key adds or takes away so much; below 1 for numbers with decimals. */
	step?: number;
	/** Shown where there is no number. */
	hint?: string;
	/** Gets null if the field was emptied. */
	change: (value: number | null) => void;
};

/** Milliseconds after which the fields of a step have what was written into them. */
const SETTLED_MS = 400;

/** Edits a number in the person's notation, with a comma or a point: a browser's own field follows the browser's language. */
export function NumberField({label, value, least = 0, most, step = 1, hint, change}: NumberProps) {
	const input = useRef<HTMLInputElement>(null);
	const [, drawAgain] = useState({});
	const write = (number: number | null) => (number === null ? '' : numeral(number, 2, {useGrouping: false}));
	/** Returns null if nothing is written, undefined if it is no number that fits. */
	const read = (text: string) => {
		const number = Number(text.normalize('NFKC').replace(',', '.'));
		if (!text.trim()) return null;
		return number >= least && number <= most && (step < 1 || Number.isInteger(number)) ? number : undefined;
	};
	const take = (field: HTMLInputElement) => {
		const number = read(field.value);
		field.setCustomValidity(number === undefined ? m.numberFrom(write(least), write(most), write(step < 1 ? 12.5 : least + 1)) : '');
		// Says it beside the field, or is silent again.
		field.reportValidity();
		if (number !== undefined) change(number);
	};
	const field = input.current;
	// What is being written stays as it is written, unless the number is another by now.
	const isKept = field && field === document.activeElement && [null, undefined, value].includes(read(field.value));
	return (
		<label class="number">
			<span>{label}</span>
			<input
				ref={input}
				inputMode="decimal"
				autocomplete="off"
				value={isKept ? field.value : write(value)}
				placeholder={hint}
				onInput={event => take(event.currentTarget)}
				onKeyDown={event => {
					const by = {ArrowUp: step, ArrowDown: -step}[event.key];
					if (!by) return;
					event.preventDefault();
					const {currentTarget} = event;
					const from = read(currentTarget.value) ?? value ?? least - step;
					currentTarget.value = write(Math.min(most, Math.max(least, from + by)));
					take(currentTarget);
				}}
				onBlur={({currentTarget}) =>
					setTimeout(() => {
						// Sent to be mended: a form is not to take the number before instead.
						if (document.activeElement === currentTarget) return;
						currentTarget.setCustomValidity('');
						drawAgain({});
					}, SETTLED_MS)
				}
			/>
		</label>
	);
}
