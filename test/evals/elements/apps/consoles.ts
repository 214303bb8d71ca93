import {once} from 'node:events';
import {mkdir, rm, symlink, writeFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import {setTimeout as sleep} from 'node:timers/promises';
import type {Page} from 'puppeteer';
import {npm} from '../../local-writer/install.ts';
import {serve} from '../../local-writer/serve.ts';
import {type Application, SMALL, SMALL_2X, SMALL_3X, WIDE} from '../application.ts';
import {pressed} from './workbenches.ts';

/** Waits for the page, and asks for a font that is there: of those in its list only signs are. */
async function settled(page: Page): Promise<void> {
	await sleep(5000);
	await page.addStyleTag({content: 'body, input, select, button, pre {font-family: sans-serif !important}'});
}

/** The server of a boat's instruments, and the pages that set it up. */
export const signalK: Application = {
	name: 'signalk-server',
	async start(folder) {
		const own = join(folder, 'signalk-server');
		await npm(own, 'signalk-server@2.23.0');
		// It looks for its pages among packages of its own.
		const [all, its] = [join(own, 'node_modules'), join(own, 'node_modules/signalk-server/node_modules')];
		await mkdir(its, {recursive: true});
		await symlink(join(all, '@signalk'), join(its, '@signalk')).catch(() => {});
		const home = join(own, 'home');
		await rm(home, {recursive: true, force: true});
		await mkdir(home, {recursive: true});
		const vessel = {name: 'Swallow', mmsi: '263123456', design: {length: {value: {overall: 12}}}};
		await writeFile(join(home, 'settings.json'), JSON.stringify({interfaces: {}, pipedProviders: [], mdns: false}));
		await writeFile(
			join(home, 'baseDeltas.json'),
			JSON.stringify([{context: 'vessels.self', updates: [{values: [{path: '', value: vessel}]}]}]),
		);
		const script = join(own, 'node_modules/signalk-server/bin/signalk-server');
		const args = [script, '-c', home, '--sample-nmea0183-data'];
		return serve(port => ({
			command: process.execPath,
			args,
			cwd: own,
			env: {PORT: String(port), SIGNALK_NODE_CONFIG_DIR: home, HOME: home},
		}));
	},
	shots: [
		{window: WIDE, path: '/admin/#/dashboard', act: settled},
		{window: SMALL_2X, path: '/admin/#/serverConfiguration/settings', act: settled},
		{window: SMALL, path: '/admin/#/serverConfiguration/connections/-', act: settled},
		{window: SMALL_3X, path: '/admin/#/databrowser', act: settled},
		{window: SMALL, path: '/admin/#/serverConfiguration/plugins/-', act: settled},
		{window: SMALL_2X, path: '/admin/#/security/settings', act: settled},
	],
};

const date = (at: number) => new Date(Date.UTC(2025, 5, 11 + at, 9, 30)).toISOString();
const GUESTS = ['Ana Prado', 'Rui Costa', 'Eva Lima', 'Jon Gray', 'Mia Sol', 'Tom Reis', 'Lea Brandt', 'Ivo Nunes'];
const BOOKINGS = GUESTS.map((guest, at) => ({
	...{objectId: `b7Qx${at}Lk2`, createdAt: date(at), updatedAt: date(at), guest, persons: (at % 5) + 1, paid: at % 2 === 0},
	...{boat: ['Swallow', 'Heron', 'Tern'][at % 3], day: {__type: 'Date', iso: date(at + 20)}, notes: at % 2 ? '' : 'Needs a life jacket'},
}));
const typed = (types: Record<string, string>) => Object.fromEntries(Object.entries(types).map(([name, type]) => [name, {type}]));
const BASE = {objectId: 'String', createdAt: 'Date', updatedAt: 'Date', ACL: 'ACL'};
const CLASSES = ['Booking', 'Boat', 'Harbour', '_User', '_Role'].map(className => ({
	className,
	fields: typed({
		...BASE,
		...(className === 'Booking'
			? {guest: 'String', persons: 'Number', paid: 'Boolean', boat: 'String', day: 'Date', notes: 'String'}
			: {name: 'String'}),
	}),
	...{
		classLevelPermissions: {
			find: {'*': true},
			get: {'*': true},
			create: {'*': true},
			update: {'*': true},
			delete: {'*': true},
			addField: {'*': true},
		},
		indexes: {},
	},
}));
const FEATURES = {
	...{globalConfig: {create: true, read: true, update: true, delete: true}, hooks: {create: true, read: true, update: true, delete: true}},
	...{
		cloudCode: {jobs: true},
		logs: {level: true, size: true, order: true, until: true, from: true},
		push: {immediatePush: true, scheduledPush: false, storedPushData: true},
	},
	schemas: {
		addField: true,
		removeField: true,
		addClass: true,
		removeClass: true,
		clearAllDataFromClass: true,
		exportClass: false,
		editClassLevelPermissions: true,
		editPointerPermissions: true,
	},
};

/** Answers as a server of data does: classes, rows, settings. */
function answer(path: string, isCounted: boolean): object {
	if (path.endsWith('/serverInfo')) return {features: FEATURES, parseServerVersion: '8.2.0'};
	if (path.endsWith('/schemas')) return {results: CLASSES};
	if (path.includes('/schemas/')) return CLASSES.find(({className}) => path.endsWith(className)) ?? CLASSES[0]!;
	if (path.endsWith('/classes/Booking')) return isCounted ? {results: [], count: BOOKINGS.length} : {results: BOOKINGS};
	if (path.endsWith('/config'))
		return {params: {season: 'summer', seats: 12, open: true, contact: 'hello@harbour.example'}, masterKeyOnly: {seats: true}};
	if (path.endsWith('/hooks/functions') || path.endsWith('/hooks/triggers')) return [];
	return isCounted ? {results: [], count: 0} : {results: []};
}

/** Tables of data, filters, settings, and a console to ask a server. */
export const parseDashboard: Application = {
	name: 'parse-dashboard',
	async start(folder) {
		const own = join(folder, 'parse-dashboard');
		await npm(own, 'parse-dashboard@9.2.0');
		const data = createServer(async (request, response) => {
			const isCounted = (await text(request)).includes('"count":1');
			const headers = {'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*', 'Access-Control-Allow-Methods': '*'};
			response.writeHead(200, {'Content-Type': 'application/json', ...headers});
			response.end(JSON.stringify(answer(new URL(request.url!, 'http://127.0.0.1').pathname.replace(/\/$/, ''), isCounted)));
		}).listen(0, '127.0.0.1');
		await once(data, 'listening');
		const url = `http://127.0.0.1:${(data.address() as AddressInfo).port}/parse`;
		const script = join(own, 'node_modules/parse-dashboard/bin/parse-dashboard');
		const args = [
			script,
			'--dev',
			'--appId',
			'harbour',
			'--masterKey',
			'key',
			'--appName',
			'Harbour',
			'--serverURL',
			url,
			'--host',
			'127.0.0.1',
		];
		const running = await serve(port => ({command: process.execPath, args: [...args, '--port', String(port)], cwd: own}));
		const stop = async () => {
			data.closeAllConnections();
			data.close();
			await running.stop();
		};
		return {...running, stop};
	},
	shots: [
		{window: WIDE, path: '/apps/Harbour/browser/Booking', act: () => sleep(5000)},
		{window: SMALL_2X, path: '/apps/Harbour/config', act: () => sleep(5000)},
		{window: SMALL, path: '/apps/Harbour/api_console/rest', act: () => sleep(5000)},
		{window: SMALL_3X, path: '/apps/Harbour/push/new', act: () => sleep(5000)},
		{window: SMALL, path: '/apps/Harbour/config', act: pressed('a::-p-text(Create a parameter), button::-p-text(Create a parameter)')},
		{window: SMALL_2X, path: '/apps/Harbour/browser/Booking', act: pressed('a::-p-text(Filter), span::-p-text(Filter)')},
	],
};
