import {useEffect, useRef} from 'preact/hooks';
import type {TextLanguage} from '../../shared/contract/ai/text.ts';
import {LIMITS} from '../../shared/contract/limits.ts';
import {PAGE_LANGUAGES} from '../../shared/contract/page-language.ts';
import {words} from '../../shared/locales/en/editor/ai.ts';
import {aiEntryWords as doorWords} from '../../shared/locales/en/editor/edit.ts';
import {CheckField, type SectionProps, SelectField, TextField} from '../fields/fields.tsx';
import {numeral} from '../messages/index.ts';
import {LoaderCircle, Sparkles} from '../shell/icons.ts';
import {languageName} from '../words/language-name.ts';
import {type Desk, deskOf} from './assistant.ts';
import {Fault} from './fault.tsx';
import {ProposalCard} from './proposal-card.tsx';
import {defaultTextLanguage} from './run/plan.ts';

type Props = Pick<SectionProps, 'session' | 'step'> & {/** It was pressed before all this was loaded. */ pressed: boolean};

/** Has the step written, and shows what was written beside its words. */
export function TextAssist({session, step, pressed}: Props) {
	const desk = deskOf(session);
	const button = useRef<HTMLButtonElement>(null);
	const write = () => desk.forStep({kind: 'write', ...desk.wish.value}, step.id);
	useEffect(() => {
		if (!pressed) return;
		button.current!.focus();
		write();
	}, []);
	const proposal = desk.proposals.value.get(step.id);
	const writing = desk.isDoing({kind: 'write'}, step.id);
	const fault = desk.faults.value.get(`${step.id} write`);
	const left = desk.usage.value.aiTexts;
	return (
		<>
			<button type="button" ref={button} class="button" aria-busy={writing} aria-disabled={writing} onClick={write}>
				{writing ? <LoaderCircle size={16} class="turning" /> : <Sparkles size={16} />}
				{writing ? words.writing : proposal ? words.again : doorWords.write}
			</button>
			<details class="wish">
				<summary>{words.options}</summary>
				<div class="fields">
					<Wish desk={desk} />
				</div>
			</details>
			{fault && <Fault why={fault} />}
			{proposal && (
				<ProposalCard
					desk={desk}
					step={step}
					proposal={proposal}
					// What held the focus is gone.
					after={() => button.current?.focus()}
				/>
			)}
			{left && <p class="hint">{words.textsLeft(numeral(left.remaining), numeral(left.limit))}</p>}
		</>
	);
}

/** Edits the wish for texts. */
export function Wish({desk}: {desk: Desk}) {
	const {wish} = desk;
	const fallback = defaultTextLanguage(desk.session.tour.value);
	const {instructions, language = fallback ?? '', script} = wish.value;
	const own: Array<['', string]> = fallback ? [] : [['', words.ownLanguage]];
	return (
		<>
			<TextField
				label={words.instructions}
				hint={words.instructionsHint}
				value={instructions}
				most={LIMITS.instructions}
				change={value => (wish.value = {...wish.value, instructions: value ?? ''})}
			/>
			<SelectField<TextLanguage>
				label={words.language}
				value={language}
				options={[...own, ...PAGE_LANGUAGES.map((tag): [TextLanguage, string] => [tag, languageName(tag)])]}
				change={tag => (wish.value = {...wish.value, language: tag ?? undefined})}
			/>
			<CheckField label={words.withScript} value={script} change={on => (wish.value = {...wish.value, script: on})} />
		</>
	);
}
