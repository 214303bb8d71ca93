import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {build} from 'esbuild';
import type {Page} from 'puppeteer';
import {npm} from '../../local-writer/install.ts';
import {pages} from '../../local-writer/serve.ts';
import {type Application, dark, press, SMALL, SMALL_2X, SMALL_3X, WIDE} from '../application.ts';
import {shown} from './kits.ts';

const FILES = `import {createElement as h} from 'react';
import {createRoot} from 'react-dom/client';
import {FileManager} from '@cubone/react-file-manager';
const at = (name, path, index, size) => ({name, isDirectory: !size, path, updatedAt: new Date(1764000000000 - index * 86e6).toISOString(), ...(size && {size})});
const files = ['Reports', 'Photos', 'Music'].flatMap((folder, index) => [at(folder, '/' + folder, index), at('2025', '/' + folder + '/2025', index)])
	.concat(['budget-2025.xlsx', 'minutes.md', 'plan_v3.pdf', 'README.txt', 'invoice-0042.pdf', 'archive.zip', 'index.ts'].map((name, index) => at(name, '/' + name, index, 377 * (index + 3) ** 3)));
const layout = new URLSearchParams(location.search).get('layout') || 'grid';
createRoot(document.querySelector('#f')).render(h(FileManager, {files, layout, height: '640px', enableFilePreview: false}));`;

/** A manager of files with a bar of words and icons. */
export const fileManager: Application = {
	name: 'react-file-manager',
	async start(folder) {
		const own = join(folder, 'react-file-manager');
		await npm(own, '@cubone/react-file-manager@1.35.0', 'react@19', 'react-dom@19');
		const root = join(own, 'pages');
		await build({
			stdin: {contents: `import '@cubone/react-file-manager/dist/style.css';${FILES}`, resolveDir: own},
			...{bundle: true, format: 'esm', outfile: join(root, 'f.js'), define: {'process.env.NODE_ENV': '"production"'}, logLevel: 'error'},
		});
		const page = '<link rel=stylesheet href=/f.css><body style="padding: 16px"><div id=f></div><script type=module src=/f.js></script>';
		await writeFile(join(root, 'index.html'), `<!doctype html><meta charset=utf-8><title>Files</title>${page}`);
		return pages(root);
	},
	shots: [
		{window: WIDE, path: '/', act: () => sleep(1500)},
		{window: SMALL_2X, path: '/?layout=list', act: () => sleep(1500)},
		{window: SMALL, path: '/?layout=list', act: page => chosen(page)},
		{window: SMALL_3X, path: '/', act: page => chosen(page)},
	],
};

/** Chooses a file, for which the bar has other icons. */
async function chosen(page: Page): Promise<void> {
	await sleep(1500);
	await press(page, '.file-item-container').catch(() => {});
}

const GRAPHIQL = `<link rel=stylesheet href=/graphiql/graphiql.min.css><body style="margin: 0"><div id=g style="height: 100vh"></div>
<script src=/react/umd/react.production.min.js></script><script src=/react-dom/umd/react-dom.production.min.js></script><script src=/graphiql/graphiql.min.js></script>
<script>const kind = (name, kind = 'SCALAR') => ({name, kind}); const field = (name, type, args = []) => ({name, type, args, isDeprecated: false, description: 'The ' + name + ' of it'});
const type = (name, fields) => ({...kind(name, 'OBJECT'), fields, interfaces: [], description: 'Everything about a ' + name.toLowerCase()});
const schema = {queryType: {name: 'Query'}, directives: [], types: [...['String', 'Int', 'Boolean'].map(name => kind(name)), type('Query', [field('tours', kind('Tour', 'OBJECT'), [{name: 'first', type: kind('Int'), defaultValue: '10'}]), field('boat', kind('Boat', 'OBJECT'))]), type('Tour', [field('id', kind('String')), field('name', kind('String')), field('steps', kind('Int'))]), type('Boat', [field('name', kind('String')), field('crew', kind('Int'))])]};
const fetcher = async ({query}) => ({data: query.includes('__schema') ? {__schema: schema} : {tours: {id: '7', name: 'First steps', steps: 4}}});
ReactDOM.createRoot(document.querySelector('#g')).render(React.createElement(GraphiQL, {fetcher, shouldPersistHeaders: true, defaultEditorToolsVisibility: true, defaultQuery: 'query Tours {\\n  tours(first: 5) {\\n    id\\n    name\\n    steps\\n  }\\n}\\n'}));</script>`;

/** A client of GraphQL with its documentation. */
export const graphiql: Application = {
	name: 'graphiql',
	start: folder => shown(folder, 'graphiql', GRAPHIQL, 'graphiql@3.8.3', 'react@18.3.1', 'react-dom@18.3.1', 'graphql@16'),
	shots: [
		{window: WIDE, path: '/', act: () => sleep(2000)},
		{window: SMALL_2X, path: '/', act: page => sidebar(page, 0)},
		{window: dark(SMALL), path: '/', act: page => sidebar(page, 1)},
		{window: SMALL_3X, path: '/', act: page => press(page, '.graphiql-execute-button')},
	],
};

async function sidebar(page: Page, index: number): Promise<void> {
	await sleep(2000);
	await page.evaluate(index => document.querySelectorAll<HTMLElement>('.graphiql-sidebar button')[index]?.click(), index);
	await sleep(1000);
}

const REDOC = `<body style="margin: 0"><redoc spec-url=/openapi.json disable-search=false></redoc><script src=/redoc/bundles/redoc.standalone.js></script>`;

/** The documentation of an API in three columns. */
export const redoc: Application = {
	name: 'redoc',
	async start(folder) {
		const peers = ['react@18.3.1', 'react-dom@18.3.1', 'mobx@6', 'styled-components@6', 'core-js@3'];
		const running = await shown(folder, 'redoc', REDOC, 'redoc@2.5.0', ...peers);
		const description = await readFile(join(import.meta.dirname, '../../../../docs/openapi.json'));
		await writeFile(join(folder, 'redoc/node_modules/openapi.json'), description);
		return running;
	},
	shots: [
		{window: WIDE, path: '/', act: () => sleep(6000)},
		{window: SMALL_2X, path: '/', act: searched},
		{window: SMALL, path: '/#operation/put_tour', act: () => sleep(6000)},
	],
};

async function searched(page: Page): Promise<void> {
	await page.waitForSelector('input[placeholder]', {timeout: 20_000});
	await page.type('input[placeholder]', 'tour');
	await sleep(3000);
}

const CHAT = `<body style="margin: 0"><vue-advanced-chat height=100vh></vue-advanced-chat><script src=/vue-advanced-chat/dist/vue-advanced-chat.umd.js></script>
<script>window['vue-advanced-chat'].register(); const look = new URLSearchParams(location.search);
const users = ['Ana Prado', 'Rui Costa', 'Eva Lima'].map((username, at) => ({_id: String(at), username, status: {state: at ? 'online' : 'offline', lastChanged: 'today, 14:30'}}));
const rooms = ['Harbour', 'Boats for a day', 'Eva Lima', 'Tides'].map((roomName, at) => ({roomId: String(at), roomName, index: 9 - at, unreadCount: at, users, lastMessage: {_id: 'x', content: 'See you at the pier', senderId: '1', username: 'Rui Costa', timestamp: '10:2' + at, saved: true, seen: at > 1}}));
const messages = ['Are the sails dry?', 'Yes, since noon.', 'Then we leave at four.', 'Bring the *rope* and the lantern.', 'See you at the pier'].map((content, at) => ({_id: String(at), indexId: at, content, senderId: String(at % 3), username: users[at % 3].username, date: '13 June', timestamp: '10:1' + at, saved: true, distributed: true, seen: at < 3, ...(at === 1 && {files: [{name: 'tides', size: 67351, type: 'pdf', url: '#'}]}), ...(at === 3 && {reactions: {'👍': ['0', '1']}})}));
const chat = document.querySelector('vue-advanced-chat'); chat.currentUserId = '0'; chat.rooms = rooms; chat.roomsLoaded = true; chat.messages = messages; chat.messagesLoaded = true; chat.theme = look.get('theme') || 'light';
chat.roomActions = [{name: 'invite', title: 'Invite'}]; chat.menuActions = [{name: 'invite', title: 'Invite'}, {name: 'leave', title: 'Leave'}];
chat.addEventListener('fetch-messages', () => {chat.messages = [...messages]; chat.messagesLoaded = true});</script>`;

/** Rooms to chat in. */
export const chat: Application = {
	name: 'vue-advanced-chat',
	start: folder => shown(folder, 'vue-advanced-chat', CHAT, 'vue-advanced-chat@2.1.2'),
	shots: [
		{window: WIDE, path: '/', act: () => sleep(3000)},
		{window: SMALL_2X, path: '/?theme=dark', act: () => sleep(3000)},
		{window: SMALL, path: '/', act: () => sleep(3000)},
	],
};

const SPREADSHEET = `<link rel=stylesheet href=/jsuites/dist/jsuites.css><link rel=stylesheet href=/jspreadsheet-ce/dist/jspreadsheet.css><link rel=stylesheet href=/material-icons/iconfont/material-icons.css>
<body style="margin: 16px"><div id=j></div><script src=/jsuites/dist/jsuites.js></script><script src=/jspreadsheet-ce/dist/index.js></script>
<script>const data = ['Swallow', 'Heron', 'Tern', 'Swallow', 'Gull', 'Heron', 'Tern', 'Gull'].map((boat, at) => ['2025-06-' + (11 + at), boat, 2 + at, 120 + 15 * at, at % 2 === 0]);
const columns = [{type: 'text', title: 'Day', width: 140}, {type: 'dropdown', title: 'Boat', width: 160, source: ['Swallow', 'Heron', 'Tern', 'Gull']}, {type: 'numeric', title: 'Guests', width: 100}, {type: 'numeric', title: 'Price', width: 100}, {type: 'checkbox', title: 'Paid', width: 80}];
jspreadsheet(document.querySelector('#j'), {toolbar: true, tabs: true, worksheets: [{data, columns, minDimensions: [8, 12], search: true, pagination: 10, worksheetName: 'Bookings'}, {minDimensions: [8, 12], worksheetName: 'Boats'}]});</script>`;

/** A sheet under a bar of icons, with a field to search it. */
export const spreadsheet: Application = {
	name: 'jspreadsheet',
	start: folder => shown(folder, 'jspreadsheet', SPREADSHEET, 'jspreadsheet-ce@5.0.4', 'jsuites@5', 'material-icons@1.13.14'),
	shots: [
		{window: WIDE, path: '/', act: () => sleep(1500)},
		{window: SMALL_2X, path: '/', act: () => sleep(1500)},
		{window: SMALL, path: '/', act: page => menu(page)},
	],
};

/** Opens the menu of a cell. */
async function menu(page: Page): Promise<void> {
	await sleep(1500);
	await page.mouse.click(200, 200, {button: 'right'});
	await sleep(500);
}
