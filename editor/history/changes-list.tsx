import type {StepActions} from '../../shared/contract/paths/actions.ts';
import {type ShownTexts, shownTexts} from '../../shared/contract/step-fields.ts';
import {words} from '../../shared/locales/en/editor/history.ts';
import {words as pathWords} from '../../shared/locales/en/editor/paths.ts';
import {fieldName} from '../messages/index.ts';
import {isWords} from '../saving/change.ts';
import {actionChanges} from '../words/paths-in-words.ts';
import type {Change, Details} from './versions.ts';

/** Lines that are shown; more say nothing new. */
const MOST = 12;

type Line = {title: string; fields: Array<{name: string; from?: string; to?: string}>};

/** Lists the changes since a version, a line a step. */
export function ChangesList({details: {changes, titles}}: {details: Details}) {
	const lines = linesOf(changes, titles);
	if (lines.length === 0) return <p class="hint">{words.nothing}</p>;
	return (
		<ul class="changes">
			{lines.slice(0, MOST).map(({title, fields}) => (
				<li key={title}>
					<strong>{title}</strong>
					{fields.map(({name, from, to}) => (
						<p key={name}>
							{name}
							{(from || to) && (
								<>
									: {from && <del>{from}</del>} {to && <ins>{to}</ins>}
								</>
							)}
						</p>
					))}
				</li>
			))}
			{lines.length > MOST && <li>{words.more(lines.length - MOST)}</li>}
		</ul>
	);
}

function linesOf(changes: Change[], titles: Map<string, string>): Line[] {
	const lines = new Map<string, Line>();
	for (const {op, step, field, from, to} of changes) {
		if (step === null) {
			lines.set(field, {
				title: words.parts[field] ?? field,
				fields: field === 'name' ? [{name: words.parts.name!, ...texts(from, to)}] : [],
			});
			continue;
		}
		const added = op === 'add' ? shownTexts(to as ShownTexts) : [];
		const name = titles.get(step) || added[0] || words.untitled;
		if (op !== 'change') {
			const said = {add: words.added, remove: words.removed, move: words.moved}[op];
			lines.set(`${op} ${step}`, {title: said(name), fields: []});
			continue;
		}
		if (field === 'key') continue;
		const line = lines.get(step) ?? {title: words.step(name), fields: []};
		if (field === 'actions') {
			const name = (key: string) => pathWords.named(titles.get(key) || words.untitled);
			line.fields.push(...actionChanges((from ?? {}) as StepActions, (to ?? {}) as StepActions, name).map(said => ({name: said})));
			lines.set(step, line);
			continue;
		}
		line.fields.push({name: fieldName(field), ...(isWords(field) && texts(from, to))});
		lines.set(step, line);
	}
	return [...lines.values()];
}

function texts(from: unknown, to: unknown): {from: string; to: string} {
	return {from: from ? String(from) : '', to: to ? String(to) : ''};
}
