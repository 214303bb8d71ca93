import {signal} from '@preact/signals';
import {keys} from 'idb-keyval';
import {useEffect, useState} from 'preact/hooks';
import {aiEntryWords as words} from '../../shared/locales/en/editor/edit.ts';
import type {SectionProps} from '../fields/fields.tsx';
import {journals, keptOf} from '../saving/journal.ts';
import type {Session} from '../session/session.ts';
import {Sparkles, VolumeX} from '../shell/icons.ts';
import {lazyPart} from '../shell/later.tsx';
import {account} from '../shell/session-data.ts';

/** Shows the buttons and marks of AI at once. Loads the rest on first use, so that no one else waits for it. */

const {part, load} = lazyPart(() => import('./part.tsx'));
/** True while the narration is unfolded: it stays so from step to step. */
const unfolded = signal(false);

/** Opens AI for all steps, from the bar. Takes up kept work as soon as the tour is open. */
export function AiButton({session}: {session: Session}) {
	const [open, setOpen] = useState(false);
	useEffect(() => {
		const mine = keptOf(account.id, session.tour.value.id);
		keys<string>(journals).then(
			names => {
				if (names.some(name => name.startsWith(mine))) load();
			},
			// A browser that keeps nothing has nothing to take up.
			() => {},
		);
	}, []);
	const loaded = part.value;
	return (
		<>
			<button
				type="button"
				class="button ai-button"
				title={words.open}
				onClick={async () => {
					if (await load()) setOpen(true);
				}}
			>
				<Sparkles size={16} />
				<span class="unseen">{words.open}</span>
				{loaded ? (
					<loaded.AiCount session={session} />
				) : (
					<span class="text" aria-hidden="true">
						{words.button}
					</span>
				)}
			</button>
			{loaded && <loaded.AiHost session={session} open={open} show={setOpen} />}
		</>
	);
}

/** Below the words of a step: has them written. */
export function WriteButton({session, step}: Pick<SectionProps, 'session' | 'step'>) {
	const [pressed, setPressed] = useState(false);
	const loaded = part.value;
	return (
		<div class="assist">
			{loaded ? (
				<loaded.TextAssist session={session} step={step} pressed={pressed} />
			) : (
				<button
					type="button"
					class="button"
					onClick={() => {
						setPressed(true);
						load();
					}}
				>
					<Sparkles size={16} />
					{words.write}
				</button>
			)}
		</div>
	);
}

/** Edits the words that the step says aloud. */
export function NarrationSection(props: SectionProps) {
	const open = unfolded.value;
	const loaded = part.value;
	return (
		<details
			class="section"
			open={open}
			onToggle={event => {
				unfolded.value = event.currentTarget.open;
				if (unfolded.value) load();
			}}
		>
			<summary>
				<h3>{words.narration}</h3>
			</summary>
			{open && loaded && <loaded.NarrationFields {...props} />}
		</details>
	);
}

/** Marks a row of the strip with AI's work there, and narration that is older than the words. */
export function AiMarks({session, step}: Pick<SectionProps, 'session' | 'step'>) {
	const loaded = part.value;
	const stale = [step.narration, ...step.narrations].some(narration => narration?.stale);
	return (
		<span class="ai-marks">
			{loaded && <loaded.StepMarks session={session} step={step.id} />}
			{stale && (
				<span class="old" title={words.stale}>
					<VolumeX size={14} />
					<span class="unseen">, {words.stale}</span>
				</span>
			)}
		</span>
	);
}
