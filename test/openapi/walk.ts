import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import type {Example} from '../../api/docs/openapi-responses.ts';
import {sha256} from '../../shared/ids.ts';
import {eventually} from '../helpers/eventually.ts';
import {EXAMPLE_FOLDER} from '../helpers/example-tour.ts';
import {ended} from '../helpers/exports.ts';
import {allCounted, send, visitOf} from '../helpers/reports.ts';
import {startService, type TestService} from '../helpers/service.ts';
import {openRecorder} from './recorder.ts';
import {stableExamples} from './stable-examples.ts';

type Call = ReturnType<typeof openRecorder>['call'];

const HIGHLIGHT = {x: 0.87572, y: 0.00111, width: 0.07706, height: 0.04222};
const DAY_MS = 86_400_000;

/** Limits as an operator has them, but for the calls: the walk makes more than 60 in a minute. */
export const WALK_LIMITS = {
	CALLS_PER_MINUTE: '600',
	CHANGES_PER_HOUR: '600',
	PUBLISHES_PER_HOUR: '30',
	VIDEO_SECONDS_PER_DAY: '1800',
};

/** Runs a service, makes a tour on it by every operation, and returns what each one took and returned. */
export async function recordExamples(): Promise<Record<string, Example>> {
	const begun = Date.now();
	const service = await startService(WALK_LIMITS, {also: ['audio', 'export']});
	try {
		return stableExamples(await walkOperations(service), {baseUrl: service.baseUrl, begun});
	} finally {
		await service.stop();
	}
}

/** Calls every operation once at least, and returns what each took and returned. */
export async function walkOperations(service: TestService): Promise<Record<string, Example>> {
	const client = await service.client();
	const {examples, call, later} = openRecorder(client);
	await call('get_me');
	const {mediaId} = await sendPictures(call);
	const {tour} = await call('create_tour', {body: {name: 'Deploy a flow', theme: {preset: 'corporate-blue'}, language: 'en'}});
	const id: string = tour.id;
	const stepId = await editSteps(call, {id, mediaId});
	await lookAtStep(call, {id, stepId, mediaId});
	await decorate(call, id);
	const preview = await later('publish', {parameters: {id}, body: {dryRun: true}});
	await call('get_job', {parameters: {id: preview.id}});
	await call('watch_job', {parameters: {id: preview.id}});
	await publishAndCount(service, call, {id, stepId});
	await keepVersions(call, id);
	await putDocuments(call, mediaId);
	const {export: ordered} = await call('export_tour', {parameters: {id}, body: {format: 'bundle'}});
	const made = await ended(client, ordered.id);
	await call('export_tour', {parameters: {id}, body: {format: 'bundle'}});
	await call('get_export', {parameters: {id: ordered.id}});
	await call('list_exports', {parameters: {id}});
	const bundle = new Uint8Array(await (await fetch(made.url)).arrayBuffer());
	await call('import_tour', {raw: bundle, headers: {'Content-Type': 'application/zip'}});
	await call('delete_export', {parameters: {id: ordered.id}});
	await call('redact_step', {parameters: {id, stepId}, body: {areas: [{x: 0.4, y: 0.2, width: 0.2, height: 0.05, style: 'box'}]}});
	await call('delete_narration', {parameters: {id, stepId}});
	await call('unpublish', {parameters: {id}});
	await call('delete_step', {parameters: {id, stepId}});
	await call('trash_tour', {parameters: {id}});
	await call('list_bin', {parameters: {limit: 1}});
	await call('restore_tour', {parameters: {id}});
	return examples;
}

async function sendPictures(call: Call): Promise<{mediaId: string}> {
	const file = await readFile(join(EXAMPLE_FOLDER, '08-deploy.png'));
	const announced = {name: '08-deploy.png', contentType: 'image/png', bytes: file.length, sha256: sha256(file).toString('hex')};
	await call('create_upload_url', {body: announced});
	const {media} = await call('upload_media', {raw: new Uint8Array(file), headers: {'Content-Type': 'image/png'}});
	// The smallest PNG that there is: the example of a body has to be short.
	const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
	await call('upload_media', {body: {base64: pixel, name: 'pixel.png'}});
	await call('batch_media', {
		body: {
			files: [
				{sha256: media.mediaId, bytes: file.length},
				{sha256: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c', bytes: 214_305},
			],
		},
	});
	await call('get_media', {parameters: {mediaId: media.mediaId}});
	return media;
}

/** Makes a step with a picture, and returns its id; a slide comes behind it. */
async function editSteps(call: Call, {id, mediaId}: {id: string; mediaId: string}): Promise<string> {
	const body = {image: {mediaId}, title: 'Deploy the flow', alt: 'Deploy is red.', highlight: HIGHLIGHT, popoverSide: 'bottom'};
	const {step} = await call('add_step', {parameters: {id}, body});
	const stepId: string = step.id;
	const slide = await call('add_step', {parameters: {id}, body: {type: 'slide', title: 'That is all'}});
	await call('update_step', {parameters: {id, stepId}, body: {text: 'Deploy sends it to the server and starts it.'}});
	await call('set_camera', {parameters: {id, stepId}, body: {zoom: 2}});
	const buttons = [
		{label: 'Show me', target: {to: 'next'}},
		{label: 'Skip to the end', style: 'plain', target: {to: 'end'}},
	];
	await call('set_step_actions', {parameters: {id, stepId}, body: {buttons}});
	await call('set_chapters', {parameters: {id}, body: {chapters: [{scene: 1, title: 'Deploying'}]}});
	await call('get_flow', {parameters: {id}});
	await call('reorder_steps', {parameters: {id}, body: {stepIds: [stepId, slide.step.id]}});
	await call('rename_tour', {parameters: {id}, body: {name: 'Deploy your flow'}});
	const changes = [{kind: 'edit', step: stepId, set: {title: 'Deploy it'}, was: {title: 'Deploy the flow'}}];
	await call('change_tour', {parameters: {id}, body: {changes}});
	return stepId;
}

async function lookAtStep(call: Call, {id, stepId, mediaId}: {id: string; stepId: string; mediaId: string}): Promise<void> {
	await call('find_elements', {parameters: {mediaId}, body: {query: 'Deploy', limit: 1}});
	await call('target_step', {parameters: {id, stepId}, body: {pixels: {x: 2522, y: 2, width: 222, height: 76}}});
	await call('preview_step', {parameters: {id, stepId, viewport: 'phone'}});
	await call('generate_step_text', {parameters: {id, stepId}, body: {language: 'en', save: false}});
	const voices = () => call('list_voices', {parameters: {language: 'en'}});
	await eventually('there are voices', async () => (await voices()).voices.length > 0);
	const [voice] = (await voices()).voices;
	await call('generate_narration', {parameters: {id, stepId}, body: {text: 'Deploy sends the flow to the server.', language: 'en'}});
	await call('speak_sample', {parameters: {id: voice.id}, body: {text: 'This is how I sound.'}});
	await call('set_narration_settings', {parameters: {id}, body: {language: 'en'}});
}

async function decorate(call: Call, id: string): Promise<void> {
	await call('set_theme', {parameters: {id}, body: {preset: 'dark', colors: {accent: '#FFC53D'}, font: 'inter'}});
	const form = {enabled: false, title: 'Before we begin', fields: {name: 'required', email: 'required'}};
	await call('set_lead_capture', {parameters: {id}, body: form});
	const card = {enabled: true, title: 'Now make it yours', link: {url: 'https://example.com/start', label: 'Start'}};
	await call('set_end_cta', {parameters: {id}, body: card});
}

async function publishAndCount(service: TestService, call: Call, {id, stepId}: {id: string; stepId: string}): Promise<void> {
	const {publishedLink} = await call('publish', {parameters: {id}});
	await send(service, publishedLink.slug, visitOf([{type: 'view'}, {type: 'step', step: stepId}, {type: 'complete'}]));
	await allCounted(service);
	const today = new Date().toISOString().slice(0, 10);
	const from = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
	await call('get_tour_analytics', {parameters: {id, from, to: today}});
	await call('get_analytics', {parameters: {from, to: today}});
	await call('update_step', {parameters: {id, stepId}, body: {title: 'Deploy'}});
	await call('get_unpublished', {parameters: {id}});
	await call('publish', {parameters: {id}});
	await call('get_tour', {parameters: {id}});
	await call('list_tours', {parameters: {status: 'published', limit: 1}});
}

async function keepVersions(call: Call, id: string): Promise<void> {
	const {version} = await call('name_version', {parameters: {id}, body: {name: 'As shown at the fair'}});
	const number: number = version.number;
	await call('rename_tour', {parameters: {id}, body: {name: 'Deploy'}});
	await call('list_versions', {parameters: {id, limit: 1}});
	await call('get_version', {parameters: {id, number}});
	await call('diff_versions', {parameters: {id, number}});
	await call('restore_version', {parameters: {id, number}});
}

async function putDocuments(call: Call, mediaId: string): Promise<void> {
	const steps = [
		{key: 'welcome', type: 'slide', title: 'From the browser to the server'},
		{key: 'deploy', title: 'Deploy the flow', alt: 'Deploy is red.', image: {mediaId}, target: {text: 'Deploy'}},
	];
	const body = {document: {name: 'Short flow', language: 'en', steps}};
	const {tour} = await call('put_tour', {parameters: {key: 'short-flow'}, body});
	await call('put_tour', {parameters: {key: 'short-flow'}, body});
	await call('get_tour_document', {parameters: {key: 'short-flow'}});
	await call('duplicate_tour', {parameters: {id: tour.id}, body: {name: 'Short flow for partners'}});
	const copy = (await call('create_tour', {body: {name: 'For the bin'}})).tour;
	const watching = call('watch_tour', {parameters: {id: copy.id}});
	// Its first event tells how it is, the second one that it is gone; then the stream ends.
	await sleep(3000);
	await call('trash_tour', {parameters: {id: copy.id}});
	await watching;
}
