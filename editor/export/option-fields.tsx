import type {ExportFormat} from '../../shared/contract/exports/index.ts';
import {words} from '../../shared/locales/en/editor/export.ts';
import {language as shown} from '../messages/index.ts';
import {FORMATS} from './choices.ts';

type Props = {
	format: ExportFormat;
	chosen: ReadonlyMap<string, unknown>;
	/** Languages of narrations beside the tour's own. */
	languages: readonly string[];
	speaks: boolean;
	forks: boolean;
	isPublished: boolean;
	choose: (name: string, value: string | number | boolean) => void;
};

/** Shows the main options of a format as menus. */
export function OptionFields({format, chosen, languages, speaks, forks, isPublished, choose}: Props) {
	const {choices} = FORMATS.find(one => one.format === format)!;
	const offered: Record<string, boolean> = {captions: speaks, branches: forks};
	const fields = choices.filter(({option}) => offered[option] ?? true);
	return (
		<div class="export-options">
			{fields.map(({option, values}) => {
				const name = `${format}.${option}`;
				return (
					<Field
						key={name}
						label={words.options[option]!}
						value={String(chosen.get(name) ?? values[0])}
						options={values.map(value => [String(value), wordOf(value)])}
						choose={text => choose(name, values.find(value => String(value) === text)!)}
					/>
				);
			})}
			{isPublished && (
				<Field
					label={words.source}
					value={String(chosen.get('source') ?? 'draft')}
					options={Object.entries(words.sources)}
					choose={text => choose('source', text)}
				/>
			)}
			{languages.length > 0 && (
				<Field
					label={words.language}
					value={String(chosen.get('language') ?? '')}
					options={[['', words.ownLanguage], ...languages.map((tag): [string, string] => [tag, nameOf(tag)])]}
					choose={text => choose('language', text)}
				/>
			)}
		</div>
	);
}

type FieldProps = {label: string; value: string; options: Array<[value: string, label: string]>; choose: (value: string) => void};

function Field({label, value, options, choose}: FieldProps) {
	return (
		<label class="field">
			<span>{label}</span>
			<select value={value} onChange={event => choose(event.currentTarget.value)}>
				{options.map(([key, text]) => (
					<option key={key} value={key}>
						{text}
					</option>
				))}
			</select>
		</label>
	);
}

function wordOf(value: string | number | boolean): string {
	return typeof value === 'number' ? words.pixels(value) : (words.values[String(value)] ?? String(value));
}

function nameOf(tag: string): string {
	return new Intl.DisplayNames(shown, {type: 'language'}).of(tag) ?? tag;
}
