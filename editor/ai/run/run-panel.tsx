import {useEffect, useState} from 'preact/hooks';
import {words as fieldWords} from '../../../shared/locales/en/editor/ai.ts';
import {words} from '../../../shared/locales/en/editor/ai-run.ts';
import {SelectField} from '../../fields/fields.tsx';
import {numeral} from '../../messages/index.ts';
import {dayOf, span} from '../../messages/times.ts';
import {Check, CirclePause, LoaderCircle, Sparkles, TriangleAlert} from '../../shell/icons.ts';
import {languageName} from '../../words/language-name.ts';
import type {Desk} from '../assistant.ts';
import {Fault, reasonOf} from '../fault.tsx';
import {targetLanguages} from '../narration/add-language.tsx';
import {Voices} from '../narration/narration-fields.tsx';
import {Wish} from '../text-assist.tsx';
import {costsOf, enoughFor, type Scope, stepsFor, type Task} from './plan.ts';
import {isBusy, type Run} from './run.ts';

const KINDS = ['write', 'narrate', 'translate'] as const;
const ABOUT = {id: 'all'};

/** Shows a task's progress, the reason for a pause, and in the end its outcome. */
export function RunPanel({desk, run}: {desk: Desk; run: Run}) {
	const {runner} = desk;
	const {outcomes, steps, state, task, why} = run;
	const [done, count] = [outcomes.length, steps.length];
	const busy = isBusy(run);
	const current = desk.session.tour.value.steps.find(({id}) => id === steps[done]);
	const title = task.kind === 'translate' ? `${words.tasks.translate}: ${languageName(task.lang)}` : words.tasks[task.kind];
	return (
		<section class="run" aria-label={title} data-state={state}>
			<p class="head">
				{busy ? <LoaderCircle size={16} class="turning" /> : state === 'done' ? <Check size={16} /> : <CirclePause size={16} />}
				<b>{title}</b>
				<span>{words.progress(done, count)}</span>
			</p>
			<progress max={count} value={done} aria-label={title} />
			<p role="status">
				{words.states[state]}
				{busy && current && ` ${words.now(current.position + 1, current.title || current.text?.slice(0, 60) || words.untitled)}`}
			</p>
			<Waiting desk={desk} />
			{why && <Fault why={why} />}
			{why?.code === 'quota_exceeded' && <QuotaEnd desk={desk} kind={task.kind} />}
			{!busy && <Summary run={run} />}
			<Left desk={desk} run={run} />
			<div class="actions">
				{state === 'running' && (
					<button type="button" class="button" onClick={() => runner.stop()}>
						{words.stop}
					</button>
				)}
				{!busy && (
					<button type="button" class="button" onClick={() => runner.forget()}>
						{words.another}
					</button>
				)}
				{!busy && done < count && (
					<button type="button" class="button primary" onClick={() => runner.goOn()}>
						{words.goOn}
					</button>
				)}
			</div>
		</section>
	);
}

/** Shows the reason for a pause, and counts it down. */
function Waiting({desk}: {desk: Desk}) {
	const wait = desk.runner.waits.value;
	const [now, setNow] = useState(Date.now());
	useEffect(() => {
		if (!wait) return;
		setNow(Date.now());
		const timer = setInterval(() => setNow(Date.now()), 1000);
		return () => clearInterval(timer);
	}, [wait]);
	if (!wait || wait.why === 'working') return null;
	return <p class="old">{words.waits[wait.why](span(Math.max(0, wait.until - now)))}</p>;
}

function QuotaEnd({desk, kind}: {desk: Desk; kind: Run['task']['kind']}) {
	const usage = desk.usage.value[kind === 'write' ? 'aiTexts' : 'narrationMs'];
	return usage ? <p class="hint">{words.enoughFor(0, dayOf(usage.resetsAt))}</p> : null;
}

function Summary({run: {outcomes, steps, task}}: {run: Run}) {
	const of = (kind: Run['outcomes'][number]['kind']) => outcomes.filter(outcome => outcome.kind === kind).length;
	const [made, free, left] = [of('done') + of('free'), of('free'), of('left')];
	const parts = [
		made > 0 && (task.kind === 'write' ? words.written : words.spoken)(made),
		free > 0 && words.free(free),
		left > 0 && words.left(left),
		outcomes.length < steps.length && words.remaining(steps.length - outcomes.length),
	];
	return <p class="summary">{parts.filter(Boolean).join(' · ')}</p>;
}

/** Lists the steps that were left out, and why. */
function Left({desk, run}: {desk: Desk; run: Run}) {
	const left = run.outcomes.filter(({kind}) => kind === 'left');
	if (left.length === 0) return null;
	return (
		<ul class="left-out">
			{left.map(({step, why}) => {
				const shown = desk.session.tour.value.steps.find(({id}) => id === step);
				return (
					<li key={step} title={why!.said}>
						{shown && <b>{words.now(shown.position + 1, shown.title || words.untitled)}</b>} {reasonOf(why!)}
					</li>
				);
			})}
		</ul>
	);
}

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
			{chosen.length > 0 ? (
				<Cost desk={desk} kind={kind} costs={costsOf(kind, chosen)} />
			) : (
				<p class="cost">{kind !== 'write' && stepsFor({kind, lang}, steps, 'all').length === 0 ? words.nothingToSay : words.noneNeeded}</p>
			)}
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
