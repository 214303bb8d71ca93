import {useState} from 'preact/hooks';
import type {Output} from '../../client/index.ts';
import {words} from '../../shared/locales/en/editor/settings.ts';
import {numeral} from '../messages/index.ts';
import {History} from '../shell/icons.ts';
import {Scrolling} from '../shell/scrolling.tsx';
import {client} from '../shell/session-data.ts';
import {say} from '../shell/toast.tsx';
import {Failed, Lines, useReading} from '../shell/use-resource.tsx';
import {problemOf} from './form.tsx';
import {lately} from './formats.ts';

type Page = Pick<Output<'GET /account/uses'>, 'uses' | 'nextCursor'>;
type Use = Page['uses'][number];

const PAGE = 50;

export function UsesSection() {
	const {value, fault, again, set} = useReading<Page>(() => client.call('GET /account/uses', {limit: PAGE}), []);
	const [busy, setBusy] = useState(false);
	const texts = words.uses;
	const more = async () => {
		setBusy(true);
		try {
			const next = await client.call('GET /account/uses', {limit: PAGE, cursor: value!.nextCursor!});
			set(now => ({uses: [...now.uses, ...next.uses], nextCursor: next.nextCursor}));
		} catch (error) {
			say(problemOf(error));
		}
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
			{value?.nextCursor && (
				<p class="nothing">
					<button type="button" class="button" disabled={busy} onClick={more}>
						{words.more}
					</button>
				</p>
			)}
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
				<time dateTime={at}>{lately(at)}</time>
			</td>
			<td>
				<code>{address}</code>
			</td>
		</tr>
	);
}
