import {useId, useState} from 'preact/hooks';
import type {Highlight} from '../../shared/contract/geometry.ts';
import {LIMITS} from '../../shared/contract/limits.ts';
import type {ActionTarget} from '../../shared/contract/paths/actions.ts';
import {words} from '../../shared/locales/en/editor/path-section.ts';
import {BoxFields, CheckField, cutAtInput} from '../fields/fields.tsx';
import type {Session} from '../session/session.ts';
import {ArrowLeft, Trash2} from '../shell/icons.ts';
import {IconButton} from '../shell/menu.tsx';
import {moveBox, pullBox} from '../stage/shape.ts';
import {type Action, changeAction, type Kind, removeAction, shiftAction} from './actions-value.ts';
import {TargetField, type Way} from './target-field.tsx';

const WAYS = ['next', 'end', 'restart', 'previous', 'url', 'later'] as const satisfies readonly Way[];

type Props = {session: Session; step: string; kind: Kind; index: number; count: number; action: Action; fresh: boolean};

type CheckedFieldProps = {
	label: string;
	value: string;
	most: number;
	/** Returns what is wrong with the text; null if it is right. */
	check: (text: string) => string | null;
	change: (text: string) => void;
	/** True if its text is selected at first, to be written over. */
	fresh?: boolean;
	hint?: string;
	/** A text that was not right goes when the field loses the focus. */
	forgets?: boolean;
};

/** Edits one button or hotspot: its label, and where it leads. */
export function ActionRow({session, step, kind, index, count, action, fresh}: Props) {
	const {label, target} = action;
	const [asksUrl, setAsksUrl] = useState(false);
	const faultId = useId();
	const set = (fields: Partial<Action>) => changeAction(session, step, kind, index, fields);
	const outside = asksUrl || target.to === 'url';
	const fault = target.to === 'later' ? words.faults.later : target.to === 'step' && target.step === step ? words.faults.own : null;
	return (
		<li class="action" data-hotspot={kind === 'hotspots' ? index : undefined}>
			<div class="top">
				<span class="ordinal">{index + 1}</span>
				<CheckedField
					label={kind === 'buttons' ? words.label : words.name}
					value={label}
					most={LIMITS.actionLabel}
					check={text => (text.trim() ? null : words.faults.empty)}
					change={text => set({label: text})}
					fresh={fresh}
					forgets
				/>
				<Does session={session} step={step} kind={kind} index={index} count={count} label={label} />
			</div>
			<TargetField
				session={session}
				from={step}
				label={label}
				target={asksUrl ? {to: 'url'} : target}
				ways={WAYS}
				fault={fault && !asksUrl ? faultId : undefined}
				choose={chosen => {
					setAsksUrl(chosen.to === 'url');
					if (chosen.to !== 'url') set({target: chosen as ActionTarget});
				}}
			/>
			{outside && (
				<CheckedField
					label={words.url}
					value={target.url ?? ''}
					most={LIMITS.linkUrl}
					hint="https://"
					check={text => (isHttps(text) ? null : words.faults.url)}
					change={url => set({target: {to: 'url', url: url.trim()}})}
					fresh={asksUrl}
				/>
			)}
			{fault && !asksUrl && (
				<p class="fault" id={faultId}>
					{fault}
				</p>
			)}
			{'area' in action && <AreaFields label={label} area={action.area} change={area => set({area})} />}
			{kind === 'buttons' && (
				<CheckField label={words.goal} value={'goal' in action && action.goal === true} change={goal => set({goal: goal || undefined})} />
			)}
		</li>
	);
}

/** Edits the place of a hotspot by numbers: it stays within the picture. */
function AreaFields({label, area, change}: {label: string; area: Highlight; change: (area: Highlight) => void}) {
	const set = (side: keyof Highlight, value: number) => {
		const by = value - area[side];
		const way = side === 'x' || side === 'width' ? {x: by, y: 0} : {x: 0, y: by};
		change(side === 'x' || side === 'y' ? moveBox(area, way) : pullBox(area, 'se', way));
	};
	return (
		<fieldset aria-label={label}>
			<BoxFields box={area} change={set} />
		</fieldset>
	);
}

type DoesProps = Pick<Props, 'session' | 'step' | 'kind' | 'index' | 'count'> & {label: string};

/** Moves it among the others, and deletes it. */
function Does({session, step, kind, index, count, label}: DoesProps) {
	return (
		<span class="does">
			<ShiftButton name={words.up(label)} look="icon up" off={index === 0} run={() => shiftAction(session, step, kind, index, -1)} />
			<ShiftButton
				name={words.down(label)}
				look="icon down"
				off={index === count - 1}
				run={() => shiftAction(session, step, kind, index, 1)}
			/>
			<IconButton label={words.remove(label)} press={() => removeAction(session, step, kind, index)}>
				<Trash2 size={16} />
			</IconButton>
		</span>
	);
}

/** Moves an item of a list by a place; `look` has its classes. */
export function ShiftButton({name, look, off, run}: {name: string; look: 'icon up' | 'icon down'; off: boolean; run: () => void}) {
	return (
		<IconButton class={look} label={name} off={off} press={run}>
			<ArrowLeft size={16} />
		</IconButton>
	);
}

function isHttps(text: string): boolean {
	const url = text.trim();
	return /^https:\/\/[^\s/]+/i.test(url) && URL.canParse(url);
}

/** Edits a text that is taken once it is right; until then the fault is shown below it, and the value stays. */
export function CheckedField({label, value, most, check, change, fresh = false, hint, forgets = false}: CheckedFieldProps) {
	const id = useId();
	const [draft, setDraft] = useState<string | null>(null);
	const fault = draft === null ? null : check(draft);
	const onInput = (event: InputEvent & {currentTarget: HTMLInputElement}) => {
		const text = cutAtInput(event, most);
		// What is shown follows what is stored a moment later: as long as somebody writes it is what they write.
		setDraft(event.currentTarget.value);
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
