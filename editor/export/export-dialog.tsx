import {useEffect, useMemo, useState} from 'preact/hooks';
import {words} from '../../shared/locales/en/editor/export.ts';
import {hasPaths} from '../../shared/tour/paths/graph.ts';
import {SelectField} from '../fields/fields.tsx';
import {language as shown} from '../messages/index.ts';
import type {Session} from '../session/session.ts';
import {Dialog} from '../shell/dialog.tsx';
import {LoaderCircle} from '../shell/icons.ts';
import {Problem} from '../shell/problem.tsx';
import {chosenOptions, FORMATS, type OfferedFormat} from './choices.ts';
import {Exports} from './exports.ts';
import {Recent} from './recent.tsx';

type Props = {
	format: OfferedFormat;
	chosen: ReadonlyMap<string, unknown>;
	/** Languages of narrations beside the tour's own. */
	languages: readonly string[];
	speaks: boolean;
	forks: boolean;
	isPublished: boolean;
	choose: (name: string, value: string | number | boolean) => void;
};

/** The tour as a file: which, how, and those that are there. */
export function ExportDialog({session, close}: {session: Session; close: () => void}) {
	const exports = useMemo(() => new Exports(session), []);
	const [format, setFormat] = useState<OfferedFormat>('mp4');
	const [chosen, setChosen] = useState<ReadonlyMap<string, unknown>>(new Map());
	const [fault, setFault] = useState<string | null>(null);
	useEffect(() => {
		void exports.read();
		return () => exports.close();
	}, []);
	const {publishedLink, steps} = session.tour.value;
	const speaks = steps.some(({narration, narrations}) => narration || narrations.length > 0);
	const languages = [...new Set(steps.flatMap(({narrations}) => narrations.flatMap(({lang}) => lang ?? [])))];
	const offered = (Object.keys(FORMATS) as OfferedFormat[]).filter(name => !FORMATS[name].speaks || speaks);
	const order = async () => {
		setFault(null);
		const source = chosen.get('source') === 'published' && publishedLink ? 'published' : 'draft';
		const language = chosen.get('language');
		const options = chosenOptions(format, chosen);
		await exports
			.order({format, options, source, ...(typeof language === 'string' && language && {language})})
			.catch(error => setFault(sentenceOf(error)));
	};
	const ended = exports.ended.value;
	return (
		<Dialog title={words.title} close={close} class="publish export">
			<p class="hint">{words.hint}</p>
			<form
				onSubmit={event => {
					event.preventDefault();
					void order();
				}}
			>
				<fieldset class="formats">
					<legend class="unseen">{words.title}</legend>
					{offered.map(name => (
						<label key={name}>
							<input type="radio" name="format" value={name} checked={name === format} onChange={() => setFormat(name)} />
							<strong>{words.formats[name][0]}</strong>
							<span>{words.formats[name][1]}</span>
						</label>
					))}
				</fieldset>
				<OptionFields
					{...{format, chosen, languages, speaks, forks: hasPaths(steps), isPublished: publishedLink !== null}}
					choose={(name, value) => setChosen(new Map(chosen).set(name, value))}
				/>
				{fault && <Problem>{fault}</Problem>}
				<div class="actions">
					<button type="submit" class="button primary" disabled={exports.ordering.value || steps.length === 0}>
						{exports.ordering.value && <LoaderCircle size={16} class="turning" />}
						{exports.ordering.value ? words.ordering : words.button}
					</button>
				</div>
			</form>
			<p class="unseen" role="status">
				{ended && (ended.status === 'succeeded' ? words.ready : words.failure)(words.formats[ended.format][0])}
			</p>
			<Recent exports={exports} tell={error => setFault(sentenceOf(error))} />
		</Dialog>
	);
}

/** Returns the service's own sentence, with what would be right. */
function sentenceOf(error: unknown): string {
	const {message, errors = []} = error as Error & {errors?: Array<{message: string; hint?: string}>};
	return [message, ...errors.flatMap(one => [one.message, one.hint])].filter(Boolean).join(' ');
}

/** Shows the main options of a format as menus. */
function OptionFields({format, chosen, languages, speaks, forks, isPublished, choose}: Props) {
	const offered: Record<string, boolean> = {captions: speaks, branches: forks};
	const fields = FORMATS[format].choices.filter(({option}) => offered[option] ?? true);
	return (
		<div class="export-options">
			{fields.map(({option, values}) => {
				const name = `${format}.${option}`;
				return (
					<SelectField
						key={name}
						label={words.options[option]!}
						value={String(chosen.get(name) ?? values[0])}
						options={values.map(value => [String(value), wordOf(value)])}
						change={text => choose(name, values.find(value => String(value) === text)!)}
					/>
				);
			})}
			{isPublished && (
				<SelectField
					label={words.source}
					value={String(chosen.get('source') ?? 'draft')}
					options={Object.entries(words.sources)}
					change={text => choose('source', text ?? '')}
				/>
			)}
			{languages.length > 0 && (
				<SelectField
					label={words.language}
					value={String(chosen.get('language') ?? '')}
					options={[['', words.ownLanguage], ...languages.map((tag): [string, string] => [tag, nameOf(tag)])]}
					change={text => choose('language', text ?? '')}
				/>
			)}
		</div>
	);
}

function wordOf(value: string | number | boolean): string {
	return typeof value === 'number' ? words.pixels(value) : (words.values[String(value)] ?? String(value));
}

function nameOf(tag: string): string {
	return new Intl.DisplayNames(shown, {type: 'language'}).of(tag) ?? tag;
}
