import {useEffect, useState} from 'preact/hooks';
import type {Narration, Step} from '../../../shared/contract/step.ts';
import {STEP_TEXTS} from '../../../shared/contract/step-fields.ts';
import {words} from '../../../shared/locales/en/editor/ai.ts';
import {spokenWords} from '../../../shared/tour/marked.ts';
import {Offer, type SectionProps, SelectField, TextField} from '../../fields/fields.tsx';
import {span} from '../../messages/times.ts';
import {LoaderCircle, Play, RefreshCw, Trash2, TriangleAlert, Volume2} from '../../shell/icons.ts';
import {IconButton} from '../../shell/menu.tsx';
import {languageName} from '../../words/language-name.ts';
import {type Desk, deskOf} from '../assistant.ts';
import {Fault} from '../fault.tsx';
import {type Why, whyOf} from '../why.ts';
import {AddLanguage} from './add-language.tsx';
import {chosenVoice, removeNarration, setVoices, speakSample, spokenLanguages, voicesFor} from './voices.ts';

/** Edits the step's speech: script, voice and languages. */
export function NarrationFields({session, step, set}: SectionProps) {
	const desk = deskOf(session);
	useEffect(() => {
		if (!desk.voices.value) desk.tried(`${step.id} speak`, () => desk.learn());
	}, []);
	const all = [...(step.narration ? [step.narration] : []), ...step.narrations];
	const fault = desk.faults.value.get(`${step.id} speak`);
	const left = desk.usage.value.narrationMs;
	return (
		<div class="fields narrations">
			<TextField
				label={words.script}
				value={step.narrationScript}
				most={STEP_TEXTS.narrationScript}
				hint={words.scriptHint}
				change={narrationScript => set({narrationScript})}
				long
			/>
			<Offer session={session} step={step.id} field="narrationScript" />
			<Voices session={session} />
			{all.map(narration => (
				<NarrationRow key={`${step.id} ${narration.lang}`} desk={desk} step={step} narration={narration} />
			))}
			<Speak session={session} step={step} />
			{fault && <Fault why={fault} />}
			{spokenWords(step) && <AddLanguage desk={desk} step={step} />}
			{left && <p class="hint">{words.speechLeft(span(left.remaining), span(left.limit))}</p>}
		</div>
	);
}

function Speak({session, step}: Pick<SectionProps, 'session' | 'step'>) {
	const desk = deskOf(session);
	const speaking = desk.isDoing({kind: 'narrate'}, step.id);
	if (!spokenWords(step)) return <p class="hint">{words.nothingToSay}</p>;
	return (
		<button
			type="button"
			class="button"
			aria-busy={speaking}
			aria-disabled={speaking}
			onClick={() => desk.forStep({kind: 'narrate'}, step.id)}
		>
			{speaking ? <LoaderCircle size={16} class="turning" /> : <Volume2 size={16} />}
			{speaking ? words.speaking : step.narration ? words.speakAgain : words.speak}
		</button>
	);
}

/** Has the chosen voice speak the beginning of the tour. */
function Sample({desk, voice}: {desk: Desk; voice: string}) {
	const [making, setMaking] = useState(false);
	const [why, setWhy] = useState<Why | null>(null);
	const hear = async () => {
		setMaking(true);
		setWhy(null);
		try {
			await new Audio(await speakSample(desk, voice)).play();
		} catch (error) {
			setWhy(whyOf(error));
		}
		setMaking(false);
	};
	return (
		<>
			<button type="button" class="button" aria-busy={making} aria-disabled={making} onClick={() => making || hear()}>
				{making ? <LoaderCircle size={16} class="turning" /> : <Play size={16} />}
				{words.hear}
			</button>
			{why && <Fault why={why} />}
		</>
	);
}

/** Language and voice of the tour's own narration. */
export function Voices({session}: Pick<SectionProps, 'session'>) {
	const desk = deskOf(session);
	const voices = desk.voices.value;
	const {language, voices: chosen} = session.tour.value.narrationSettings;
	if (!voices) return null;
	if (voices.length === 0) return <p class="hint">{words.noVoices}</p>;
	const change = (wanted: Parameters<typeof setVoices>[1]) => setVoices(desk, wanted);
	const fitting = voicesFor(voices, language);
	const voice = chosenVoice(chosen, language);
	const heard = fitting.find(({id}) => id === voice) ?? fitting.find(one => one.default) ?? fitting[0];
	return (
		<>
			<div class="pair">
				<SelectField
					label={words.language}
					value={language}
					options={spokenLanguages(voices, [language])}
					change={tag => tag && change({language: tag})}
				/>
				<SelectField
					label={words.voice}
					value={fitting.some(({id}) => id === voice) ? voice! : ''}
					options={[['', words.defaultVoice], ...fitting.map(({id, name}): [string, string] => [id, name])]}
					change={id => change({voice: {language, id}})}
				/>
			</div>
			<p class="hint">{words.forTour}</p>
			{heard && <Sample key={heard.id} desk={desk} voice={heard.id} />}
		</>
	);
}

/** Shows one narration of a step: to play, make again, correct, or delete. */
function NarrationRow({desk, step, narration}: {desk: Desk; step: Step; narration: Narration}) {
	const {lang, language, url, stale, durationMs, script} = narration;
	const [draft, setDraft] = useState<string | null>();
	const said = draft !== script && draft;
	const name = languageName(lang ?? language);
	const task = lang === null ? ({kind: 'narrate'} as const) : ({kind: 'translate', lang} as const);
	const speaking = desk.isDoing(task, step.id);
	return (
		<div class="spoken">
			<p>
				<b>{name}</b>
				<span class="hint">{span(durationMs)}</span>
			</p>
			{lang !== null && (
				<IconButton
					label={`${words.speakAgain}: ${name}`}
					title={words.speakAgain}
					off={speaking}
					press={() => {
						if (!said) setDraft(undefined);
						desk.forStep(lang !== null && said ? {kind: 'translate', lang, text: said} : task, step.id);
					}}
				>
					{speaking ? <LoaderCircle size={16} class="turning" /> : <RefreshCw size={16} />}
				</IconButton>
			)}
			<IconButton label={words.remove(name)} press={() => desk.tried(`${step.id} speak`, () => removeNarration(desk, step.id, narration))}>
				<Trash2 size={16} />
			</IconButton>
			{stale && (
				<span class="stale">
					<TriangleAlert size={14} />
					{words.stale}
				</span>
			)}
			{lang !== null && (
				<TextField
					label={`${words.script}: ${name}`}
					value={draft === undefined ? script : draft}
					most={STEP_TEXTS.narrationScript}
					change={setDraft}
					long
				/>
			)}
			{/* biome-ignore lint/a11y/useMediaCaption: what it says stands beside it. */}
			<audio controls preload="none" src={url} aria-label={words.play(name)} />
		</div>
	);
}
