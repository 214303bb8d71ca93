import {useState} from 'preact/hooks';
import type {Output} from '../../client/index.ts';
import {placeOf} from '../../shared/contract/access.ts';
import {words} from '../../shared/locales/en/editor/settings.ts';
import {moment, numeral} from '../messages/index.ts';
import {timeAgo} from '../messages/times.ts';
import {Confirm} from '../shell/confirm.tsx';
import {CopyLine} from '../shell/copy-line.tsx';
import {AppWindow, History} from '../shell/icons.ts';
import {Scrolling} from '../shell/scrolling.tsx';
import {client} from '../shell/session-data.ts';
import {say} from '../shell/toast.tsx';
import {Failed, Lines, More, useReading} from '../shell/use-resource.tsx';
import {day, tried} from './form.tsx';

type App = Output<'GET /account/apps'>['apps'][number];

type Page = Pick<Output<'GET /account/uses'>, 'uses' | 'nextCursor'>;
type Use = Page['uses'][number];

const PAGE = 50;

export function AppsSection() {
	const {value, fault, again, set} = useReading(async () => (await client.call('GET /account/apps', {})).apps, []);
	const [leaving, setLeaving] = useState<App | null>(null);
	const texts = words.apps;
	const disconnect = ({id}: App) =>
		tried(async () => {
			await client.call('DELETE /account/apps/{appId}', {appId: id});
			set(apps => apps.filter(app => app.id !== id));
			say(texts.disconnected);
		});
	return (
		<section class="panel" aria-labelledby="apps">
			<h2 id="apps">{words.sections.apps}</h2>
			<p class="hint">{texts.hint}</p>
			{fault && <Failed fault={fault} again={again} />}
			{!value && !fault && <Lines count={3} />}
			{value?.length === 0 && (
				<div class="nothing share">
					<AppWindow size={40} strokeWidth={1.5} />
					<h2>{texts.none}</h2>
					<p>{texts.noneHint}</p>
					<div class="sharing">
						<CopyLine text={`${location.origin}/mcp`} label={texts.address} />
					</div>
				</div>
			)}
			<ul class="rows">
				{value?.map(app => (
					<AppRow key={app.id} app={app} leave={() => setLeaving(app)} />
				))}
			</ul>
			{leaving && (
				<Confirm
					title={texts.disconnectTitle(leaving.name)}
					hint={texts.disconnectHint}
					button={texts.disconnect}
					run={() => disconnect(leaving)}
					close={() => setLeaving(null)}
				/>
			)}
		</section>
	);
}

function AppRow({app: {name, host, scopes, connectedAt, lastUsedAt}, leave}: {app: App; leave: () => void}) {
	const {since, used, unused, disconnect, places} = words.apps;
	const place = placeOf(host);
	return (
		<li>
			<div>
				<strong>{name}</strong>
				<span>
					{place === 'site' ? host : places[place]} · {since(day(connectedAt))} · {lastUsedAt ? used(timeAgo(lastUsedAt)) : unused}
				</span>
				<span>{scopes.map(scope => words.scopes[scope]).join(', ')}</span>
			</div>
			<button type="button" class="button bad" aria-label={`${disconnect}: ${name}`} onClick={leave}>
				{disconnect}
			</button>
		</li>
	);
}

export function UsesSection() {
	const {value, fault, again, set} = useReading<Page>(() => client.call('GET /account/uses', {limit: PAGE}), []);
	const [busy, setBusy] = useState(false);
	const texts = words.uses;
	const more = async () => {
		setBusy(true);
		await tried(async () => {
			const next = await client.call('GET /account/uses', {limit: PAGE, cursor: value!.nextCursor!});
			set(now => ({uses: [...now.uses, ...next.uses], nextCursor: next.nextCursor}));
		});
		setBusy(false);
	};
	return (
		<section class="panel" aria-labelledby="uses">
			<h2 id="uses">{words.sections.uses}</h2>
			<p class="hint">{texts.hint}</p>
			{fault && <Failed fault={fault} again={again} />}
			{!value && !fault && <Lines count={5} />}
			{value?.uses.length === 0 && (
				<div class="nothing">
					<History size={40} strokeWidth={1.5} />
					<p>{texts.none}</p>
				</div>
			)}
			{value && value.uses.length > 0 && <Table uses={value.uses} />}
			{value?.nextCursor && <More label={words.more} busy={busy} more={more} />}
		</section>
	);
}

function Table({uses}: {uses: Use[]}) {
	const texts = words.uses;
	return (
		<Scrolling by="uses">
			<table class="figures uses">
				<thead>
					<tr>
						<th scope="col">{texts.app}</th>
						<th scope="col">{texts.action}</th>
						<th scope="col">{texts.status}</th>
						<th scope="col">{texts.when}</th>
						<th scope="col">{texts.address}</th>
					</tr>
				</thead>
				<tbody>
					{uses.map((use, index) => (
						<Row key={`${use.at} ${index}`} use={use} />
					))}
				</tbody>
			</table>
		</Scrolling>
	);
}

/** Format of a time in the last weeks: to the second, without its year. */
const LATELY = {day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit'} as const;

function Row({use: {app, action, status, calls, at, address}}: {use: Use}) {
	return (
		<tr>
			<th scope="row">{app}</th>
			<td>
				<code>{action}</code>
				{calls > 1 && ` × ${numeral(calls)}`}
			</td>
			<td>
				<span class={status < 400 ? 'pill good' : 'pill refused'}>{status}</span>
			</td>
			<td>
				<time dateTime={at}>{moment(at, LATELY)}</time>
			</td>
			<td>
				<code>{address}</code>
			</td>
		</tr>
	);
}
