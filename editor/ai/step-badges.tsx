import {words} from '../../shared/locales/en/editor/ai.ts';
import type {Session} from '../session/session.ts';
import {Sparkles} from '../shell/icons.ts';
import {deskOf} from './assistant.ts';

/** Marks a row of the strip whose step is being written or spoken, or has a proposal. */
export function StepMarks({session, step}: {session: Session; step: string}) {
	const desk = deskOf(session);
	const writing = desk.isDoing({kind: 'write'}, step);
	const speaking = desk.isDoing({kind: 'narrate'}, step);
	return (
		<>
			{(writing || speaking) && (
				<span class="shimmer">
					<span class="unseen">, {writing ? words.writing : words.speaking}</span>
				</span>
			)}
			{desk.proposals.value.has(step) && (
				<span class="waits" title={words.waiting}>
					<Sparkles size={14} />
					<span class="unseen">, {words.waiting}</span>
				</span>
			)}
		</>
	);
}
