import {signal} from '@preact/signals';
import {useEffect, useRef} from 'preact/hooks';
import type {Output} from '../../client/index.ts';
import {MINUTE_MS} from '../../shared/contract/limits.ts';
import {LANGUAGE_NAMES, type PageLanguage} from '../../shared/contract/page-language.ts';
import type {Quota} from '../../shared/contract/quota.ts';
import {m, numeral} from '../messages/index.ts';
import {LogOut} from './icons.ts';
import {account, client, owner} from './session-data.ts';

export type Usage = Output<'GET /account/usage'>;

/** Milliseconds for which a figure counts as current. */
const FRESH_MS = 30_000;

const usage = signal<Usage | null>(null);
let readAt = 0;

/** Shows the account beside every screen: its quotas, language and owner. */
export function Foot() {
	useEffect(() => {
		readUsage();
	}, []);
	return (
		<div class="foot">
			<Quotas />
			<LanguageChoice />
			<div class="who">
				<p title={owner.value.email}>
					<b>{owner.value.name}</b>
					<span class="where">{owner.value.email}</span>
				</p>
				<form method="post" action="/account/sign-out">
					<button class="icon" type="submit" aria-label={m.nav.signOut} title={m.nav.signOut}>
						<LogOut size={16} />
					</button>
				</form>
			</div>
		</div>
	);
}

function Quotas() {
	const quotas = usage.value?.quotas;
	if (!quotas || account.plan === 'free') return null;
	return (
		<a class="quotas" href="/settings/limits" title={m.quotas.label}>
			<Meter label={m.quotas.texts} quota={quotas.aiTexts} />
			<Meter label={m.quotas.minutes} quota={quotas.narrationMs} unit={MINUTE_MS} />
		</a>
	);
}

/** Shows the used share of a quota, with the amount that work under way holds. `unit`: amount that people count as one. */
export function Meter({label, quota: {used, reserved, limit}, unit = 1}: {label: string; quota: Quota; unit?: number}) {
	const gone = Math.min(used + reserved, limit);
	// What was begun is not nothing: a started minute is one.
	const text = m.quotas.of(numeral(Math.ceil(gone / unit)), numeral(Math.floor(limit / unit)));
	return (
		<span class={gone >= limit ? 'meter full' : gone >= limit * 0.8 ? 'meter nearly' : 'meter'}>
			<span>{label}</span>
			<span>{text}</span>
			<progress max={Math.max(limit, 1)} value={gone} aria-label={label} />
		</span>
	);
}

const LANGUAGE_KEY = 'roteiro-language-chosen';
/** Keys that go through the languages of a closed list. */
const GOES = /^(?:Arrow|Page|Home|End)|^[^ ]$/;

/** Chooses the language of the editor. What arrow keys go through is taken by Enter, or once the list is left: it loads the page again. */
function LanguageChoice() {
	const select = useRef<HTMLSelectElement>(null);
	const key = useRef('');
	useEffect(() => {
		if (sessionStorage.getItem(LANGUAGE_KEY)) select.current!.focus();
		sessionStorage.removeItem(LANGUAGE_KEY);
	}, []);
	const choose = async () => {
		const language = select.current!.value as PageLanguage;
		if (language === account.language) return;
		await client.call('PATCH /account', {language});
		sessionStorage.setItem(LANGUAGE_KEY, language);
		location.reload();
	};
	return (
		<label class="language">
			<span class="unseen">{m.nav.language}</span>
			<select
				value={account.language}
				ref={select}
				onPointerDown={() => (key.current = '')}
				onKeyDown={event => {
					key.current = event.key;
					if (event.key === 'Enter') choose();
				}}
				onChange={() => GOES.test(key.current) || choose()}
				onBlur={choose}
			>
				{Object.entries(LANGUAGE_NAMES).map(([tag, name]) => (
					<option key={tag} value={tag} lang={tag}>
						{name}
					</option>
				))}
			</select>
		</label>
	);
}

// The account's usage, for the meters beside every list.

/** Reads the account if the last reading is half a minute old. If that fails, the meters stay as they are. */
async function readUsage(): Promise<void> {
	if (Date.now() - readAt < FRESH_MS) return;
	readAt = Date.now();
	try {
		usage.value = await client.call('GET /account/usage', {});
	} catch {
		readAt = 0;
	}
}
