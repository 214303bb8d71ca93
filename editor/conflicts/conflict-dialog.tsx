export {lent} from './in-words.ts';

import {shownTexts} from '../../shared/contract/step-fields.ts';
import type {Tour} from '../../shared/contract/tour.ts';
import {words} from '../../shared/locales/en/editor/conflicts.ts';
import {isWords} from '../saving/change.ts';
import {type Conflict, theirsIn} from '../saving/conflicts.ts';
import type {Work} from '../saving/history.ts';
import {Dialog} from '../shell/dialog.tsx';
import {conflictName, inWords, keepMine, type Run, stepInWords, wordDiff} from './in-words.ts';

/** Shows one of two versions of a field, so that it can be compared with the other. */
function Side({field, value, runs, tour}: {field: string; value: unknown; runs: Run[] | null; tour: Tour}) {
	if (runs) return <>{runs.map(({text, own}) => (own ? <mark key={text}>{text}</mark> : text))}</>;
	if (field === 'image' && value) return <img src={(value as {thumbnailUrl: string}).thumbnailUrl} alt="" />;
	if (field.startsWith('theme.colors.'))
		return (
			<>
				<i class="swatch" style={{background: String(value)}} /> {String(value)}
			</>
		);
	return <>{inWords(field, value, tour)}</>;
}

export type ConflictProps = {
	work: Work;
	/** Returns the last author of that step, or of the tour if it is empty; null if unknown. */
	author: (step: string) => string | null;
	/** Shows a step that was put back. */
	choose?: (step: string) => void;
	close: () => void;
};

/** Settings of free words, which are compared word by word, as are those of a step. */
const TEXTS = /^(?:name|(?:leadCapture|endCta)\.(?:title|text|consentText|submitLabel|skipLabel))$/;

type Part = {conflict: Conflict; tour: Tour};

/** Shows both versions of a simultaneous change; one stays. */
export function ConflictDialog({work, author, choose, close}: ConflictProps) {
	const {conflicts, tour} = work.outbox;
	const [conflict] = conflicts.value;
	if (!conflict) return null;
	const decide = (run?: () => void) => () => {
		work.outbox.decided();
		run?.();
		if (conflicts.value.length === 0) close();
	};
	const keep = decide(() => {
		work.change(keepMine(tour.value, conflict));
		if (conflict.gone) choose?.(conflict.step);
	});
	return (
		<Dialog title={conflict.refused ? words.refused : words.title} close={close} class="small conflict">
			<About conflict={conflict} tour={tour.value} left={conflicts.value.length - 1} />
			<p class="hint">{conflict.refused ?? hintOf(conflict)}</p>
			<Sides conflict={conflict} tour={tour.value} author={author(conflict.step)} />
			<Answers conflict={conflict} keep={keep} leave={decide()} />
		</Dialog>
	);
}

function hintOf({gone, field}: Conflict): string {
	if (gone) return words.gone;
	return field === null ? words.stepGoes : words.hint;
}

/** Names the step and the part of it in question. */
function About({conflict: {step: id, field, lost}, tour, left}: Part & {left: number}) {
	const step = tour.steps.find(step => step.id === id) ?? lost;
	const name = step ? words.step(step.position + 1, shownTexts(step)[0] ?? words.untitled) : words.tour;
	return (
		<div class="about">
			{step?.image && <img src={step.image.thumbnailUrl} alt="" />}
			<div class="named">
				<strong>{name}</strong>
				{field && <p>{conflictName(field)}</p>}
			</div>
			{left > 0 && <span class="pill">{words.left(left)}</span>}
		</div>
	);
}

function Sides({conflict, tour, author}: Part & {author: string | null}) {
	const {mine, field, gone, refused, lost} = conflict;
	const theirs = theirsIn(tour, conflict);
	if (field === null) {
		const step = gone ? lost : (theirs ?? mine);
		return (
			<dl class="sides">
				<div>
					<dt>{gone || refused ? words.mine : (author ?? words.theirs)}</dt>
					<dd>{stepInWords((step ?? {}) as object)}</dd>
				</div>
			</dl>
		);
	}
	const isText = (isWords(field) || TEXTS.test(field)) && [mine, theirs].every(value => typeof value === 'string' && value !== '');
	const [own, others] = isText ? wordDiff(String(mine), String(theirs)) : [null, null];
	return (
		<dl class="sides two">
			<div>
				<dt>{words.mine}</dt>
				<dd>
					<Side field={field} value={mine} runs={own} tour={tour} />
				</dd>
			</div>
			{!refused && (
				<div>
					<dt>{author ? `${words.theirs} (${author})` : words.theirs}</dt>
					<dd>
						<Side field={field} value={theirs} runs={others} tour={tour} />
					</dd>
				</div>
			)}
		</dl>
	);
}

/** Shows two answers; one that deletes something is never the primary button. */
function Answers({conflict: {field, gone, refused}, keep, leave}: {conflict: Conflict; keep: () => void; leave: () => void}) {
	const button = (label: string, run: () => void, look = '') => (
		<button type="button" class={`button ${look}`} onClick={run}>
			{label}
		</button>
	);
	if (refused) return <div class="actions">{button(words.understood, leave, 'primary')}</div>;
	const deletes = field === null && !gone;
	return (
		<div class="actions">
			{deletes ? button(words.deleteIt, keep, 'danger') : button(gone ? words.letGo : words.keepTheirs, leave)}
			{deletes ? button(words.keepIt, leave, 'primary') : button(gone ? words.putBack : words.keepMine, keep, 'primary')}
		</div>
	);
}
