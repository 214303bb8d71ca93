import {m} from '../messages/index.ts';
import type {Session} from '../session/session.ts';
import {EyeOff} from '../shell/icons.ts';

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
			title={`${m.redact.tool} (R)`}
			onClick={() => (session.tool.value = isOn ? 'select' : 'redact')}
		>
			<EyeOff size={16} />
			<span>{m.redact.tool}</span>
		</button>
	);
}
