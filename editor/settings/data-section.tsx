import {useEffect, useState} from 'preact/hooks';
import {ApiError} from '../../client/api-error.ts';
import type {Output} from '../../client/index.ts';
import {words} from '../../shared/locales/en/editor/settings.ts';
import {language, m} from '../messages/index.ts';
import {Download, LoaderCircle} from '../shell/icons.ts';
import {account, client} from '../shell/session-data.ts';
import {say} from '../shell/toast.tsx';
import {Failed, useReading} from '../shell/use-resource.tsx';
import {DeleteAccount} from './delete-account.tsx';
import {NoPassword, problemOf} from './form.tsx';
import {moment, size} from './formats.ts';

type Copy = Output<'GET /account/exports'>['exports'][number];

/** Milliseconds between two looks at a copy that is being made. */
const LOOK_MS = 2000;

/** Taking everything along, and leaving for good. */
export function DataSection() {
	return (
		<>
			<Copies />
			{account.hasPassword ? <DeleteAccount /> : <NoPassword title={words.data.leave} />}
		</>
	);
}

function Copies() {
	const {value, fault, again, set} = useReading(async () => (await client.call('GET /account/exports', {})).exports, []);
	const [busy, setBusy] = useState(false);
	const texts = words.data;
	const isMade = value?.some(({status}) => status === 'queued' || status === 'running') ?? false;
	useEffect(() => {
		const timer = isMade ? setTimeout(again, LOOK_MS) : undefined;
		return () => clearTimeout(timer);
	}, [value]);
	const order = async () => {
		setBusy(true);
		try {
			const {export: ordered} = await client.call('POST /account/exports', {});
			set(copies => [ordered, ...copies]);
		} catch (error) {
			say(error instanceof ApiError && error.status === 429 ? texts.tooSoon : problemOf(error));
		}
		setBusy(false);
	};
	return (
		<section class="panel" aria-labelledby="copies">
			<h2 id="copies">{texts.copies}</h2>
			<p class="hint">{texts.copiesHint}</p>
			{fault && <Failed fault={fault} again={again} />}
			{/* Hardly ever is there one: room that is kept for it would only go again. */}
			{!value && !fault && <span class="unseen">{m.loading}</span>}
			<ul class="rows" aria-live="polite">
				{value?.map(copy => (
					<CopyRow key={copy.id} copy={copy} />
				))}
			</ul>
			<div class="actions">
				<button type="button" class="button primary" disabled={busy || isMade} onClick={order}>
					{texts.order}
				</button>
			</div>
		</section>
	);
}

function CopyRow({copy: {status, progress, bytes, url, createdAt, expiresAt}}: {copy: Copy}) {
	const texts = words.data;
	const share = new Intl.NumberFormat(language, {style: 'percent'}).format(progress);
	return (
		<li>
			<div>
				<strong>{texts.of(moment(createdAt))}</strong>
				<span>
					{status === 'running' ? `${texts.states.running} (${share})` : texts.states[status]}
					{expiresAt && ` · ${texts.until(moment(expiresAt))}`}
				</span>
			</div>
			{url && (
				<a class="button" href={url} download>
					<Download size={16} />
					{texts.fetch(size(bytes ?? 0))}
				</a>
			)}
			{!url && status !== 'failed' && <LoaderCircle size={18} class="turning" />}
		</li>
	);
}
