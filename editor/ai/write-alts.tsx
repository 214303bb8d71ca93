import {useEffect, useRef, useState} from 'preact/hooks';
import {randomId} from '../../client/index.ts';
import type {Step} from '../../shared/contract/step.ts';
import {words} from '../../shared/locales/en/editor/ai.ts';
import {aiEntryWords as doorWords} from '../../shared/locales/en/editor/edit.ts';
import type {Work} from '../saving/history.ts';
import {editSteps} from '../session/several.ts';
import {LoaderCircle, Sparkles} from '../shell/icons.ts';
import {client} from '../shell/session-data.ts';
import {Fault} from './fault.tsx';
import {patiently} from './patience.ts';
import {defaultTextLanguage} from './run/plan.ts';
import {haltsAll, NotSaved, type Why, whyOf} from './why.ts';

type Props = {work: Work; lacks: (step: Step) => boolean};

/** Has AI write the missing alternative texts one by one, until the button is pressed again or the dialog is left. */
export function WriteAlts({work, lacks}: Props) {
	const {tour} = work.outbox;
	const missing = tour.value.steps.filter(lacks).length;
	const [all, setAll] = useState<number | null>(null);
	const [fault, setFault] = useState<Why | null>(null);
	const under = useRef<AbortController | null>(null);
	useEffect(() => () => under.current?.abort(), []);
	const write = async () => {
		under.current = new AbortController();
		const {signal} = under.current;
		setFault(null);
		setAll(missing);
		await writeAlts({work, lacks}, {signal, note: setFault});
		if (!signal.aborted) setAll(null);
	};
	const stop = () => {
		under.current?.abort();
		setAll(null);
	};
	if (missing === 0 && all === null && !fault) return null;
	return (
		<div class="write-alts">
			<button type="button" class="button" aria-busy={all !== null} onClick={all === null ? write : stop}>
				{all === null ? <Sparkles size={16} /> : <LoaderCircle size={16} class="turning" />}
				{all === null ? doorWords.write : words.altsStop(all - missing, all)}
			</button>
			{fault && <Fault why={fault} />}
		</div>
	);
}

/** Writes the texts into the tour one by one; keeps what a person has written meanwhile. `note` gets the reason for each that failed. */
async function writeAlts({work, lacks}: Props, {signal, note}: {signal: AbortSignal; note: (why: Why) => void}): Promise<void> {
	const {outbox} = work;
	const {id, steps} = outbox.tour.value;
	const language = defaultTextLanguage(outbox.tour.value);
	const lacking = (stepId: string) => outbox.tour.value.steps.some(step => step.id === stepId && lacks(step));
	await outbox.flush();
	if (outbox.state.value.kind !== 'saved') return note(whyOf(new NotSaved()));
	for (const {id: stepId} of steps) {
		if (signal.aborted || !lacking(stepId)) continue;
		const idempotencyKey = randomId();
		try {
			const {generated} = await patiently(
				() =>
					client.call(
						'POST /tours/{id}/steps/{stepId}/generate-text',
						{id, stepId, alt: true, save: false, ...(language && {language})},
						{idempotencyKey},
					),
				({ms}) => new Promise((resolve, reject) => setTimeout(() => (signal.aborted ? reject(new NotSaved()) : resolve()), ms)),
			);
			if (!signal.aborted && generated.alt && lacking(stepId)) work.change(editSteps(outbox.tour.value, [stepId], {alt: generated.alt}));
		} catch (error) {
			if (signal.aborted) return;
			const why = whyOf(error);
			note(why);
			if (haltsAll(why)) return;
		}
	}
}
