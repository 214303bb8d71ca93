import {useState} from 'preact/hooks';
import type {Step} from '../../../shared/contract/step.ts';
import {words} from '../../../shared/locales/en/editor/ai.ts';
import {sameLanguage} from '../../../shared/tour/language/language-tag.ts';
import {SelectField} from '../../fields/fields.tsx';
import {LoaderCircle, Plus} from '../../shell/icons.ts';
import type {Desk} from '../assistant.ts';
import {spokenLanguages} from './voices.ts';

/** Returns the languages into which the tour may be translated. */
export function targetLanguages(desk: Desk): Array<[string, string]> {
	const own = desk.session.tour.value.narrationSettings.language;
	return spokenLanguages(desk.voices.value ?? []).filter(([tag]) => !sameLanguage(tag, own));
}

/** Has the step's words translated and spoken in another language. */
export function AddLanguage({desk, step}: {desk: Desk; step: Step}) {
	const [chosen, setChosen] = useState('');
	const options = targetLanguages(desk).filter(([tag]) => !step.narrations.some(({lang}) => lang !== null && sameLanguage(lang, tag)));
	const lang = options.some(([tag]) => tag === chosen) ? chosen : (options[0]?.[0] ?? '');
	const speaking = desk.isDoing({kind: 'translate', lang}, step.id);
	if (!lang) return null;
	return (
		<div class="add-language">
			<SelectField label={words.addLanguage} value={lang} options={options} change={tag => setChosen(tag ?? '')} />
			<button
				type="button"
				class="button"
				aria-busy={speaking}
				aria-disabled={speaking}
				onClick={() => desk.forStep({kind: 'translate', lang}, step.id)}
			>
				{speaking ? <LoaderCircle size={16} class="turning" /> : <Plus size={16} />}
				{words.add}
			</button>
		</div>
	);
}
