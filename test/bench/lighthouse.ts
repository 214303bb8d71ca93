import {execFile} from 'node:child_process';
import {access} from 'node:fs/promises';
import {availableParallelism, loadavg} from 'node:os';
import {join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {promisify} from 'node:util';
import type {Browser, Page} from 'puppeteer';
import {type ExampleChoices, publishExamples} from '../helpers/example-tour.ts';
import {launchLoopbackBrowser} from '../helpers/loopback-browser.ts';
import {onOwnServers} from '../helpers/own-servers.ts';
import {startService} from '../helpers/service.ts';
import {furnishDemo} from '../screens/account.ts';
import {median} from './figures.ts';

/**
 * `npm run lab -- lighthouse [tours|pages|editor]`: runs Lighthouse, as a phone on simulated slow 4G, over published tours of
 * real screenshots; as a phone and as a desktop over the landing page and sign-up; and as a desktop over the editor's
 * screens. It takes the median of five runs each, and exits with 1 if a goal is missed. Lighthouse weighs 125 MB and is
 * no dependency: the first run installs it into its own folder, or LIGHTHOUSE names a folder whose node_modules has it.
 */
const VERSION = '13.5.0';
const RUNS = 5;
const TOURS: Record<string, ExampleChoices> = {
	'ten screens': {screens: 10},
	'opening slide': {screens: 9, slide: true, preset: 'documento'},
	'opening form': {screens: 10, preset: 'dark', lead: true},
	narrated: {screens: 10, preset: 'laranja-vibrante', narrated: true},
};
const CATEGORIES = {performance: 'perf', accessibility: 'a11y', 'best-practices': 'practices', seo: 'SEO'};
const TBT = 'TBT ms';
const LCP: Goal = {name: 'LCP s', falls: value => value > 1.2};
const TOUR_GOALS: Goal[] = [
	...Object.values(CATEGORIES).map((name): Goal => ({name, falls: value => value < 98})),
	LCP,
	{name: 'CLS', falls: value => value > 0.01},
	{name: TBT, falls: value => value > 50},
];
/** Nobody searches for what is behind a password. */
const EDITOR_GOALS: Goal[] = [
	{name: 'perf', falls: value => value < 95},
	{name: 'a11y', falls: value => value < 100},
	LCP,
	{name: 'CLS', falls: value => value > 0.02},
];
/** Goals of the pages that a newcomer sees first. */
const PAGE_GOALS: Goal[] = [
	...Object.values(CATEGORIES).map((name): Goal => ({name, falls: value => value < 100})),
	{name: 'CLS', falls: value => value > 0.01},
];
const PAGES = {'landing page': '/', 'sign up': '/account/sign-up'};
const EDITOR_SCREENS = [
	'/',
	'/bin',
	'/statistics',
	'/leads',
	'/settings/profile',
	'/settings/security',
	'/settings/limits',
	'/settings/data',
];
const TOUR_SCREENS = ['', '/theme', '/cards', '/statistics'];

type Goal = {name: string; falls(value: number): boolean};
type Audit = {
	score: number | null;
	numericValue?: number;
	title: string;
	displayValue?: string;
	details?: {items?: {transferSize?: number}[]};
};
type Report = {
	categories: Record<string, {score: number | null; auditRefs: {id: string; weight: number}[]}>;
	audits: Record<string, Audit>;
	runtimeError?: {message: string};
};
/** A page to judge: as a phone, or with `desk` as a desk; with `token` as a signed-in person. */
type Judged = {url: string; goals: Goal[]; desk?: boolean; token?: string};
type Lighthouse = (url: string, flags: object, config: object | undefined, page: Page) => Promise<{lhr: Report} | undefined>;
type Figures = Record<string, number>;

const {lighthouse, desktop} = await loadLighthouse();
const asked = process.argv[2];
if (loadavg()[0]! > availableParallelism() / 2)
	process.stderr.write('This machine is busy: TBT, and with it the performance, may tell of that.\n');
await onOwnServers(async () => {
	const browser = await launchLoopbackBrowser();
	const wants = (part: string) => !asked || asked === part;
	const tours = wants('tours') ? await publishExamples(Object.values(TOURS)) : null;
	const editor = wants('editor') ? await openScreens() : null;
	const pages = wants('pages') ? await openPages() : null;
	const targets: Record<string, Judged> = {...editor?.screens, ...pages?.screens};
	for (const [index, name] of Object.keys(TOURS).entries()) if (tours) targets[name] = {url: tours.urls[index]!, goals: TOUR_GOALS};
	const table: Record<string, Figures> = {};
	for (const [name, target] of Object.entries(targets)) {
		process.stderr.write(`${name} …\n`);
		const reports: Report[] = [];
		for (let run = 0; run < RUNS; run++) reports.push(await judge(browser, target));
		table[name] = summary(reports.map(figuresOf));
		const missed = target.goals.filter(({name: figure, falls}) => falls(table[name]![figure]!));
		for (const {name: figure} of missed) console.log(`MISSED  ${name}: ${figure} ${table[name][figure]}`);
		if (missed.length === 0) continue;
		process.exitCode = 1;
		for (const fault of new Set(reports.flatMap(faultsOf))) console.log(`        ${fault}`);
	}
	console.table(table);
	await browser.close();
	await tours?.stop();
	await editor?.stop();
	await pages?.stop();
});
process.exit();

/** Judges the public pages, as a phone and as a desktop. */
async function openPages(): Promise<{screens: Record<string, Judged>; stop: () => Promise<void>}> {
	const service = await startService({}, {workers: false});
	const screens = Object.entries(PAGES).flatMap(([name, path]) =>
		[false, true].map(desk => [`${name}, ${desk ? 'desktop' : 'phone'}`, {url: service.baseUrl + path, desk, goals: PAGE_GOALS}] as const),
	);
	return {screens: Object.fromEntries(screens), stop: service.stop};
}

/** Serves every screen of the editor, in an account with some activity. */
async function openScreens(): Promise<{screens: Record<string, Judged>; stop: () => Promise<void>}> {
	const service = await startService();
	const {token, tourId} = await furnishDemo(service, 'en');
	const paths = [...EDITOR_SCREENS, ...TOUR_SCREENS.map(path => `/tours/${tourId}${path}`)];
	const nameOf = (path: string) => `editor ${path.replace(tourId, '…')}`;
	const screens = paths.map(path => [nameOf(path), {url: service.baseUrl + path, token, desk: true, goals: EDITOR_GOALS}] as const);
	return {screens: Object.fromEntries(screens), stop: service.stop};
}

async function loadLighthouse(): Promise<{lighthouse: Lighthouse; desktop: object}> {
	const folder = resolve(process.env.LIGHTHOUSE || `node_modules/.cache/lighthouse-${VERSION}`);
	const modules = join(folder, 'node_modules');
	// npm writes this list last: after an interrupted install it is missing.
	const there = await access(join(modules, '.package-lock.json')).then(
		() => true,
		() => false,
	);
	if (!there) await install(folder);
	const load = async (path: string) => (await import(pathToFileURL(join(modules, 'lighthouse/core', path)).href)).default;
	return {lighthouse: await load('index.js'), desktop: await load('config/desktop-config.js')};
}

/** In a folder apart from our own packages, which npm would otherwise rearrange. */
async function install(folder: string): Promise<void> {
	process.stderr.write(`Installing Lighthouse ${VERSION} …\n`);
	const options = ['--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
	try {
		await promisify(execFile)('npm', ['install', ...options, `lighthouse@${VERSION}`]);
	} catch (error) {
		const said = (error as {stderr?: string}).stderr || error;
		console.error(`Lighthouse ${VERSION} could not be installed; a folder that has it can be named in LIGHTHOUSE.\n${said}`);
		process.exit(1);
	}
}

/** One visit by somebody who was never here. The browser resolves no host name, and error reports are off: nothing leaves the machine. */
async function judge(browser: Browser, {url, desk, token}: Judged): Promise<Report> {
	const context = await browser.createBrowserContext();
	if (token) await context.setCookie({name: 'roteiro_session', value: token, domain: '127.0.0.1', path: '/', sameSite: 'Lax'});
	const page = await context.newPage();
	const flags = {onlyCategories: Object.keys(CATEGORIES), enableErrorReporting: false, logLevel: 'error'};
	const result = await lighthouse(url, flags, desk ? desktop : undefined, page);
	await context.close();
	if (!result || result.lhr.runtimeError) throw new Error(`Lighthouse could not judge ${url}: ${result?.lhr.runtimeError?.message}`);
	return result.lhr;
}

function figuresOf({categories, audits}: Report): Figures {
	const requests = audits['network-requests']!.details!.items!;
	const scores = Object.entries(CATEGORIES).map(([id, name]) => [name, Math.round(100 * (categories[id]!.score ?? 0))]);
	return {
		...Object.fromEntries(scores),
		'LCP s': rounded(audits['largest-contentful-paint']!.numericValue! / 1000, 2),
		CLS: rounded(audits['cumulative-layout-shift']!.numericValue!, 4),
		[TBT]: rounded(audits['total-blocking-time']!.numericValue!, 0),
		bytes: requests.reduce((sum, {transferSize = 0}) => sum + transferSize, 0),
		requests: requests.length,
	};
}

/** The audits that cost points. */
function faultsOf({categories, audits}: Report): string[] {
	const weighed = Object.values(categories).flatMap(({auditRefs}) => auditRefs.filter(({weight}) => weight > 0));
	return weighed
		.map(({id}) => ({id, ...audits[id]!}))
		.filter(({score}) => score !== null && score < 0.9)
		.map(({id, title, displayValue = ''}) => `${id}: ${title} ${displayValue}`.trimEnd());
}

/** The median of each figure, but the least TBT: it is measured by the clock, and whatever else the machine does only adds to it. */
function summary(runs: Figures[]): Figures {
	const of = (name: string) => runs.map(figures => figures[name]!);
	return Object.fromEntries(Object.keys(runs[0]!).map(name => [name, name === TBT ? Math.min(...of(name)) : median(of(name))]));
}

function rounded(value: number, digits: number): number {
	return Number(value.toFixed(digits));
}
