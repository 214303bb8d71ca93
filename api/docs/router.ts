import Router from '@koa/router';
import type Koa from 'koa';
import {TourDocument} from '../../shared/contract/document.ts';
import {DOCUMENT_SCHEMA_PATH, FOLDER_SCHEMA_PATH} from '../../shared/contract/document-format.ts';
import {UNITS} from '../../shared/folder/values.ts';
import {compressedSender} from '../http/compressed.ts';
import {allowAnyOrigin} from '../http/headers.ts';
import {FONT_PRELOAD, HEADLINE_FONT} from '../pages/page.ts';
import type {Operation} from '../pipeline/operation.ts';
import {NODE, WITH_REQUIRE} from './bundle.ts';
import {openapiDocument} from './openapi.ts';
import {
	commandPackage,
	EXTENSION_PATH,
	extensionPackage,
	type FetchedProgram,
	PDF_PATH,
	PLAYWRIGHT_PATH,
	pdfProgram,
	playwrightPackage,
	RECORDER_PATH,
	recorderProgram,
} from './packages.ts';
import {referencePage} from './reference.ts';

/** Path for `npx BASE_URL/cli.tgz`. */
const COMMAND_PATH = '/cli.tgz';
/** Makes clients ask each time, so that they see a new version of the service at once. */
const REVALIDATED = 'no-cache';
/** A highlight and its click point. */
const FAVICON =
	'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#1d4e89" stroke-width="2.5"><rect x="2" y="5" width="20" height="14" rx="4"/><circle cx="15.5" cy="12" r="2.5" fill="#b3261e" stroke="none"/></svg>';

/** Serves the OpenAPI document and the reference made from it: made once, at the first request, so that a start does not wait for them. */
export function documentRouter(operations: readonly Operation[], baseUrl: string): Router {
	const router = new Router();
	const document = once(() => openapiDocument(operations, baseUrl));
	const sendDocument = compressedSender(() => JSON.stringify(document()));
	router.get('/openapi.json', ctx => {
		ctx.type = 'application/json';
		allowAnyOrigin(ctx);
		sendDocument(ctx, REVALIDATED);
	});
	for (const [path, schema] of [
		[DOCUMENT_SCHEMA_PATH, documentSchema],
		[FOLDER_SCHEMA_PATH, folderSchema],
	] as const) {
		const sendSchema = compressedSender(() => JSON.stringify(schema(baseUrl)));
		router.get(path, ctx => {
			ctx.type = 'application/schema+json';
			ctx.set('Access-Control-Allow-Origin', '*');
			sendSchema(ctx, REVALIDATED);
		});
	}
	addCommand(router, baseUrl);
	router.get(
		'/docs',
		pageSender(() => referencePage(document())),
	);
	router.get(HEADLINE_FONT.path, ctx => {
		ctx.type = HEADLINE_FONT.type;
		ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
		ctx.body = HEADLINE_FONT.bytes;
	});
	// Browsers request it unasked.
	router.get('/favicon.ico', ctx => {
		ctx.type = 'image/svg+xml';
		ctx.set('Cache-Control', 'public, max-age=86400');
		ctx.body = FAVICON;
	});
	return router;
}

/** The command `roteiro`, the programs that it fetches, the package for Playwright's tests and the browser extension; made when they are first asked for. */
function addCommand(router: Router, baseUrl: string): void {
	const made = {node: NODE, banner: WITH_REQUIRE};
	const recorder = addProgram(router, RECORDER_PATH, () => recorderProgram(made));
	const pdf = addProgram(router, PDF_PATH, () => pdfProgram(made));
	addPackage(router, COMMAND_PATH, 'application/gzip', async () => commandPackage(baseUrl, {recorder: await recorder(), pdf: await pdf()}));
	addPackage(router, PLAYWRIGHT_PATH, 'application/gzip', playwrightPackage);
	addPackage(router, EXTENSION_PATH, 'application/zip', extensionPackage);
}

/** A program that the command fetches; returns what makes it, once. */
function addProgram(router: Router, path: string, make: () => Promise<FetchedProgram>): () => Promise<FetchedProgram> {
	const program = once(make);
	router.get(path, async ctx => {
		const {code, gzipped, sha256} = await program();
		ctx.type = 'text/javascript; charset=utf-8';
		ctx.set({'Cache-Control': REVALIDATED, Vary: 'Accept-Encoding'});
		ctx.etag = sha256;
		const isGzipped = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
		if (isGzipped) ctx.set('Content-Encoding', 'gzip');
		ctx.body = isGzipped ? gzipped : code;
	});
	return program;
}

/** Serves a package to install, made at the first request. */
function addPackage(router: Router, path: string, type: string, make: () => Promise<Buffer>): void {
	const archive = once(make);
	router.get(path, async ctx => {
		ctx.type = type;
		ctx.set('Cache-Control', REVALIDATED);
		ctx.body = await archive();
	});
}

/** The JSON Schema of a whole tour, for editors and validators: formats that are ours alone are said in words. */
function documentSchema(baseUrl: string) {
	const ours = new Set(['https-url', 'language-tag']);
	const plain = JSON.parse(JSON.stringify(TourDocument, (name, value) => (name === 'format' && ours.has(value) ? undefined : value)));
	return {
		$schema: 'https://json-schema.org/draft/2020-12/schema',
		$id: `${baseUrl}${DOCUMENT_SCHEMA_PATH}`,
		...plain,
		title: 'Roteiro tour',
	};
}

/** The JSON Schema of a tour.yaml: that of the document, with what files alone may have. */
export function folderSchema(baseUrl: string) {
	const {properties, required, ...document} = documentSchema(baseUrl);
	const step = properties.steps.items;
	const {key, image, highlight, click, actions} = step.properties;
	const numbers = (count: number, description: string) => ({
		anyOf: [{type: 'array', items: {type: 'number'}, minItems: count, maxItems: count, description}, count === 4 ? highlight : click],
	});
	const file = {type: 'string', minLength: 1, description: 'Path of the picture, from the folder on.'};
	const inFile = {
		...step.properties,
		image: {anyOf: [file, {type: 'object', properties: {file}, required: ['file'], additionalProperties: false}, image]},
		highlight: numbers(4, 'x, y, width, height.'),
		click: numbers(2, 'x, y; default: the middle of the highlight.'),
	};
	const besideGuide = {
		...inFile,
		guide: {type: 'integer', minimum: 1, description: 'Number of the step in the guide.'},
		actions: {anyOf: [actions, {type: 'null'}]},
	};
	return {
		...document,
		$id: `${baseUrl}${FOLDER_SCHEMA_PATH}`,
		title: 'Roteiro tour.yaml',
		properties: {
			...properties,
			key: {...key, description: "Your account's name for the tour; default: the folder's name."},
			units: {type: 'string', enum: UNITS, description: 'Units of highlight and click: shares of the picture (default) or pixels.'},
			steps: {
				anyOf: [
					{...properties.steps, items: {...step, properties: inFile}},
					{type: 'string', pattern: String.raw`^[^/\\]+\.([mM][dD]|markdown)$`, description: 'Name of a guide beside this file.'},
				],
			},
			allSteps: {
				...properties.steps,
				items: {...step, properties: besideGuide},
				description: 'Beside a guide: all steps, also those that it does not show.',
			},
		},
		// The folder's name is the default.
		required: (required as string[]).filter(name => name !== 'name'),
	};
}

function pageSender(make: () => {html: string; csp: string}): Koa.Middleware {
	const page = once(make);
	const send = compressedSender(() => page().html);
	return ctx => {
		ctx.set({'Content-Security-Policy': page().csp, Link: FONT_PRELOAD});
		ctx.type = 'text/html; charset=utf-8';
		send(ctx, REVALIDATED);
	};
}

function once<T extends object>(make: () => T): () => T {
	let made: T | null = null;
	return () => {
		made ??= make();
		return made;
	};
}
