import {readFileSync} from 'node:fs';
import test from 'ava';
import {readConfig} from '../shared/config/config.ts';

const namesRead = (read: (env: NodeJS.ProcessEnv) => unknown) => {
	const names = new Set<string>();
	const env = new Proxy<NodeJS.ProcessEnv>({}, {get: (_, name) => void names.add(String(name))});
	read(env);
	return names;
};
const namesIn = (file: string, pattern: RegExp) => new Set([...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name]) => name!));

const without = (names: Set<string>, ...others: Set<string>[]) => [...names].filter(name => !others.some(other => other.has(name)));

const settings = namesRead(readConfig);
const documented = namesIn('.env.example', /^#? ?([A-Z][A-Z0-9_]*)=/gm);
const composed = namesIn('docker-compose.yml', /\$\{([A-Z][A-Z0-9_]*)/g);
const containers = namesIn('docker-compose.yml', /^ {4}([A-Z][A-Z0-9_]*):/gm);
const fixedByTheImage = namesIn('infra/Dockerfile', /(?<=^ENV.*\s)([A-Z_]+)=/gm);

test('each setting that the service reads stands in .env.example', t => {
	t.deepEqual(without(settings, documented), []);
});

test('.env.example names nothing that neither the service nor docker-compose.yml reads', t => {
	t.deepEqual(without(documented, settings, composed), []);
});

test('docker-compose.yml hands each setting on that the image does not fix', t => {
	const programs = new Set(['CHROMIUM', 'PROGRAMS_DIR']);
	t.deepEqual(without(settings, fixedByTheImage, containers, programs), []);
});

test('each name in .env.example has a sentence above it', t => {
	const lines = readFileSync('.env.example', 'utf8').split('\n');
	const bare = lines.filter((line, index) => /^#? ?[A-Z][A-Z0-9_]*=/.test(line) && !/^# .*[.:]/.test(lines[index - 1] ?? ''));
	t.deepEqual(bare, []);
});
