import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {readdirSync, readFileSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {setTimeout as sleep} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import type {Page} from 'puppeteer';
import sharp from 'sharp';
import {readConfig} from '../../shared/config/config.ts';
import {temporaryFolderName} from '../../shared/process/temporary-folder.ts';
import {eventually} from '../../test/helpers/eventually.ts';
import {openBrowser} from './browser.ts';

const executablePath = readConfig().chromium;
const size = {width: 200, height: 100};

function open(t: ExecutionContext, options: Partial<Parameters<typeof openBrowser>[0]> = {}) {
	const warnings: string[] = [];
	const browser = openBrowser({executablePath, log: {warn: (_, message) => warnings.push(message)}, ...options});
	t.teardown(() => browser.close());
	return {...browser, warnings};
}

test.serial('a document becomes a picture of the size and the kind that was asked for', async t => {
	const {screenshot} = open(t);
	const html = '<html><body style="margin:0;background:#0a0">x</body></html>';
	t.like(await sharp(await screenshot({html, ...size})).metadata(), {format: 'jpeg', width: 200, height: 100});
	const png = await screenshot({html, ...size, type: 'png', deviceScaleFactor: 2});
	t.like(await sharp(png).metadata(), {format: 'png', width: 400, height: 200});
	t.deepEqual(await corner(png), [0, 170, 0]);
});

test.serial('no script runs, in whatever way it is written', async t => {
	const {screenshot} = open(t);
	const red = "document.documentElement.style.background='red'";
	const html = `<html style="background:#00f"><body onload="${red}"><script>${red}</script><script type="module">${red}</script>
		<img src="data:," onerror="${red}"><svg onload="${red}"></svg><iframe src="javascript:parent.${red}"></iframe>
		<iframe srcdoc="<script>parent.${red}</script>"></iframe><meta http-equiv="refresh" content="0;url=javascript:${red}"></body></html>`;
	t.deepEqual(await corner(await screenshot({html, ...size, type: 'png'})), [0, 0, 255]);
});

test.serial('nothing is fetched, in whatever way it is asked for', async t => {
	let connections = 0;
	const server = createServer((_, response) => response.end('x')).on('connection', () => {
		connections += 1;
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	t.teardown(() => server.close());
	const {port} = server.address() as AddressInfo;
	const {screenshot} = open(t);
	for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]']) {
		const url = `http://${host}:${port}/`;
		const html = `<html><head><base href="${url}"><link rel="stylesheet" href="a.css"><link rel="preconnect" href="${url}"><link rel="prefetch" href="p">
			<link rel="dns-prefetch" href="${url}"><link rel="icon" href="icon"><link rel="manifest" href="m"><link rel="preload" as="image" href="l">
			<style>@import url(${url});@font-face{font-family:f;src:url(${url})}
			body{font-family:f;background:url(${url}b)}</style><script src="s.js"></script></head>
			<body ping="${url}">x<img src="i" srcset="j 2x"><iframe src="${url}"></iframe><object data="o"></object><embed src="e"><video src="v" poster="w"></video>
			<audio src="u" autoplay></audio><svg><image href="${url}"/><use href="${url}#u"/></svg><form action="${url}"><input autofocus></form></body></html>`;
		await screenshot({html, ...size});
	}
	// A page that goes elsewhere does not become a picture every time; it must not get there.
	const leaving = `<html><head><meta http-equiv="refresh" content="0;url=http://127.0.0.1:${port}/"></head><body>x</body></html>`;
	await open(t, {timeout: 2000})
		.screenshot({html: leaving, ...size})
		.catch(() => {});
	await sleep(300);
	t.is(connections, 0);
	t.is(await fetch(`http://127.0.0.1:${port}/`).then(response => response.text()), 'x');
	t.is(connections, 1);
});

test.serial('a file of the machine is not shown', async t => {
	const {screenshot} = open(t);
	const frame = (source: string) =>
		`<html><body style="margin:0"><iframe style="border:0" width="200" height="100" src="${source}"></iframe></body></html>`;
	const file = await screenshot({html: frame('file:///etc/passwd'), ...size, type: 'png'});
	const nothing = await screenshot({html: frame('data:text/html,'), ...size, type: 'png'});
	t.deepEqual(await corner(file), await corner(nothing));
	t.is(
		(await sharp(file).stats()).channels.map(channel => channel.stdev).some(deviation => deviation > 20),
		false,
	);
});

test.serial('many pictures at once share one browser and come out whole', async t => {
	const {screenshot} = open(t, {atOnce: 2});
	const drawn = await Promise.all(
		Array.from({length: 9}, (_, i) => screenshot({html: `<html style="background:rgb(${i * 20},0,0)"></html>`, ...size, type: 'png'})),
	);
	for (const [i, png] of drawn.entries()) t.deepEqual(await corner(png), [i * 20, 0, 0]);
	t.is(folders(process.pid).length, 1);
});

test.serial('a browser is replaced after its share of pictures, and nothing of it stays', async t => {
	const {screenshot, close, warnings} = open(t, {perBrowser: 3, atOnce: 1});
	const seen = new Set<string>();
	for (let i = 0; i < 7; i++) {
		const drawing = screenshot({html: '<p>x', ...size});
		while (folders(process.pid).length === 0) await sleep(5);
		await drawing;
		for (const folder of folders(process.pid)) seen.add(folder);
	}
	t.is(seen.size, 3);
	t.deepEqual(warnings, []);
	await close();
	await gone(t, process.pid);
	t.deepEqual(folders(process.pid), []);
});

test.serial('a browser that is killed is replaced, before a picture and in the midst of one', async t => {
	const {screenshot, warnings} = open(t);
	const html = '<html style="background:#0a0"></html>';
	await screenshot({html, ...size});
	for (const wait of [0, 0, 20, 40, 60]) {
		const [main] = browsers(process.pid);
		const drawing = wait > 0 ? screenshot({html, ...size, type: 'png'}) : null;
		await sleep(wait);
		process.kill(main!, 'SIGKILL');
		t.deepEqual(await corner(await (drawing ?? screenshot({html, ...size, type: 'png'}))), [0, 170, 0]);
		await sleep(100);
	}
	t.true(warnings.length <= 5);
});

test.serial('a browser that hangs is given up in time and killed, and the next picture has another', async t => {
	const {screenshot, close} = open(t, {timeout: 6000});
	await screenshot({html: '<p>x', ...size});
	for (const pid of processes(process.pid)) process.kill(pid, 'SIGSTOP');
	await t.throwsAsync(screenshot({html: '<p>x', ...size}), {name: 'TimeoutError', code: 'BROWSER_HUNG'});
	t.true((await screenshot({html: '<p>x', ...size})).length > 0);
	await close();
	await gone(t, process.pid);
});

test.serial('where there is no browser to start, the error says so', async t => {
	const {screenshot, warnings} = open(t, {executablePath: '/nowhere/chromium'});
	await t.throwsAsync(screenshot({html: '<p>x', ...size}), {message: /\/nowhere\/chromium/});
	t.is(warnings.length, 1);
	t.deepEqual(folders(process.pid), []);
});

const PAGE = "<p>one</p><img src='/a.png'><img src='https://elsewhere.invalid/b.png'><script>document.title = 'ran'</script>";
const visit = {url: 'https://page.invalid/p', ...size};

test.serial('a page that is visited runs its scripts, gets what is handed over and reaches nothing else', async t => {
	const browser = open(t);
	const asked: string[] = [];
	const load = async (path: string) => {
		asked.push(path);
		return path === '/p' ? {body: Buffer.from(PAGE), headers: {'Content-Type': 'text/html'}} : null;
	};
	const calm = "matchMedia('(prefers-reduced-motion:reduce)').matches";
	const look = async (page: Page) => [await page.title(), await page.evaluate(calm), await page.evaluate('innerWidth')];
	t.deepEqual(await browser.visit({...visit, load, look}), ['ran', true, 200]);
	t.deepEqual(asked.sort(), ['/a.png', '/p']);
});

test.serial('what a page asks for at once is handed over a little at a time, and what it says at once arrives whole', async t => {
	const browser = open(t);
	const page = Array.from({length: 24}, (_, index) => `<img src="/${index}.png">`).join('');
	let [under, most] = [0, 0];
	const load = async (path: string) => {
		if (path === '/p') return {body: Buffer.from(page), headers: {'Content-Type': 'text/html'}};
		most = Math.max(most, ++under);
		await sleep(5);
		under -= 1;
		return null;
	};
	const text = await browser.visit({...visit, load, look: page => page.evaluate("'é\\u0000'.repeat(2e6)") as Promise<string>});
	t.true(most > 1 && most <= 4, `${most} at once`);
	t.is(text, 'é\0'.repeat(2e6));
});

test.serial('a browser that dies while a page is looked at is replaced, and the page looked at again', async t => {
	const browser = open(t);
	const load = async () => ({body: Buffer.from(PAGE), headers: {'Content-Type': 'text/html'}});
	let tries = 0;
	const look = async (page: Page) => {
		tries += 1;
		if (tries === 1) process.kill(browsers(process.pid)[0]!, 'SIGKILL');
		return page.evaluate('document.title');
	};
	t.is(await browser.visit({...visit, load, look}), 'ran');
	t.is(tries, 2);
	t.is(browser.warnings.length, 1);
});

test.serial('a closed browser draws nothing', async t => {
	const {screenshot, close} = open(t);
	await screenshot({html: '<p>x', ...size});
	await close();
	await t.throwsAsync(screenshot({html: '<p>x', ...size}), {message: /closed/});
	await gone(t, process.pid);
});

test.serial('the browser gets nothing of our environment', async t => {
	const {screenshot} = open(t);
	await screenshot({html: '<p>x', ...size});
	const [main] = browsers(process.pid);
	const names = read(`/proc/${main}/environ`)
		.split('\0')
		.filter(Boolean)
		.map(variable => variable.split('=')[0]);
	const passed = ['HOME', 'TMPDIR', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'PATH', 'LANG', 'PWD'];
	t.deepEqual(
		names.filter(name => !passed.includes(name!)),
		[],
	);
	t.true(names.includes('HOME'));
});

for (const [when, wait] of [
	['while it is idle', null],
	['while the browser starts', 60],
	['while a picture is drawn', 450],
] as const) {
	test.serial(`no browser outlives an owner that is killed ${when}, and its folder goes with the next start`, async t => {
		const owner = startOwner();
		const lines: string[] = [];
		owner.stdout!.on('data', data => lines.push(String(data)));
		if (wait === null) while (!lines.join('').includes('drawn')) await sleep(20);
		else {
			while (!lines.join('').includes('begun')) await sleep(5);
			await sleep(wait);
		}
		const exit = once(owner, 'exit');
		owner.kill('SIGKILL');
		await exit;
		await gone(t, owner.pid!);
		await open(t).screenshot({html: '<p>x', ...size});
		t.deepEqual(folders(owner.pid!), []);
	});
}

function startOwner(): ChildProcess {
	const script = `
		import {openBrowser} from ${JSON.stringify(new URL('browser.ts', import.meta.url).href)};
		const browser = openBrowser({executablePath: ${JSON.stringify(executablePath)}});
		console.log('begun');
		for (;;) {
			await browser.screenshot({html: '<p>x', width: 1200, height: 630, deviceScaleFactor: 2});
			console.log('drawn');
		}`;
	return spawn(process.execPath, ['--input-type=module', '-e', script], {stdio: ['ignore', 'pipe', 'inherit']});
}

function folders(owner: number): string[] {
	return readdirSync(tmpdir()).filter(name => name.startsWith(temporaryFolderName('browser', owner)));
}

/** Every process of the browsers that this owner started. */
function processes(owner: number): number[] {
	return commands(owner).map(([pid]) => pid);
}

/** The browsers themselves, without the processes that they started and the script that started them. */
function browsers(owner: number): number[] {
	return commands(owner)
		.filter(([, command]) => !command.includes('--type=') && !command.startsWith('/bin/sh'))
		.map(([pid]) => pid);
}

function commands(owner: number): [pid: number, command: string][] {
	return readdirSync('/proc')
		.map(Number)
		.filter(pid => pid > 0)
		.map((pid): [number, string] => [pid, read(`/proc/${pid}/cmdline`)])
		.filter(([, command]) => command.includes(temporaryFolderName('browser', owner)));
}

function read(path: string): string {
	try {
		return readFileSync(path, 'latin1');
	} catch {
		return '';
	}
}

async function gone(t: ExecutionContext, owner: number): Promise<void> {
	await eventually('no process of it is left', () => processes(owner).length === 0).catch(() => {});
	t.deepEqual(commands(owner), []);
}

async function corner(png: Buffer): Promise<number[]> {
	const {data} = await sharp(png).removeAlpha().raw().toBuffer({resolveWithObject: true});
	return [...data.subarray(0, 3)];
}
