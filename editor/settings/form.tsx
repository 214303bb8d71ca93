import type {ComponentChildren} from 'preact';
import {useEffect, useId, useRef, useState} from 'preact/hooks';
import {ApiError} from '../../client/api-error.ts';
import {words} from '../../shared/locales/en/editor/settings.ts';
import {m, moment, numeral} from '../messages/index.ts';
import {Problem} from '../shell/problem.tsx';
import {say} from '../shell/toast.tsx';
import {faultOf} from '../shell/use-resource.tsx';

type FieldProps = {
	label: string;
	value: string;
	change: (value: string) => void;
	type?: 'text' | 'password' | 'email' | 'url';
	hint?: string | undefined;
	fault?: string | undefined;
	autocomplete?: string;
	most?: number;
};

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A field of a form, with what it is for and what is wrong with it. */
export function Field({label, value, change, type = 'text', hint, fault, autocomplete = 'off', most}: FieldProps) {
	const id = useId();
	const input = useRef<HTMLInputElement>(null);
	useEffect(() => {
		// After sending, the focus goes to the first field that is wrong.
		if (fault && !input.current!.form?.querySelector('[aria-invalid]:focus')) input.current!.focus();
	}, [fault]);
	const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ');
	return (
		<div class="form-field">
			<label for={id}>{label}</label>
			<input
				ref={input}
				id={id}
				type={type}
				value={value}
				autocomplete={autocomplete as 'off'}
				maxLength={most}
				aria-invalid={fault ? true : undefined}
				aria-describedby={described || undefined}
				onInput={event => change(event.currentTarget.value)}
			/>
			{hint && (
				<small class="hint" id={`${id}-hint`}>
					{hint}
				</small>
			)}
			{fault && (
				<small class="wrong" id={`${id}-fault`} role="alert">
					{fault}
				</small>
			)}
		</div>
	);
}

/** The account's own password, which the browser fills in. */
export function PasswordField(props: Pick<FieldProps, 'label' | 'value' | 'change' | 'fault'>) {
	return <Field type="password" autocomplete="current-password" {...props} />;
}

/** Sends a form. `faults` has the service's faults by the names of its fields, in the words of `said`; `problem` any other failure. */
export function useSending(said: Record<string, string>) {
	const [busy, setBusy] = useState(false);
	const [faults, setFaults] = useState<Record<string, string>>({});
	const [problem, setProblem] = useState<string | null>(null);
	const send = async (work: () => Promise<void>) => {
		if (busy) return;
		setBusy(true);
		setFaults({});
		setProblem(null);
		try {
			await work();
		} catch (error) {
			const named = namedBy(error, said);
			setFaults(named);
			if (Object.keys(named).length === 0) setProblem(problemOf(error));
		} finally {
			setBusy(false);
		}
	};
	return {busy, faults, problem, setFaults, send};
}

function namedBy(error: unknown, said: Record<string, string>): Record<string, string> {
	if (!(error instanceof ApiError)) return {};
	return Object.fromEntries(error.errors.flatMap(({field}) => (said[field] ? [[field, said[field]]] : [])));
}

/** Returns the reason of a failure, in words. */
export function problemOf(error: unknown): string {
	if (error instanceof ApiError && error.status === 429) return words.tooMany(Math.ceil((error.retryAfter ?? 60) / 60));
	return faultOf(error) === 'offline' ? m.offline : words.failed;
}

/** Does something that has no form, and says why where it fails. */
export async function tried(work: () => Promise<void>): Promise<void> {
	try {
		await work();
	} catch (error) {
		say(problemOf(error));
	}
}

type FormProps = {
	title?: string;
	hint?: string;
	button: string;
	busy: boolean;
	problem: string | null;
	submit: () => void;
	children: ComponentChildren;
};

export function Form({title, hint, button, busy, problem, submit, children}: FormProps) {
	return (
		<form
			class="panel form"
			noValidate
			onSubmit={event => {
				event.preventDefault();
				submit();
			}}
		>
			{title && <h2>{title}</h2>}
			{hint && <p class="hint">{hint}</p>}
			{children}
			{problem && <Problem>{problem}</Problem>}
			<div class="actions">
				<button type="submit" class="button primary" disabled={busy}>
					{button}
				</button>
			</div>
		</form>
	);
}

/** Replaces forms with a password field for people who came in by a link and have no password yet. */
export function NoPassword({title}: {title: string}) {
	const texts = words.security;
	return (
		<section class="panel" aria-labelledby="none">
			<h2 id="none">{title}</h2>
			<p class="hint">{texts.none}</p>
			<div class="actions">
				<a class="button primary" href="/account/first-password" target="_self">
					{texts.choose}
				</a>
			</div>
		</section>
	);
}

/** Returns bytes in the unit in which they are 1 to 1,000. */
export function size(bytes: number): string {
	const power = bytes === 0 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
	return numeral(bytes / 1000 ** power, 1, {style: 'unit', unit: UNITS[power]!});
}

/** Returns a day in the reader's own time: "12 Mar 2026". */
export function day(time: string): string {
	return moment(time, {dateStyle: 'medium'});
}
