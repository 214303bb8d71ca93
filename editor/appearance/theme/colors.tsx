import {useEffect, useId, useState} from 'preact/hooks';
import type {Colors as All, ColorKey} from '../../../shared/contract/theme.ts';
import {words} from '../../../shared/locales/en/editor/appearance.ts';
import {numeral} from '../../messages/index.ts';
import {Check, TriangleAlert} from '../../shell/icons.ts';
import {adviceFor, COLOR_KEYS, readColor} from './theme-value.ts';

type Props = {colors: All; change: (key: ColorKey, color: string) => void; reset: (() => void) | null};

/** The seven colours, each with how well it is read, and the colour that would be. */
export function Colors({colors, change, reset}: Props) {
	return (
		<section class="colors" aria-label={words.colorsTitle}>
			<div class="titled">
				<h3>{words.colorsTitle}</h3>
				{reset && (
					<button type="button" class="link" onClick={reset}>
						{words.reset}
					</button>
				)}
			</div>
			{COLOR_KEYS.map(key => (
				<Color key={key} name={key} colors={colors} change={color => change(key, color)} />
			))}
		</section>
	);
}

function Color({name, colors, change}: {name: ColorKey; colors: All; change: (color: string) => void}) {
	const label = words.colors[name];
	const color = colors[name].toUpperCase();
	const [typed, setTyped] = useState(color);
	const id = useId();
	// The text being typed stays until it means another colour.
	useEffect(() => setTyped(now => (readColor(now) === color ? now : color)), [color]);
	const wrong = readColor(typed) === null;
	return (
		<div class="color">
			<label for={id}>{label}</label>
			<input
				type="color"
				aria-label={words.choose(label)}
				value={color.toLowerCase()}
				onInput={event => change(event.currentTarget.value.toUpperCase())}
			/>
			<input
				id={id}
				class="hex"
				value={typed}
				maxLength={9}
				spellcheck={false}
				autocomplete="off"
				aria-invalid={wrong}
				aria-describedby={`${id}-said`}
				onInput={event => {
					const {value} = event.currentTarget;
					setTyped(value);
					const read = readColor(value);
					if (read) change(read);
				}}
				onBlur={() => setTyped(color)}
			/>
			<span class="said" id={`${id}-said`}>
				{wrong ? <span class="bad">{words.notColor}</span> : <Said name={name} colors={colors} />}
			</span>
			{!wrong && <Way name={name} colors={colors} change={change} />}
		</div>
	);
}

function Said({name, colors}: {name: ColorKey; colors: All}) {
	const advice = adviceFor(name, colors);
	if (!advice) return <span>{name === 'overlay' ? words.tint : words.anyPicture}</span>;
	// Rounded down: 4.46 is not the 4.5 that it needs.
	const ratio = numeral(Math.floor(advice.ratio * 10) / 10, 1, {minimumFractionDigits: 1});
	if (advice.passes)
		return (
			<span class="good">
				<Check size={14} />
				{words.reads(ratio)}
			</span>
		);
	return (
		<span class="warn">
			<TriangleAlert size={14} />
			{words.hard(ratio)}
		</span>
	);
}

function Way({name, colors, change}: {name: ColorKey; colors: All; change: (color: string) => void}) {
	const advice = adviceFor(name, colors);
	if (!advice || advice.passes) return null;
	const {use} = advice;
	if (!use) return null;
	return (
		<button type="button" class="use" onClick={() => change(use)}>
			<i style={{background: use}} />
			{words.use(use)}
		</button>
	);
}
