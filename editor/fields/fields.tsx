import type {ComponentChildren} from 'preact';
import {useId, useRef} from 'preact/hooks';
import type {Highlight} from '../../shared/contract/geometry.ts';
import {LIMITS} from '../../shared/contract/limits.ts';
import type {Step} from '../../shared/contract/step.ts';
import {m} from '../messages/index.ts';
import type {Field, StepFields} from '../saving/change.ts';
import type {Session} from '../session/session.ts';
import {NumberField} from './number-field.tsx';

/** Properties of every part of the inspector; `set` changes fields of the step. */
export type SectionProps = {session: Session; step: Step; set: (fields: StepFields) => void};

/** Folded sections by their titles: they stay so from step to step. */
const folded = new Set<string>();

type SectionLook = {
	title: string;
	children: ComponentChildren;
	/** How many things are in it, said where there are some. */
	count?: number;
	/** Set if the caller remembers whether the section is open. */
	open?: boolean;
	toggle?: (open: boolean) => void;
};

/** A part of the inspector that folds. */
export function Section({title, children, count = 0, open, toggle}: SectionLook) {
	const remember = (isOpen: boolean) => (isOpen ? folded.delete(title) : folded.add(title));
	return (
		<details class="section" open={open ?? !folded.has(title)} onToggle={event => (toggle ?? remember)(event.currentTarget.open)}>
			<summary>
				<h3>
					{title}
					{count > 0 && <span class="count">{count}</span>}
				</h3>
			</summary>
			<div class="fields">{children}</div>
		</details>
	);
}

/** Returns the first letters of a text, as code points. */
const startOf = (text: string, most: number) => [...text].slice(0, most).join('');

/** Returns what is written in a field, and cuts it there as well, for a browser counts halves of letters. A text that is being composed would be lost by that. */
export function cutAtInput({currentTarget: field, isComposing}: InputEvent & {currentTarget: {value: string}}, most: number): string {
	const cut = startOf(field.value, most);
	if (!isComposing && cut !== field.value) field.value = cut;
	return cut;
}

type TextProps = {label: string; value: string | null; most: number; change: (value: string | null) => void; hint?: string; long?: boolean};

/** Edits a text; shows how many letters are left once four fifths are used. Letters are code points, as for the service. */
export function TextField({label, value, most, change, hint, long = false}: TextProps) {
	const id = useId();
	const text = value ?? '';
	const drawn = useRef(text);
	const field = document.activeElement as HTMLInputElement | null;
	// The value follows what is typed a moment later: drawn before that, the field keeps it, as it does what is composed over its length.
	const shown = field?.id === id && (drawn.current === text || startOf(field.value, most) === text) ? field.value : text;
	drawn.current = text;
	const used = [...text].length;
	const Tag = long ? 'textarea' : 'input';
	const onInput = (event: InputEvent & {currentTarget: {value: string}}) => change(cutAtInput(event, most) || null);
	return (
		<div class="textfield">
			<label for={id}>{label}</label>
			{used > most * 0.8 && (
				<span class={used >= most ? 'left full' : 'left'} aria-live="polite">
					{m.inspector.charactersLeft(most - used)}
				</span>
			)}
			<Tag id={id} value={shown} placeholder={hint} onInput={onInput} />
		</div>
	);
}

/** Edits a share of the picture, in percent. */
export function PercentField({label, value, change}: {label: string; value: number; change: (value: number) => void}) {
	return (
		<NumberField
			label={`${label} %`}
			value={Math.round(value * 10_000) / 100}
			most={100}
			step={0.1}
			change={percent => percent !== null && change(Math.round(percent * 100) / 10_000)}
		/>
	);
}

/** Edits a rectangle of the picture, side by side. */
export function BoxFields({box, change}: {box: Highlight; change: (side: keyof Highlight, value: number) => void}) {
	return (
		<div class="four">
			{(['x', 'y', 'width', 'height'] as const).map(side => (
				<PercentField key={side} label={m.inspector[side]} value={box[side]} change={value => change(side, value)} />
			))}
		</div>
	);
}

type ChoiceProps<T extends string> = {
	label: string;
	value: T | '';
	options: ReadonlyArray<[T | '', string]>;
	change: (value: T | null) => void;
};

export function SelectField<T extends string>({label, value, options, change}: ChoiceProps<T>) {
	return (
		<label class="choice">
			<span>{label}</span>
			<select value={value} onChange={event => change((event.currentTarget.value as T) || null)}>
				{options.map(([name, words]) => (
					<option key={name} value={name}>
						{words}
					</option>
				))}
			</select>
		</label>
	);
}

export function CheckField({label, value, change}: {label: string; value: boolean; change: (value: boolean) => void}) {
	return (
		<label class="check">
			<input type="checkbox" checked={value} onChange={event => change(event.currentTarget.checked)} />
			<span>{label}</span>
		</label>
	);
}

/** Returns the sides of its target on which a balloon may be; '' if the player chooses. */
export function sideOptions(): Array<['' | NonNullable<Step['popoverSide']>, string]> {
	const {auto, top, bottom, left, right, over} = m.inspector;
	return [
		['', auto],
		['top', top],
		['bottom', bottom],
		['left', left],
		['right', right],
		['over', over],
	];
}

/** Edits the chapter of one or several steps; undefined if they differ. */
export function SceneField({scene, change}: {scene: number | null | undefined; change: (scene: number | null) => void}) {
	return (
		<NumberField
			label={m.fields.scene}
			value={scene ?? null}
			least={LIMITS.sceneMin}
			most={LIMITS.sceneMax}
			hint={scene === undefined ? m.together.differs : undefined}
			change={change}
		/>
	);
}

/** Offers text that somebody else has written into the field in use: beside it, to take or leave. */
export function Offer({session, step, field}: {session: Session; step: string; field: Field}) {
	const {outbox} = session;
	const offer = outbox.held.offer.value;
	if (offer?.step !== step || offer.field !== field) return null;
	const {mine, theirs} = offer;
	// The field that is written in keeps the focus.
	const press = (label: string, run: () => void) => (
		<button type="button" class="link" onPointerDown={event => event.preventDefault()} onClick={run}>
			{label}
		</button>
	);
	return (
		<div class="offer" role="status">
			<span>{m.together.wrote(session.others.author(step) ?? m.together.somebody)}</span>
			<q>{String(theirs ?? '')}</q>
			{press(m.together.takeTheirs, () => outbox.drop(step, field))}
			{press(m.together.keepMine, () => {
				outbox.drop(step, field);
				session.change({kind: 'edit', step, set: {[field]: mine}, was: {[field]: theirs}});
			})}
		</div>
	);
}
