import {useEffect, useMemo, useState} from 'preact/hooks';
import {LIMITS} from '../../shared/contract/limits.ts';
import {words} from '../../shared/locales/en/editor/history.ts';
import {language, m} from '../messages/index.ts';
import type {Session} from '../session/session.ts';
import {Dialog} from '../shell/dialog.tsx';
import {LoaderCircle, RotateCcw} from '../shell/icons.ts';
import {Problem} from '../shell/problem.tsx';
import {say} from '../shell/toast.tsx';
import {ChangesList} from './changes-list.tsx';
import {type Version, Versions} from './versions.ts';

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
					<Chosen history={history} close={close} />
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

function Chosen({history, close}: {history: Versions; close: () => void}) {
	const [working, setWorking] = useState(false);
	const number = history.chosen.value;
	const details = history.details.value;
	const restore = async () => {
		setWorking(true);
		try {
			if (await history.restore(number!)) {
				say(words.restored);
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
	return new Intl.DateTimeFormat(language, {dateStyle: 'medium', timeStyle: 'short'}).format(new Date(time));
}
