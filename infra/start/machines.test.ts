import {execFile} from 'node:child_process';
import {mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import test from 'ava';
import {parse} from 'yaml';

const folder = mkdtempSync(join(tmpdir(), 'machines-'));
test.after.always(() => rmSync(folder, {recursive: true}));

/**
 * Evaluates an expression of set-up in a separate process, because it is plain JavaScript without types. Returns its
 * result or its error message.
 */
function evaluate<Result = string | null>(expression: string, env: NodeJS.ProcessEnv = {}): Promise<Result> {
	const file = (name: string) => `await import(${JSON.stringify(join(import.meta.dirname, name))})`;
	const script = `const machine = ${file('machine.mjs')}, browser = ${file('browser.mjs')}, needs = ${file('needs.mjs')};
		try { console.log(JSON.stringify(${expression})) } catch (error) { console.log(JSON.stringify(error.message)) }`;
	return new Promise((resolve, reject) => {
		execFile(process.execPath, ['--input-type=module', '-e', script], {env: {...process.env, ...env}}, (error, out) =>
			error ? reject(error) : resolve(JSON.parse(out || 'null')),
		);
	});
}

function program(path: string, text = '#!/bin/sh\n'): string {
	mkdirSync(dirname(join(folder, path)), {recursive: true});
	writeFileSync(join(folder, path), text, {mode: 0o755});
	return join(folder, path);
}

const check = (facts: object, ...files: string[]) =>
	evaluate<string>(`machine.checkMachine(${JSON.stringify(facts)}, path => ${JSON.stringify(files)}.includes(path)) ?? null`);

test('a machine on which nothing of it runs is told so in one sentence, and others go on', async t => {
	const glibc = ['/lib64/ld-linux-x86-64.so.2', '/lib/ld-linux-aarch64.so.1'];
	const musl = ['/lib/ld-musl-x86_64.so.1', '/lib/ld-musl-aarch64.so.1'];
	for (const arch of ['x64', 'arm64']) {
		t.falsy(await check({platform: 'linux', arch}, ...glibc));
		// A Debian package brings the loader of musl.
		t.falsy(await check({platform: 'linux', arch}, ...glibc, ...musl));
		// NixOS has neither loader in its usual place.
		t.falsy(await check({platform: 'linux', arch}));
		t.falsy(await check({platform: 'darwin', arch}));
		t.regex(await check({platform: 'linux', arch}, ...musl), /needs glibc.*musl.*docker compose up/);
	}
	t.regex(await check({platform: 'linux', arch: 'arm'}), /64-bit.*built for arm\..*Raspberry Pi/);
	t.regex(await check({platform: 'linux', arch: 'riscv64'}), /built for riscv64/);
	t.regex(await check({platform: 'win32', arch: 'x64'}), /Windows.*WSL.*docker compose up/);
	t.regex(await check({platform: 'freebsd', arch: 'x64'}), /Linux and macOS, and this is freebsd/);
});

test('a machine with less memory than it takes is warned of, and starts all the same', async t => {
	const GB = 2 ** 30;
	t.regex((await evaluate(`machine.littleMemory(${0.96 * GB})`))!, /^There are 1\.0 GB of memory here, and 2 GB are the least/);
	for (const enough of [1.86 * GB, 2 * GB, 64 * GB]) t.is(await evaluate(`machine.littleMemory(${enough})`), null);
	t.is(await evaluate('machine.littleMemory()'), null, 'here');
});

test('of the browsers that are there the quickest is taken, a snap never', async t => {
	const bin = join(folder, 'bin');
	const env = {PATH: bin, CHROMIUM: '', PUPPETEER_CACHE_DIR: join(folder, 'cache')};
	const found = (places: string[] = []) => evaluate<string>(`browser.findBrowser(process.env, ${JSON.stringify(places)})`, env);
	program('bin/chromium-browser', '#!/bin/sh\necho install the snap\n');
	program('bin/chromium', '#!/bin/sh\nexec /snap/bin/chromium "$@"\n');
	mkdirSync(join(folder, 'bin/chromium-headless-shell'));
	symlinkSync('/nowhere/chrome', join(folder, 'bin/google-chrome-stable'));
	writeFileSync(join(folder, 'bin/google-chrome'), 'not executable');
	t.falsy(await found());

	const builds = ['linux-99.0.1.1', 'linux-156.0.8078.47', 'linux_arm-99.0.1.1', 'linux_arm-156.0.8078.47'];
	for (const build of builds) {
		const inside = `chrome-headless-shell-${build.startsWith('linux_arm') ? 'linux-arm64' : 'linux64'}`;
		program(`cache/chrome-headless-shell/${build}/${inside}/chrome-headless-shell`);
	}
	mkdirSync(join(folder, 'cache/chrome-headless-shell/linux-157.0.0.0'));
	t.true((await found()).includes(process.arch === 'arm64' ? '/linux_arm-156.0.8078.47/' : '/linux-156.0.8078.47/'));
	const place = program('opt/google/chrome/chrome');
	t.is(await found([place]), place);
	rmSync(join(bin, 'google-chrome'));
	for (const name of ['google-chrome', 'chromium', 'chromium-headless-shell']) {
		rmSync(join(bin, name), {recursive: true, force: true});
		const path = program(`bin/${name}`);
		t.is(await found([place]), path);
	}
});

test('a downloaded browser that AppArmor keeps from its sandbox ends in the line that allows it', async t => {
	const [restriction, profile] = [join(folder, 'restricts'), join(folder, 'profile')];
	const options = (uid: number) => JSON.stringify({uid, restriction, profile, folder: '/home/ana/.cache/puppeteer'});
	const said = (path: string, uid = 1000) =>
		evaluate<string>(`browser.requireSandbox(${JSON.stringify(path)}, ${options(uid)}) ?? null`, {
			PUPPETEER_CACHE_DIR: '/home/ana/.cache/puppeteer',
		});
	const downloaded = '/home/ana/.cache/puppeteer/chrome-headless-shell/linux-156.0.0.0/chrome-headless-shell-linux64/chrome-headless-shell';
	t.falsy(await said(downloaded));
	writeFileSync(restriction, '1\n');
	t.falsy(await said('/opt/google/chrome/chrome'));
	t.falsy(await said(downloaded, 0));
	const line = /^ {2}(printf .*) \| sudo tee (\S+) .*&& sudo apparmor_parser -r \2 && /m.exec(await said(downloaded));
	const written = await new Promise(resolve => execFile('sh', ['-c', line![1]!], (_, out) => resolve(out)));
	t.is(
		written,
		'abi <abi/4.0>,\ninclude <tunables/global>\nprofile roteiro-browser "/home/ana/.cache/puppeteer/**" flags=(unconfined) { userns, }\n',
	);
	writeFileSync(profile, '');
	t.falsy(await said(downloaded));
});

test('each release is asked for the packages that it has', async t => {
	const env = {PATH: folder, CHROMIUM: '', PUPPETEER_CACHE_DIR: folder, DATABASE_URL: '', REDIS_URL: ''};
	const firstChoices = async (release: object): Promise<string[]> =>
		evaluate<string[]>(
			`needs.findMissing({privateServers: true}, process.env, ${JSON.stringify(release)}).flatMap(need => need.choices[0])`,
			env,
		);
	for (const codename of ['bookworm', 'trixie']) {
		const packages = await firstChoices({id: 'debian', codename});
		for (const name of ['chromium-headless-shell', 'redis-server', 'ffmpeg', 'espeak-ng', 'tesseract-ocr'])
			t.true(packages.includes(name), name);
		t.deepEqual(
			packages.filter(name => name.endsWith('-10.6')),
			[],
		);
	}
	for (const [id, codename, mariadb] of [
		['ubuntu', 'jammy', 'mariadb-server-core-10.6'],
		['linuxmint', 'jammy', 'mariadb-server-core-10.6'],
		['ubuntu', 'noble', 'mariadb-server-core'],
	]) {
		const packages = await firstChoices({id, codename});
		t.true(packages.includes(mariadb!), `${id} ${codename}`);
		t.is(
			packages.some(name => name.startsWith('chromium')),
			id !== 'ubuntu',
		);
	}
});

test('os-release is read with and without quotation marks, and that of a system made from Ubuntu by the Ubuntu', async t => {
	const file = join(folder, 'os-release');
	const release = () => evaluate<object>(`machine.readRelease(${JSON.stringify(file)})`);
	writeFileSync(file, 'PRETTY_NAME="Linux Mint 21.3"\nID=linuxmint\nVERSION_CODENAME=virginia\nUBUNTU_CODENAME=jammy\n');
	t.deepEqual(await release(), {id: 'linuxmint', codename: 'jammy', name: 'Linux Mint 21.3'});
	rmSync(file);
	t.deepEqual(await release(), {id: '', codename: '', name: ''});
});

type Entry = {
	version: string;
	os?: string | string[];
	cpu?: string | string[];
	resolved?: string;
	hasInstallScript?: boolean;
	optionalDependencies?: object;
};

for (const file of ['package-lock.json', 'infra/traces/package-lock.json']) {
	test(`${file} has for arm64 whatever it has for x64, and names no host`, t => {
		const packages: Record<string, Entry> = JSON.parse(readFileSync(file, 'utf8')).packages;
		const isFor = (entry: Entry, cpu: string) => [entry.os].flat().includes('linux') && [entry.cpu].flat().includes(cpu);
		const ours = Object.entries(packages).filter(([, entry]) => isFor(entry, 'x64'));
		const missing = ours.filter(([path, {version}]) => {
			const other = packages[path.replace('x64', 'arm64')];
			return !other || !isFor(other, 'arm64') || other.version !== version;
		});
		t.deepEqual(
			missing.map(([path]) => path),
			[],
		);
		if (file === 'package-lock.json') t.true(ours.length > 8);
		t.deepEqual(
			Object.entries(packages)
				.filter(([, {resolved}]) => resolved)
				.map(([path]) => path),
			[],
		);
		// A package with an optional dependency for x64 has one for arm64; this finds an entry that npm omitted.
		const wished = Object.values(packages).flatMap(entry => Object.keys(entry.optionalDependencies ?? {}));
		const unmet = wished.filter(name => /linux.*(x64|arm64)/.test(name) && !/android|riscv/.test(name));
		t.deepEqual(
			unmet.filter(name => !packages[`node_modules/${name}`]),
			[],
		);
	});
}

test('the workflow starts the service on each machine that set-up covers', async t => {
	const covered = await evaluate<string>('machine.COVERED');
	const {jobs} = parse(readFileSync('.github/workflows/start.yml', 'utf8'));
	const matrix: {os: string; container?: string}[] = jobs.start.strategy.matrix.include;
	const machines = matrix.map(({os, container}) => container || os);
	for (const each of ['debian:12', 'debian:13', 'ubuntu-22.04', 'ubuntu-24.04', 'ubuntu-24.04-arm'])
		t.true(
			machines.some(name => name.startsWith(each)),
			each,
		);
	for (const words of ['Debian 12 and 13', 'Ubuntu 22.04 and 24.04', 'WSL', 'x64 and arm64']) t.true(covered.includes(words), words);
});

test('nothing but the settings names a place of the browser', async t => {
	const {stdout} = await new Promise<{stdout: string}>((resolve, reject) => {
		const args = ['grep', '-lE', '/usr/bin/(chromium|google-chrome)', '--', '*.ts', '*.tsx', '*.mjs'];
		execFile('git', args, (error, stdout) => (error && error.code !== 1 ? reject(error) : resolve({stdout})));
	});
	// The extension's test needs a whole Chromium. A check of a command's text for the file's name does not count.
	t.deepEqual(stdout.split('\n').filter(Boolean).sort(), ['shared/config/config.ts', 'test/extension/browser.ts']);
});
