import {words} from '../../shared/locales/en/editor/export.ts';
import {moment, numeral} from '../messages/index.ts';
import {Download, RotateCcw, Trash2} from '../shell/icons.ts';
import {IconButton} from '../shell/menu.tsx';
import {Problem} from '../shell/problem.tsx';
import type {Exports, TourExport} from './exports.ts';

type Props = {exports: Exports; tell: (error: unknown) => void};

/** The tour's exports, newest first: on their way, to download, or failed. */
export function Recent({exports, tell}: Props) {
	const list = exports.list.value;
	return (
		<section class="recent" aria-labelledby="recent-exports">
			<h3 id="recent-exports">{words.recent}</h3>
			{exports.fault.value && (
				<Problem>
					{exports.fault.value}{' '}
					<button type="button" class="link" onClick={() => exports.read()}>
						{words.retry}
					</button>
				</Problem>
			)}
			{!list && !exports.fault.value && <p class="skeleton" />}
			{list?.length === 0 && <p class="hint">{words.none}</p>}
			<ul>
				{list?.map(one => (
					<li key={one.id}>
						<Row one={one} exports={exports} tell={tell} />
					</li>
				))}
			</ul>
			{list?.some(({status}) => status === 'succeeded') && <p class="hint">{words.shared}</p>}
		</section>
	);
}

function Row({one, exports, tell}: Props & {one: TourExport}) {
	const name = words.formats[one.format][0];
	const chosen = Object.values(one.options).flatMap(value => (typeof value === 'string' ? (words.values[value] ?? value) : []));
	return (
		<>
			<p class="what">
				<strong>{name}</strong>
				<span>{[chosen[0], ...facts(one)].filter(Boolean).join(' · ')}</span>
			</p>
			{(one.status === 'queued' || one.status === 'running') && (
				<progress aria-label={`${words.running}: ${name}`} max={1} value={one.status === 'queued' ? undefined : one.progress} />
			)}
			{one.status === 'succeeded' && (
				<a class="button" href={one.url!} download aria-label={`${words.download}: ${one.fileName}`}>
					<Download size={16} />
					{words.download}
				</a>
			)}
			{one.status === 'failed' && (
				<button type="button" class="button" aria-label={`${words.retry}: ${name}`} onClick={() => exports.again(one).catch(tell)}>
					<RotateCcw size={16} />
					{words.retry}
				</button>
			)}
			<IconButton label={`${words.remove}: ${name}`} title={words.remove} press={() => exports.remove(one.id).catch(tell)}>
				<Trash2 size={16} />
			</IconButton>
			{one.status === 'failed' && (
				<p class="why" lang="en">
					{one.error?.message}
				</p>
			)}
			{one.warnings.length > 0 && <Warnings warnings={one.warnings} />}
		</>
	);
}

function Warnings({warnings}: Pick<TourExport, 'warnings'>) {
	const texts = [...new Map(warnings.map(({code, message}) => [words.warned[code] ?? message, code])).keys()];
	return (
		<details class="why">
			<summary>{words.warnings(texts.length)}</summary>
			<ul>
				{texts.map(text => (
					<li key={text}>{text}</li>
				))}
			</ul>
		</details>
	);
}

function facts({status, bytes, expiresAt}: TourExport): string[] {
	if (status !== 'succeeded') return [words[status]];
	const until = moment(expiresAt, {day: 'numeric', month: 'short'});
	return [megabytes(bytes ?? 0), words.until(until)];
}

function megabytes(bytes: number): string {
	const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte'];
	return numeral(value, value < 10 ? 1 : 0, {style: 'unit', unit});
}
