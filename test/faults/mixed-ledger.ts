import {setTimeout as sleep} from 'node:timers/promises';
import {abandonedFolders} from '../../shared/process/temporary-folder.ts';
import {sendBundle} from '../helpers/bundles.ts';
import {exported, makeTour} from '../helpers/exports.ts';
import {post, toolCall} from '../helpers/mcp.ts';
import type {Reply} from '../helpers/service.ts';
import {openInsistence} from './insist.ts';
import {openLedger} from './ledger.ts';
import type {Ledger} from './under-writes.ts';
import type {Whole} from './whole-service.ts';

/** Between two writes of one writer: an export takes seconds of a core. */
const PAUSE_MS = 400;
const PATIENCE_MS = 120_000;
const IMPORTED = 'Brought by a bundle';
/** What an agent is told that is to be tried again. */
const LATER = /unavailable|still_running|too_many/;

/** The mix of the other ledger, leads among it, and beside it exports, imports, texts that a quota counts, and the writes of an agent. */
export async function openMixedLedger(whole: Whole): Promise<Ledger> {
	const client = await whole.client();
	const {id} = await makeTour(client, IMPORTED);
	const exportedTour = (await makeTour(client, 'Exported', 1)).id;
	const bundle = Buffer.from(await (await fetch((await exported(client, id, {format: 'bundle'})).url)).arrayBuffer());
	const other = await openLedger(whole);
	const calls = openInsistence();
	const [imports, exports, documents, texts] = [new Set<string>(), new Set<string>(), new Map<string, string>(), new Set<string>()];
	let asked = 1;
	let textsAsked = 0;
	let stopped = false;
	const keyed = () => ({'Idempotency-Key': crypto.randomUUID()});

	const kinds = {
		async import() {
			asked++;
			const headers = keyed();
			const reply = await calls.insist('import', () => sendBundle(client, bundle, headers));
			if (reply) imports.add(reply.body.tour.id);
		},
		async export() {
			const headers = keyed();
			// What has not changed since is not made once more.
			const name = `Exported ${exports.size}`;
			await calls.insist('rename', () => client('PATCH', `/v1/tours/${exportedTour}`, {body: {name}}));
			const body = {format: 'html'};
			const reply = await calls.insist('export', () => client('POST', `/v1/tours/${exportedTour}/exports`, {body, headers}));
			if (!reply) return;
			const {id} = reply.body.export;
			exports.add(id);
			// One at a time: more than are made would be on a waiting list, and tell nothing of one that hangs.
			for (let isOver = false; !isOver && !stopped; await sleep(PAUSE_MS)) {
				const {body: found} = (await client('GET', `/v1/exports/${id}`).catch(() => null)) ?? {body: null};
				isOver = ['succeeded', 'failed'].includes(found?.export?.status);
			}
		},
		async text() {
			const path = `/v1/tours/${exportedTour}/steps`;
			const headers = keyed();
			const added = await calls.insist('step', () => client('POST', path, {body: {type: 'slide', alt: 'A form'}, headers}));
			if (!added) return;
			textsAsked++;
			const {id: step} = added.body.step;
			const again = keyed();
			const body = {language: 'en'};
			const written = await calls.insist('text', () => client('POST', `${path}/${step}/generate-text`, {body, headers: again}));
			if (written) texts.add(step);
			// A tour holds 500 steps.
			await calls.insist(
				'removal',
				() => client('DELETE', `${path}/${step}`),
				({status}) => status === 404,
			);
		},
		async agent() {
			const key = `agent-${documents.size % 5}`;
			const title = crypto.randomUUID();
			const document = {name: key, steps: [{key: 'one', type: 'slide', title}]};
			if (await calls.insist('agent', () => byAgent(whole, client.key, 'put_tour', {key, document}))) documents.set(key, title);
		},
	};
	const writers = Object.values(kinds).map(async write => {
		for (; !stopped; await sleep(PAUSE_MS)) await write();
	});
	const acknowledged = () => other.acknowledged() + imports.size + exports.size + documents.size + texts.size;

	return {
		client: other.client,
		acknowledged,
		async close(options) {
			stopped = true;
			calls.endWithin(PATIENCE_MS);
			await Promise.all(writers);
			const outcome = await other.close(options);
			let lost = 0;
			for (const tourId of imports) if ((await client('GET', `/v1/tours/${tourId}`)).status !== 200) lost++;
			for (const exportId of exports) if ((await client('GET', `/v1/exports/${exportId}`)).body.export?.status !== 'succeeded') lost++;
			for (const [key, title] of documents) {
				const {body} = await client('GET', `/v1/documents/${key}`);
				if (!JSON.stringify(body).includes(title)) lost++;
			}
			const [{n}] = await whole.database.query('SELECT COUNT(*) AS n FROM tours WHERE account_id = ? AND name = ?', [
				client.accountId,
				IMPORTED,
			]);
			const {used, reserved} = (await client('GET', '/v1/me')).body.quotas.aiTexts;
			lost += Math.max(0, texts.size - used);
			const doubled = Math.max(0, Number(n) - asked) + Math.max(0, used - textsAsked);
			const foldersLeft = abandonedFolders().length;
			const {unexpected} = calls.figures();
			return {
				figures: {
					...outcome.figures,
					acknowledged: acknowledged(),
					lost: Number(outcome.figures.lost) + lost,
					doubled: Number(outcome.figures.doubled) + doubled,
					imports: imports.size,
					exports: exports.size,
					texts: `${texts.size} of ${textsAsked}, ${used} counted, ${reserved} held`,
					foldersLeft,
					unexpectedBeside: unexpected!,
				},
				ok: outcome.ok && lost === 0 && doubled === 0 && reserved === 0 && foldersLeft === 0 && calls.isClean(),
			};
		},
	};
}

/** A tool called as an agent does, as a reply of the API. */
async function byAgent({urls}: Whole, key: string, tool: string, input: object): Promise<Reply> {
	const response = await post(urls[0]!, key, toolCall(tool, input));
	const text = await response.text();
	const isFault = /"isError":\s*true|"error":/.test(text);
	const status = response.ok && isFault ? (LATER.test(text) ? 503 : 400) : response.status;
	return {status, headers: response.headers, body: {error: status === 400 ? text.slice(0, 300) : ''}};
}
