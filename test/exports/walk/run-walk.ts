import {mkdir, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {parseArgs} from 'node:util';
import {installPackages} from '../../../infra/start/packages.mjs';
import {EXPORT_FORMAT_NAMES, type ExportFormat, factsOf} from '../../../shared/contract/exports/index.ts';
import {fetchCommand, runCommand} from '../../helpers/command.ts';
import {ended} from '../../helpers/exports.ts';
import {openLms} from '../../helpers/lms.ts';
import {launchLoopbackBrowser} from '../../helpers/loopback-browser.ts';
import {onOwnServers} from '../../helpers/own-servers.ts';
import {type Client, startService} from '../../helpers/service.ts';
import {readZip} from '../../helpers/zip.ts';
import {
	type Check,
	checkA4,
	checkBundle,
	checkCaptions,
	checkGuide,
	checkLetter,
	checkMp4,
	checkPicture,
	manifestFaults,
} from './checks.ts';
import {checkCourse, checkPage} from './pages.ts';
import {type OddTour, oddTours} from './tours.ts';

/**
 * `npm run lab -- exports walk [--out FOLDER] [--only arabic,long] [--format mp4,pdf]`: odd tours in every format, opened by other programs: ffprobe,
 * poppler, CommonMark's reference, Chromium without a network, scorm-again, `roteiro publish`. The files stay in the folder, to be looked at.
 */

type Walked = {tour: string; format: string; KB: number; s: string; warnings: string; faults: string};
/** Formats with other options than the default ones. */
const ALSO: {format: ExportFormat; options: object; as: string}[] = [
	{format: 'pdf', options: {paper: 'letter', layout: 'landscape'}, as: 'letter'},
	{format: 'gif', options: {style: 'motion', width: 480}, as: 'gif-motion'},
	{format: 'mp4', options: {size: 'vertical', captions: 'burnt'}, as: 'vertical'},
];

await installPackages({privateServers: true, also: ['paper']});
const {values} = parseArgs({
	args: process.argv.slice(3),
	options: {out: {type: 'string', default: '/tmp/roteiro-walk'}, only: {type: 'string'}, format: {type: 'string'}},
});
const chosen = (list: string | undefined, name: string) => list === undefined || list.split(',').includes(name);

await onOwnServers(async () => {
	const service = await startService({}, {also: ['export', 'audio']});
	const browser = await launchLoopbackBrowser();
	const lms = await openLms();
	const client = await service.client();
	const folder = join(values.out, 'cli');
	await mkdir(folder, {recursive: true});
	const command = await fetchCommand(service.baseUrl, folder);
	const roteiro = (words: string[]) => runCommand(command, words, {cwd: values.out, env: {HOME: values.out, ROTEIRO_KEY: client.key}});
	const rows: Walked[] = [];
	try {
		for (const [name, tour] of await oddTours()) {
			if (!chosen(values.only, name)) continue;
			const id = await put(client, name, tour);
			const orders = [...EXPORT_FORMAT_NAMES.map(format => ({format, options: {}, as: format as string})), ...ALSO];
			for (const {format, options, as} of orders) {
				if (!chosen(values.format, as)) continue;
				const started = performance.now();
				const {body} = await client('POST', `/v1/tours/${id}/exports`, {body: {format, options}});
				const made = body.export ? await ended(client, body.export.id, 600_000) : {status: 'refused', error: body, warnings: []};
				const seconds = ((performance.now() - started) / 1000).toFixed(1);
				const row = {tour: name, format: as, KB: 0, s: seconds, warnings: made.warnings.map(({code}) => code).join(' '), faults: ''};
				rows.push(row);
				if (made.status !== 'succeeded') {
					row.faults = JSON.stringify(made.error);
					continue;
				}
				const path = join(values.out, `${name}-${as}${factsOf(format).extension}`);
				const bytes = Buffer.from(await (await fetch((made as {url: string}).url)).arrayBuffer());
				await writeFile(path, bytes);
				row.KB = Math.round(bytes.length / 1000);
				const all = await faultsOf(as, path, tour).catch(error => [String(error)]);
				// Of letters that this machine has no font for nothing is found: the export has said so.
				const faults = row.warnings.includes('letters_missing') ? all.filter(fault => !fault.endsWith('is not found')) : all;
				row.faults = faults.join('; ');
				if (row.faults) console.log(`${name}, ${as}: ${row.faults.slice(0, 1000)}`);
				row.faults = row.faults.slice(0, 100);
			}
			console.log(`${name}: ${rows.filter(row => row.tour === name && row.faults).length} faults`);
		}
	} finally {
		await browser.close();
		await lms.close();
		await service.stop();
	}
	console.table(rows);
	process.exitCode = rows.some(({faults}) => faults) ? 1 : 0;

	async function faultsOf(as: string, path: string, tour: OddTour): Promise<string[]> {
		const steps = tour.steps.length;
		const checks: Record<string, Check> = {
			...{mp4: checkMp4, webp: checkPicture, gif: checkPicture, pdf: checkA4, letter: checkLetter, 'gif-motion': checkPicture},
			...{bundle: checkBundle, vertical: () => []},
			// A tour that says nothing has no captions: an empty file is no fault.
			vtt: () => [],
			srt: () => [],
			...{
				html: () => checkPage(browser, path, steps),
				scorm: async () => [...(await unpacked(path)).faults, ...(await checkCourse(browser, lms, path, steps))],
			},
			guide: async () => [...(await checkGuide(path, tour)), ...(await publishedBack(path))],
		};
		if (tour.steps.some(({script}) => script)) Object.assign(checks, {vtt: checkCaptions, srt: checkCaptions});
		return checks[as]!(path, tour);
	}

	async function publishedBack(path: string): Promise<string[]> {
		const {folder} = await unpacked(path);
		const {code, out, err} = await roteiro(['publish', folder, '--json', '--draft']);
		if (code !== 0) return [err];
		const {changes} = JSON.parse(out);
		return changes.length === 0 ? [] : [`published back: ${JSON.stringify(changes)}`];
	}
});

async function unpacked(path: string): Promise<{folder: string; faults: string[]}> {
	const folder = path.replace(/\.zip$/, '');
	const {readFile} = await import('node:fs/promises');
	for (const [name, bytes] of await readZip(await readFile(path))) {
		await mkdir(dirname(join(folder, name)), {recursive: true});
		await writeFile(join(folder, name), bytes);
	}
	return {folder, faults: path.includes('scorm') ? await manifestFaults(folder) : []};
}

async function put(client: Client, key: string, tour: OddTour): Promise<string> {
	const steps = [];
	for (const [index, {image, script: _script, ...step}] of tour.steps.entries()) {
		const mediaId = image && (await client('POST', '/v1/media', {body: {base64: image.toString('base64')}})).body.media.mediaId;
		steps.push({key: `step-${index + 1}`, ...step, ...(mediaId && {image: {mediaId}})});
	}
	const {status, body} = await client('PUT', `/v1/documents/${key}`, {body: {document: {...tour, steps}}});
	if (status !== 201) throw new Error(`${key}: ${JSON.stringify(body)}`);
	for (const [index, {script}] of tour.steps.entries()) {
		if (!script) continue;
		const said = await client('POST', `/v1/tours/${body.tour.id}/steps/${body.tour.steps[index].id}/narration`, {
			body: {text: script, lang: tour.language},
		});
		if (said.status >= 300) console.log(`${key} is silent: ${JSON.stringify(said.body)}`);
	}
	return body.tour.id;
}
