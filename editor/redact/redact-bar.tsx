import {useState} from 'preact/hooks';
import type {Session} from '../edit/session.ts';
import {EyeOff, Plus, Trash2, X} from '../shell/icons.ts';
import {RedactDialog} from './redact-dialog.tsx';
import type {Area} from './redaction.ts';
import {words} from './words.ts';

/** Takes up the tool, and where it is taken up already adds an area. */
export function startRedaction(session: Session): void {
	const {tool, redaction, step} = session;
	if (step.value?.type !== 'screen' || !step.value.image) return;
	redaction.lookAt(step.value);
	const isOn = tool.value === 'redact';
	tool.value = 'redact';
	if (isOn || redaction.areas.value.length === 0) redaction.add();
}

export function RedactTool({session}: {session: Session}) {
	const kind = session.stepKind.value;
	const isOn = session.tool.value === 'redact';
	return (
		<button
			type="button"
			class="tool"
			aria-pressed={isOn}
			disabled={kind !== 'plain' && kind !== 'marked'}
			title={`${words.tool} (R)`}
			onClick={() => (session.tool.value = isOn ? 'select' : 'redact')}
		>
			<EyeOff size={16} />
			<span>{words.tool}</span>
		</button>
	);
}

/** The areas that were drawn, and what is done with them. */
export function RedactBar({session}: {session: Session}) {
	const [asks, setAsks] = useState(false);
	const {redaction, tool} = session;
	const step = session.step.value;
	if (!step?.image) return null;
	redaction.lookAt(step);
	const areas = redaction.areas.value;
	return (
		<section class="redact" aria-label={words.bar}>
			{areas.length === 0 && (
				<p class="hint" title={words.keys}>
					{words.hint}
				</p>
			)}
			{areas.length > 0 && (
				<ol aria-label={words.areas}>
					{areas.map((area, index) => (
						<AreaRow key={index} session={session} area={area} index={index} />
					))}
				</ol>
			)}
			<div class="group">
				<button type="button" class="button" aria-label={words.add} title={`${words.add} (R)`} onClick={() => redaction.add()}>
					<Plus size={16} />
					<span>{words.add}</span>
				</button>
				<button type="button" class="button" aria-label={words.cancel} title={words.cancel} onClick={() => (tool.value = 'select')}>
					<X size={16} />
					<span>{words.cancel}</span>
				</button>
				<button type="button" class="button primary" disabled={areas.length === 0} onClick={() => setAsks(true)}>
					{words.next}
				</button>
			</div>
			{asks && <RedactDialog session={session} step={step} close={() => setAsks(false)} />}
		</section>
	);
}

function AreaRow({session: {redaction}, area, index}: {session: Session; area: Area; index: number}) {
	return (
		<li>
			<span class="number">{index + 1}</span>
			<select
				aria-label={words.style(index + 1)}
				value={area.style}
				onChange={event => redaction.change(index, {style: event.currentTarget.value as Area['style']})}
			>
				<option value="box">{words.box}</option>
				<option value="blur">{words.blur}</option>
			</select>
			<button
				type="button"
				class="icon"
				aria-label={words.remove(index + 1)}
				title={words.remove(index + 1)}
				onClick={() => redaction.remove(index)}
			>
				<Trash2 size={16} />
			</button>
		</li>
	);
}
