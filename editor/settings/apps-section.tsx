import {useState} from 'preact/hooks';
import type {Output} from '../../client/index.ts';
import {placeOf} from '../../shared/contract/access.ts';
import {words} from '../../shared/locales/en/editor/settings.ts';
import {Confirm} from '../shell/confirm.tsx';
import {AppWindow} from '../shell/icons.ts';
import {client} from '../shell/session-data.ts';
import {say} from '../shell/toast.tsx';
import {Failed, Lines, useReading} from '../shell/use-resource.tsx';
import {CopyLine} from '../tours/first-run.tsx';
import {timeAgo} from '../tours/time-ago.ts';
import {problemOf} from './form.tsx';
import {day} from './formats.ts';

type App = Output<'GET /account/apps'>['apps'][number];

export function AppsSection() {
	const {value, fault, again, set} = useReading(async () => (await client.call('GET /account/apps', {})).apps, []);
	const [leaving, setLeaving] = useState<App | null>(null);
	const texts = words.apps;
	const disconnect = async ({id}: App) => {
		try {
			await client.call('DELETE /account/apps/{appId}', {appId: id});
			set(apps => apps.filter(app => app.id !== id));
			say(texts.disconnected);
		} catch (error) {
			say(problemOf(error));
		}
	};
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
					<div class="offer">
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
