import {readdir, readFile} from 'node:fs/promises';
import {dirname, join, relative, resolve} from 'node:path';
import test from 'ava';

/** What each folder may import beside itself: the rules of docs/architecture.md. */
const MAY_IMPORT: Record<string, string[]> = {
	// Of its version.
	shared: ['package.json'],
	renderers: ['shared'],
	api: ['shared'],
	infra: ['shared'],
	workers: ['shared', 'renderers'],
	client: ['api'],
	// The service's own rules and its client: what is bundled runs anywhere.
	cli: ['client', 'shared'],
	// What the recorder knows, in a browser.
	extension: ['cli', 'client', 'shared'],
	// Of shared/ and renderers/ what a browser can run: the test below says which.
	editor: ['shared', 'client', 'renderers'],
};
/** What each folder of api/ may import beside itself, `http/` and `shared/`; app.ts, thread.ts and main.ts may import all of them. */
const FLOORS_OF_API: Record<string, string[]> = {
	http: [],
	server: [],
	ops: [],
	pages: [],
	auth: [],
	public: [],
	pipeline: ['auth'],
	oauth: ['pages', 'auth'],
	operations: ['pipeline', 'auth'],
	'long-calls': ['pipeline', 'auth'],
	docs: ['pipeline', 'pages'],
	landing: ['pages', 'auth'],
	account: ['pages', 'operations', 'auth'],
	editor: ['pages', 'auth'],
	rest: ['long-calls', 'operations', 'pipeline', 'auth'],
	mcp: ['long-calls', 'operations', 'pipeline', 'auth'],
};
/** Layers of a folder, lowest first: each room, a folder or a file at the root, may import those of lower layers alone. */
const LAYERS: Record<string, string[][]> = {
	shared: [
		// What a browser carries, and what needs nothing.
		['contract', 'html.ts', 'config', 'metrics', 'process', 'untyped.d.ts', 'zip'],
		['ids.ts', 'image-format.ts', 'nearest.ts', 'outage.ts', 'concurrency.ts'],
		['errors.ts', 'locales', 'log.ts', 'start-and-stop.ts'],
		['tour', 'outbound', 'tracing'],
		['files', 'folder', 'schema'],
		['store'],
		['queue', 'present', 'exports'],
		['services'],
		['account-end'],
	],
	editor: [
		['messages'],
		['shell', 'words'],
		['saving'],
		['tours'],
		['session', 'statistics', 'settings'],
		['fields', 'stage', 'history'],
		['ai', 'export', 'leads', 'preview', 'redact'],
		['conflicts', 'paths', 'publish'],
		['appearance', 'inspector'],
		['edit'],
		['main.tsx'],
	],
	renderers: [
		['audio', 'browser', 'fonts', 'hotspot'],
		['exporter.ts', 'image', 'player'],
		['cover', 'code-version.ts', 'paper', 'step-picture'],
		['video'],
		['export'],
	],
};
/** Packages that only one folder may load. */
const KEPT_IN: Record<string, string[]> = {
	koa: ['api'],
	'@koa/router': ['api'],
	sharp: ['renderers'],
	puppeteer: ['renderers'],
	'puppeteer-core': ['cli'],
	'@puppeteer/replay': ['cli'],
	'@hyzyla/pdfium': ['cli'],
	undici: ['cli'],
	yauzl: ['cli', 'workers', 'shared'],
	typeorm: ['shared', 'infra'],
	'@modelcontextprotocol/server': ['api'],
	'@modelcontextprotocol/sdk': ['api'],
	'oidc-provider': ['api'],
	nodemailer: ['workers'],
	'fluent-ffmpeg': ['renderers'],
	'@anthropic-ai/sdk': ['workers'],
	openai: ['workers'],
	'prom-client': ['shared'],
	'@opentelemetry/api': ['shared'],
};

/** More than that, and a folder is split by what its files are about; a file by what it does. Functions: a rule of biome.json. */
const FILES_PER_FOLDER = 20;
const LINES_PER_FILE = 250;

/** What of the other folders runs in a browser, and is all that the editor may import. */
const IN_THE_EDITOR =
	/^(?:editor\/|client\/|shared\/(?:contract|locales|tour)\/|renderers\/hotspot\/|renderers\/fonts\/families\.ts|renderers\/player\/(?:parts|placement)\/|renderers\/player\/client\/|renderers\/player\/style\/)/;

/** Pure files of shared/ that the rules of a tour use. */
const CARRIED = ['shared/errors.ts', 'shared/html.ts'];

const root = resolve(import.meta.dirname, '..');
type Source = {path: string; folder: string; text: string; imports: string[]};

async function sources(): Promise<Source[]> {
	const found: Source[] = [];
	for (const folder of Object.keys(MAY_IMPORT)) {
		for (const name of await readdir(join(root, folder), {recursive: true})) {
			// Tests may reach everywhere.
			if (!/\.(?:m?ts|tsx)$/.test(name) || name.endsWith('.test.ts') || name.includes('node_modules/')) continue;
			const path = join(root, folder, name);
			const text = await readFile(path, 'utf8');
			found.push({
				path,
				folder,
				text,
				imports: [...text.matchAll(/^(?:import|export)\s[^'"]*?from\s+'([^']+)'|^import\s+'([^']+)'|import\('([^']+)'\)/gm)].map(
					match => (match[1] ?? match[2] ?? match[3])!,
				),
			});
		}
	}
	return found;
}

/** The files that each file imports, type imports included; paths from the root. */
async function importGraph(): Promise<Map<string, string[]>> {
	const files = await sources();
	return new Map(
		files.map(({path, imports}) => [
			relative(root, path),
			imports.filter(target => target.startsWith('.')).map(target => relative(root, resolve(dirname(path), target))),
		]),
	);
}

/** The first circle that a depth-first walk meets, as `a > b > a`; null where there is none. */
function circleIn(graph: Map<string, string[]>): string | null {
	const done = new Set<string>();
	const way: string[] = [];
	const visit = (node: string): string | null => {
		if (way.includes(node)) return [...way.slice(way.indexOf(node)), node].join(' > ');
		if (done.has(node)) return null;
		way.push(node);
		const circle = (graph.get(node) ?? []).map(visit).find(found => found !== null) ?? null;
		way.pop();
		done.add(node);
		return circle;
	};
	return [...graph.keys()].map(visit).find(found => found !== null) ?? null;
}

test('a circle of imports is found, and a diamond is none', t => {
	t.is(
		circleIn(
			new Map([
				['a', ['b']],
				['b', ['c']],
				['c', ['b']],
			]),
		),
		'b > c > b',
	);
	t.is(
		circleIn(
			new Map([
				['a', ['b', 'c']],
				['b', ['d']],
				['c', ['d']],
				['d', []],
			]),
		),
		null,
	);
});

test('no file reaches itself by its imports, type imports included', async t => {
	t.is(circleIn(await importGraph()), null);
});

test('a folder imports only the folders below it', async t => {
	const files = await sources();
	t.true(files.length > 50);
	const wrong = files.flatMap(({path, folder, imports}) =>
		imports
			.filter(target => target.startsWith('.'))
			.map(target => relative(root, resolve(dirname(path), target)))
			.filter(target => ![folder, ...MAY_IMPORT[folder]!].includes(target.split('/')[0]!))
			.map(target => `${relative(root, path)} imports ${target}`),
	);
	t.deepEqual(wrong, []);
});

test('a folder of api/ imports only the floors below it', async t => {
	const folderOf = (path: string) => path.split('/').slice(1, -1)[0];
	const graph = [...(await importGraph())].filter(([path]) => path.startsWith('api/') && folderOf(path));
	t.deepEqual([...new Set(graph.map(([path]) => folderOf(path)!))].sort(), Object.keys(FLOORS_OF_API).sort());
	const wrong = graph.flatMap(([path, imports]) => {
		const folder = folderOf(path)!;
		const allowed = [folder, 'http', ...FLOORS_OF_API[folder]!];
		return imports
			.filter(target => target.startsWith('api/') && !allowed.includes(folderOf(target) ?? ''))
			.map(target => `${path} imports ${target}`);
	});
	t.deepEqual(wrong, []);
});

for (const [top, layers] of Object.entries(LAYERS)) {
	test(`a room of ${top}/ imports only rooms of lower layers`, async t => {
		const level = new Map(layers.flatMap((rooms, index) => rooms.map(room => [room, index] as const)));
		const roomOf = (path: string) => path.split('/')[1]!;
		const graph = [...(await importGraph())].filter(([path]) => path.startsWith(`${top}/`));
		t.deepEqual([...new Set(graph.map(([path]) => roomOf(path)))].filter(room => !level.has(room)).sort(), []);
		const wrong = graph.flatMap(([path, imports]) =>
			imports
				.filter(target => target.startsWith(`${top}/`) && roomOf(target) !== roomOf(path))
				.filter(target => !(level.get(roomOf(target))! < level.get(roomOf(path))!))
				.map(target => `${path} imports ${target}`),
		);
		t.deepEqual(wrong, []);
	});
}

test('the API loads no image library and no browser, a worker no web server', async t => {
	const wrong = (await sources()).flatMap(({path, folder, imports}) =>
		imports.filter(name => KEPT_IN[packageOf(name)]?.includes(folder) === false).map(name => `${relative(root, path)} loads ${name}`),
	);
	t.deepEqual(wrong, []);
});

/** `@scope/name` of `@scope/name/part.js`. */
function packageOf(name: string): string {
	return name
		.split('/')
		.slice(0, name.startsWith('@') ? 2 : 1)
		.join('/');
}

test('the client loads nothing: what it takes from the API are types', async t => {
	const wrong = (await sources())
		.filter(({folder}) => folder === 'client')
		.flatMap(({path, text}) => [...text.matchAll(/^import (?!type )[^']*'([^']+)'/gm)].map(match => [relative(root, path), match[1]!]))
		.filter(([, target]) => !target!.startsWith('./'));
	t.deepEqual(wrong, []);
});

test('what a browser carries imports only the contract, the rules of a tour and the messages', async t => {
	const wrong = (await sources())
		.filter(({path}) => /\/shared\/(?:tour|contract|locales)\//.test(path))
		.flatMap(({path, imports}) =>
			imports
				.map(target => (target.startsWith('.') ? relative(root, resolve(dirname(path), target)) : target))
				.filter(target => target !== 'typebox' && !/^shared\/(?:tour|contract|locales)\//.test(target) && !CARRIED.includes(target))
				.map(target => `${relative(root, path)} imports ${target}`),
		);
	t.deepEqual(wrong, []);
});

test('the editor imports the contract, the rules of a tour, the client, and of the player what reads no files', async t => {
	const files = (await sources()).filter(({folder}) => folder === 'editor');
	t.true(files.length > 20);
	const wrong = files.flatMap(({path, imports}) =>
		imports
			.filter(target => target.startsWith('.'))
			.map(target => relative(root, resolve(dirname(path), target)))
			.filter(target => !IN_THE_EDITOR.test(target))
			.map(target => `${relative(root, path)} imports ${target}`),
	);
	t.deepEqual(wrong, []);
});

test('the environment is read in shared/config/config.ts, in infra and by the command of users alone', async t => {
	const wrong = (await sources())
		.filter(
			({path, folder, text}) =>
				folder !== 'infra' && folder !== 'cli' && !path.endsWith('shared/config/config.ts') && /process\.env/.test(text),
		)
		.map(({path}) => relative(root, path));
	t.deepEqual(wrong, []);
});

test('a family of jobs has one name, where they are declared and where they are handled', async t => {
	const paths = [...(await importGraph()).keys()];
	const families = (pattern: RegExp) => [...new Set(paths.flatMap(path => pattern.exec(path)?.[1] ?? []))].sort();
	t.deepEqual(families(/^workers\/jobs\/([^/]+)\//), families(/^shared\/queue\/jobs\/([^/]+)\.ts$/));
});

test('the store returns rows: it knows no base URL and presents nothing', async t => {
	const wrong = (await sources())
		.filter(({path}) => /\/shared\/store\//.test(path) && !path.endsWith('.test.ts'))
		.filter(({text, imports}) => /\bbaseUrl\b|function present[A-Z]/.test(text) || imports.some(target => target.includes('/present/')))
		.map(({path}) => relative(root, path));
	t.deepEqual(wrong, []);
});

test('a folder has 20 files at its root at most, a file 250 lines', async t => {
	const files = await sources();
	const perFolder = Map.groupBy(files, ({path}) => relative(root, dirname(path)));
	const crowded = [...perFolder]
		.filter(([, {length}]) => length > FILES_PER_FOLDER)
		.map(([folder, {length}]) => `${folder}: ${length} files`);
	t.deepEqual(crowded, []);

	const long = files
		.map(({path, text}) => ({name: relative(root, path), lines: text.trimEnd().split('\n').length}))
		.filter(({lines}) => lines > LINES_PER_FILE)
		.map(({name, lines}) => `${name}: ${lines} lines`);
	t.deepEqual(long, []);
});
