import {useEffect, useMemo, useState} from 'preact/hooks';
import {LIMITS} from '../../shared/contract/limits.ts';
import {DEFAULT_PAGE_LANGUAGE} from '../../shared/contract/page-language.ts';
import type {StepActions} from '../../shared/contract/paths/actions.ts';
import {type ShownTexts, shownTexts} from '../../shared/contract/step-fields.ts';
import {words} from '../../shared/locales/en/editor/history.ts';
import {words as pathWords} from '../../shared/locales/en/editor/paths.ts';
import {fieldName, m, moment} from '../messages/index.ts';
import {isWords} from '../saving/change.ts';
import {sayLast} from '../session/again.tsx';
import type {Session} from '../session/session.ts';
import {Dialog} from '../shell/dialog.tsx';
import {LoaderCircle, RotateCcw} from '../shell/icons.ts';
import {Problem} from '../shell/problem.tsx';
import {say} from '../shell/toast.tsx';
import {languageName} from '../words/language-name.ts';
import {actionChanges} from '../words/paths-in-words.ts';
import {type Change, type Details, type Version, Versions} from './versions.ts';

/** Lines that are shown; more say nothing new. */
const MOST = 12;

type Line = {title: string; fields: Array<{name: string; from?: string; to?: string}>};

/** The tour as it was: who kept which version when, what has changed since, and the way back. */
export function HistoryDialog({session, close}: {session: Session; close: () => void}) {
	const history = useMemo(() => new Versions(session), []);
	useEffect(() => {
		history.read().then(() => {
			const first = history.list.value?.[0];
			if (first) history.choose(first.number);
		});
	}, []);
	const versions = history.list.value;
	return (
		<Dialog title={words.title} close={close} class="history">
			<p class="hint">{words.hint}</p>
			{history.fault.value && <Problem>{history.fault.value}</Problem>}
			{versions === null && !history.fault.value && <p aria-busy="true">{m.loading}</p>}
			{versions?.length === 0 && <p class="hint">{words.none}</p>}
			{versions !== null && versions.length > 0 && (
				<div class="both">
					<VersionList history={history} versions={versions} />
					<Chosen session={session} history={history} close={close} />
				</div>
			)}
			<KeepByName history={history} />
		</Dialog>
	);
}

function VersionList({history, versions}: {history: Versions; versions: Version[]}) {
	return (
		<nav class="versions" aria-label={words.versions}>
			<ul>
				{versions.map(version => (
					<li key={version.number}>
						<button type="button" aria-current={history.chosen.value === version.number} onClick={() => history.choose(version.number)}>
							<strong>{version.name ?? words.causes[version.cause]}</strong>
							<span>{timeOf(version.createdAt)}</span>
							<span class={version.actor.type === 'user' ? 'by' : 'by agent'}>{version.actor.name ?? words.service}</span>
						</button>
					</li>
				))}
			</ul>
			{history.hasMore.value && (
				<button type="button" class="button" onClick={() => history.readMore()}>
					{words.older}
				</button>
			)}
		</nav>
	);
}

function Chosen({session, history, close}: {session: Session; history: Versions; close: () => void}) {
	const [working, setWorking] = useState(false);
	const number = history.chosen.value;
	const details = history.details.value;
	const restore = async () => {
		setWorking(true);
		try {
			if (await history.restore(number!)) {
				sayLast(session.work, words.restored, () => session.undo());
				return close();
			}
			history.fault.value = words.unsaved;
		} catch (error) {
			history.fault.value = (error as Error).message;
		}
		setWorking(false);
	};
	return (
		<section class="since" aria-busy={!details}>
			<h3>{words.since}</h3>
			{details ? <ChangesList details={details} /> : <p class="hint">{m.loading}</p>}
			{details && details.changes.length > 0 && (
				<>
					<p class="hint">{words.restoreHint}</p>
					<button type="button" class="button primary" disabled={working} onClick={restore}>
						{working ? <LoaderCircle size={16} class="turning" /> : <RotateCcw size={16} />}
						{words.restore}
					</button>
				</>
			)}
		</section>
	);
}

function KeepByName({history}: {history: Versions}) {
	const [name, setName] = useState('');
	const keep = async (event: Event) => {
		event.preventDefault();
		try {
			await history.keep(name.trim());
			say(words.kept(name.trim()));
			setName('');
		} catch (error) {
			history.fault.value = (error as Error).message;
		}
	};
	return (
		<form class="keep" onSubmit={keep}>
			<label>
				<span>{words.name}</span>
				<input value={name} maxLength={LIMITS.versionName} onInput={event => setName(event.currentTarget.value)} />
			</label>
			<button type="submit" class="button" disabled={!name.trim()}>
				{words.keep}
			</button>
		</form>
	);
}

function timeOf(time: string): string {
	return moment(time, {dateStyle: 'medium', timeStyle: 'short'});
}

/** Lists the changes since a version, a line a step. */
function ChangesList({details: {changes, names}}: {details: Details}) {
	const lines = linesOf(changes, names);
	if (lines.length === 0) return <p class="hint">{words.nothing}</p>;
	return (
		<ul class="changes">
			{lines.slice(0, MOST).map(({title, fields}, index) => (
				<li key={index}>
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

/** Parts of a tour whose values are said, and how. A document leaves out the language that tours begin with. */
const SAID: Record<string, (value: unknown) => unknown> = {
	name: value => value,
	language: value => languageName(String(value ?? DEFAULT_PAGE_LANGUAGE)),
};

function linesOf(changes: Change[], names: Map<string, string>): Line[] {
	const lines = new Map<string, Line>();
	for (const {op, step, field, from, to} of changes) {
		if (step === null) {
			lines.set(field, {
				title: words.parts[field] ?? field,
				fields: SAID[field] ? [{name: words.parts[field]!, ...texts(SAID[field](from), SAID[field](to))}] : [],
			});
			continue;
		}
		const added = op === 'add' ? shownTexts(to as ShownTexts) : [];
		const name = names.get(step) ?? (added[0] || words.untitled);
		if (op !== 'change') {
			const said = {add: words.added, remove: words.removed, move: words.moved}[op];
			lines.set(`${op} ${step}`, {title: said(name), fields: []});
			continue;
		}
		if (field === 'key') continue;
		const line = lines.get(step) ?? {title: words.step(name), fields: []};
		if (field === 'actions') {
			const name = (key: string) => pathWords.named(names.get(key) ?? words.untitled);
			line.fields.push(...actionChanges((from ?? {}) as StepActions, (to ?? {}) as StepActions, name).map(said => ({name: said})));
			lines.set(step, line);
			continue;
		}
		line.fields.push({name: field === 'narration' ? m.deeds.about.narration : fieldName(field), ...(isWords(field) && texts(from, to))});
		lines.set(step, line);
	}
	return [...lines.values()];
}

function texts(from: unknown, to: unknown): {from: string; to: string} {
	return {from: from ? String(from) : '', to: to ? String(to) : ''};
}
