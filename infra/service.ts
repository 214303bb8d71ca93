import {existsSync, readFileSync, watch} from 'node:fs';
import {join, relative, resolve} from 'node:path';
import {parseEnv} from 'node:util';
import {nearest} from '../shared/nearest.ts';
import {openUrl} from '../shared/process/open-url.ts';
import {type RunningService, runService} from './run-service.ts';
import type {Demo} from './seed/seed.ts';

// What `npm start` comes to: everything is brought up, a newcomer learns where to look, and a signal takes it down again in order.

const PARENT_LOOK_MS = 500;
const SAME_SIGNAL_MS = 1000;

const begun = performance.now();
const abort = new AbortController();
let service: RunningService | undefined;
let stoppedAt = Number.NEGATIVE_INFINITY;

const ROOT = resolve(import.meta.dirname, '..');
/** Editors write a file in several steps, and several files at once. */
const SETTLE_MS = 150;
/** Folders that each process loads. */
const LOADS = {API: ['api', 'editor', 'client', 'renderers', 'shared'], worker: ['workers', 'renderers', 'shared']} as const;
/** Names that Node, libraries, the shell or docker compose read, and that may stand in `.env` beside the settings. */
const OTHERS = /^(AWS|COMPOSE|DOCKER|MARIADB|NODE|NPM|OTEL|PUPPETEER|SSL|XDG)_|_PROXY$|^(BROWSER|DISPLAY|HOME|LANG|PATH|TMPDIR|TZ)$/i;

for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);

// npm hands its signals on, but nobody can hand on a SIGKILL.
const parent = process.ppid;

if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && !abort.signal.aborted && stop(), PARENT_LOOK_MS).unref();

for (const sentence of unknownNames()) report(sentence);

try {
	service = await runService(process.env, report, abort.signal);
	const {demo, signInUrl} = service.isPrivate ? await greet(service) : {demo: null, signInUrl: null};
	if (!abort.signal.aborted) welcome(service, demo, signInUrl);
	if (process.argv.includes('--open')) await open(signInUrl ?? service.config.baseUrl);
	if (process.argv.includes('--watch')) watchSources(service, report, abort.signal);
} catch (error) {
	if (!abort.signal.aborted) {
		console.error(`\n${error instanceof Error ? error.message : error}`);
		await service?.stop();
		process.exit(1);
	}
	// Stopped while it was starting: what had been started is down again.
	if (!service) process.exit(0);
}

/** Returns a sentence for each name in `.env` that is no setting: a misspelt one would be left out in silence. */
function unknownNames(): string[] {
	if (!existsSync('.env')) return [];
	const settings = [...readFileSync(join(ROOT, '.env.example'), 'utf8').matchAll(/^#? ?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name!);
	const unknown = Object.keys(parseEnv(readFileSync('.env', 'utf8'))).filter(name => !settings.includes(name) && !OTHERS.test(name));
	return unknown.map(name => {
		const meant = nearest(name, settings);
		return `.env sets ${name}, which is no setting and changes nothing: ${meant ? `is ${meant} meant?` : '.env.example lists all settings.'}`;
	});
}

async function stop(): Promise<void> {
	if (abort.signal.aborted) {
		// npm sends each Ctrl-C on, so that one comes twice.
		if (performance.now() - stoppedAt < SAME_SIGNAL_MS) return;
		service?.kill();
		process.exit(1);
	}
	stoppedAt = performance.now();
	report('Stopping …');
	abort.abort();
	if (!service) return;
	await service.stop();
	process.exit(0);
}

/** Prints the link into the editor to the terminal only: it is a secret, so no log has it. */
function welcome({config, passwordFile}: RunningService, demo: Demo | null, signInUrl: string | null): void {
	const here = (file: string) => (relative('.', file).startsWith('..') ? file : relative('.', file));
	const password = passwordFile ? `password in ${here(passwordFile)}` : 'password from OPERATOR_PASSWORD';
	const places = {
		...(signInUrl ? {Editor: signInUrl} : {'Sign in': `${config.baseUrl}/`}),
		Reference: `${config.baseUrl}/docs`,
		Queues: `${config.baseUrl}/ops/queues  (user operator, ${password})`,
		Logs: here(`${config.dataDir}/logs`),
		...(demo && {'Demo key': here(demo.keyFile)}),
		...(demo?.tourUrl && {'Sample tour': demo.tourUrl}),
	};
	console.log(`Roteiro is up after ${((performance.now() - begun) / 1000).toFixed(1)} s; Ctrl-C stops it.`);
	for (const [name, place] of Object.entries(places)) console.log(`  ${name.padEnd(11)}  ${place}`);
	console.log(`ready ${config.baseUrl}`);
}

/** Makes what a newcomer looks at; its code is loaded after all else has been started. */
async function greet({config, apiUrl}: RunningService): Promise<{demo: Demo | null; signInUrl: string | null}> {
	const {seed, newSignInUrl} = await import('./seed/seed.ts');
	return {demo: await seed(config, apiUrl, report), signInUrl: await newSignInUrl(config)};
}

async function open(url: string): Promise<void> {
	if (await openUrl(url, process.env)) return;
	report('No browser could be opened here: open the address above where you have one.');
}

function report(sentence: string): void {
	console.error(sentence);
}

/** Restarts the API or the worker when a file that it loads changes, until `signal` is aborted. Reports each restart in a sentence. */
function watchSources(service: Pick<RunningService, 'restart'>, report: (sentence: string) => void, signal: AbortSignal): void {
	const due = new Set<keyof typeof LOADS>();
	let timer: NodeJS.Timeout | undefined;
	const restart = () => {
		for (const name of due) {
			report(`${name} restarts: its code has changed.`);
			service.restart(name);
		}
		due.clear();
	};
	for (const folder of new Set(Object.values(LOADS).flat())) {
		watch(join(ROOT, folder), {recursive: true, signal}, (_event, file) => {
			if (!file || !/\.(tsx?|css)$/.test(file) || file.endsWith('.test.ts')) return;
			for (const [name, folders] of Object.entries(LOADS)) {
				if ((folders as readonly string[]).includes(folder)) due.add(name as keyof typeof LOADS);
			}
			clearTimeout(timer);
			timer = setTimeout(restart, SETTLE_MS);
		});
	}
}
