import type {Narration, Step} from '../../../shared/contract/step.ts';
import {words} from '../../../shared/locales/en/editor/ai.ts';
import {LoaderCircle, RefreshCw, Trash2, TriangleAlert} from '../../shell/icons.ts';
import type {Desk} from '../assistant.ts';
import {languageName, span} from '../formats.ts';
import {removeNarration} from './voices.ts';

/** Shows one narration of a step: to play, make again, or delete. */
export function NarrationRow({desk, step, narration}: {desk: Desk; step: Step; narration: Narration}) {
	const {lang, language, url, stale, durationMs} = narration;
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
				<button
					type="button"
					class="icon"
					aria-label={`${words.speakAgain}: ${name}`}
					title={words.speakAgain}
					aria-disabled={speaking}
					onClick={() => desk.forStep(task, step.id)}
				>
					{speaking ? <LoaderCircle size={16} class="turning" /> : <RefreshCw size={16} />}
				</button>
			)}
			<button
				type="button"
				class="icon"
				aria-label={words.remove(name)}
				title={words.remove(name)}
				onClick={() => desk.tried(`${step.id} speak`, () => removeNarration(desk, step.id, narration))}
			>
				<Trash2 size={16} />
			</button>
			{stale && (
				<span class="stale">
					<TriangleAlert size={14} />
					{words.stale}
				</span>
			)}
			{/* biome-ignore lint/a11y/useMediaCaption: what it says stands beside it. */}
			<audio controls preload="none" src={url} aria-label={words.play(name)} />
		</div>
	);
}
