import {useEffect, useRef, useState} from 'preact/hooks';
import {m} from '../messages/index.ts';
import type {Area} from '../session/redaction.ts';
import type {Session} from '../session/session.ts';
import {Plus, Trash2, X} from '../shell/icons.ts';
import {Later} from '../shell/later.tsx';
import {IconButton} from '../shell/menu.tsx';

/** The areas that were drawn, and what is done with them. */
export function RedactBar({session}: {session: Session}) {
	const [asks, setAsks] = useState(false);
	const {redaction, tool} = session;
	const step = session.step.value;
	const list = useRef<HTMLOListElement>(null);
	const count = redaction.areas.value.length;
	// The newest is the one that somebody has in hand.
	useEffect(() => list.current?.lastElementChild?.scrollIntoView({inline: 'nearest', block: 'nearest'}), [count]);
	if (!step?.image) return null;
	redaction.lookAt(step);
	const areas = redaction.areas.value;
	return (
		<section class="redact" aria-label={m.redact.bar}>
			{areas.length === 0 && (
				<p class="hint" title={m.redact.keys}>
					{m.redact.hint}
				</p>
			)}
			{areas.length > 0 && (
				<ol ref={list} aria-label={m.redact.areas}>
					{areas.map((area, index) => (
						<AreaRow key={index} session={session} area={area} index={index} />
					))}
				</ol>
			)}
			<div class="group">
				<button type="button" class="button" aria-label={m.redact.add} title={`${m.redact.add} (R)`} onClick={() => redaction.add()}>
					<Plus size={16} />
					<span>{m.redact.add}</span>
				</button>
				<button type="button" class="button" aria-label={m.redact.cancel} title={m.redact.cancel} onClick={() => (tool.value = 'select')}>
					<X size={16} />
					<span>{m.redact.cancel}</span>
				</button>
				<button type="button" class="button primary" disabled={areas.length === 0} onClick={() => setAsks(true)}>
					{m.redact.next}
				</button>
			</div>
			{asks && <Later load={loadDialog} session={session} step={step} close={() => setAsks(false)} />}
		</section>
	);
}

const loadDialog = () => import('./redact-dialog.tsx').then(({RedactDialog}) => RedactDialog);

function AreaRow({session: {redaction}, area, index}: {session: Session; area: Area; index: number}) {
	return (
		<li>
			<span class="number">{index + 1}</span>
			<select
				aria-label={m.redact.style(index + 1)}
				value={area.style}
				onChange={event => redaction.change(index, {style: event.currentTarget.value as Area['style']})}
			>
				<option value="box">{m.redact.box}</option>
				<option value="blur">{m.redact.blur}</option>
			</select>
			<IconButton label={m.redact.remove(index + 1)} press={() => redaction.remove(index)}>
				<Trash2 size={16} />
			</IconButton>
		</li>
	);
}
