import {useEffect, useState} from 'preact/hooks';
import {words as fieldWords} from '../../../shared/locales/en/editor/ai.ts';
import {words} from '../../../shared/locales/en/editor/ai-run.ts';
import {SelectField} from '../../fields/fields.tsx';
import {numeral} from '../../messages/index.ts';
import {Sparkles, TriangleAlert} from '../../shell/icons.ts';
import type {Desk} from '../assistant.ts';
import {Fault} from '../fault.tsx';
import {dayOf, span} from '../formats.ts';
import {targetLanguages} from '../narration/add-language.tsx';
import {Voices} from '../narration/narration-fields.tsx';
import {Wish} from '../text-assist.tsx';
import {costsOf, enoughFor, type Scope, stepsFor, type Task} from './plan.ts';

const KINDS = ['write', 'narrate', 'translate'] as const;
const ABOUT = {id: 'all'};

/** Chooses the task and its steps, and shows the cost. */
export function TaskForm({desk}: {desk: Desk}) {
	const [kind, setKind] = useState<Task['kind']>('write');
	const [scope, setScope] = useState<Scope>('missing');
	const [target, setTarget] = useState('');
	useEffect(() => {
		desk.tried(`${ABOUT.id} speak`, () => desk.learn());
	}, []);
	const targets = kind === 'translate' ? targetLanguages(desk) : [];
	const lang = target || (targets[0]?.[0] ?? '');
	const {steps} = desk.session.tour.value;
	const chosen = stepsFor({kind, lang}, steps, scope);
	const task: Task = kind === 'write' ? {kind, ...desk.wish.value} : kind === 'narrate' ? {kind} : {kind, lang};
	const fault = desk.faults.value.get(`${ABOUT.id} speak`);
	return (
		<form
			class="task"
			onSubmit={event => {
				event.preventDefault();
				desk.runner.start(
					task,
					chosen.map(({id}) => id),
				);
			}}
		>
			<fieldset class="kinds" aria-label={words.what}>
				{KINDS.map(name => (
					<label key={name}>
						<input type="radio" name="kind" checked={kind === name} onChange={() => setKind(name)} />
						<span>{words.tasks[name]}</span>
					</label>
				))}
			</fieldset>
			<p class="hint">{words.hints[kind]}</p>
			<div class="fields">
				{kind === 'write' && <Wish desk={desk} />}
				{kind === 'narrate' && <Voices session={desk.session} />}
				{kind === 'translate' && targets.length > 0 && (
					<SelectField label={fieldWords.language} value={lang} options={targets} change={tag => setTarget(tag ?? '')} />
				)}
				<SelectField<Scope>
					label={words.which}
					value={scope}
					options={[
						['missing', words.missing[kind](stepsFor({kind, lang}, steps, 'missing').length)],
						['all', words.all(stepsFor({kind, lang}, steps, 'all').length)],
					]}
					change={name => setScope(name ?? 'missing')}
				/>
			</div>
			{fault && <Fault why={fault} />}
			<Cost desk={desk} kind={kind} costs={costsOf(kind, chosen)} />
			<div class="actions">
				<button type="submit" class="button primary" disabled={chosen.length === 0 || (kind === 'translate' && !lang)}>
					<Sparkles size={16} />
					{words.start}
				</button>
			</div>
		</form>
	);
}

/** Shows the cost from the quota, and if that is enough. */
function Cost({desk, kind, costs}: {desk: Desk; kind: Task['kind']; costs: number[]}) {
	const usage = desk.usage.value[kind === 'write' ? 'aiTexts' : 'narrationMs'];
	if (costs.length === 0) return <p class="cost">{words.noneNeeded}</p>;
	const total = costs.reduce((sum, cost) => sum + cost, 0);
	const enough = usage ? enoughFor(costs, usage.remaining) : costs.length;
	return (
		<div class="cost">
			<p>{kind === 'write' ? words.costTexts(total) : words.costSpeech(span(total))}</p>
			{usage && (
				<p>
					{kind === 'write'
						? fieldWords.textsLeft(numeral(usage.remaining), numeral(usage.limit))
						: fieldWords.speechLeft(span(usage.remaining), span(usage.limit))}
				</p>
			)}
			{usage && enough < costs.length && (
				<p class="old">
					<TriangleAlert size={14} />
					{words.enoughFor(enough, dayOf(usage.resetsAt))}
				</p>
			)}
		</div>
	);
}
