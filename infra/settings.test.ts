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

/** Names of Node and OpenTelemetry, which mean here what they mean everywhere: the documents name them where they matter. */
const standard = new Set(['NODE_ENV', 'OTEL_TRACES_SAMPLER_ARG']);

test('each setting that the service reads stands in .env.example', t => {
	t.deepEqual(without(settings, documented, standard), []);
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

test('no error about a setting shows a password or a key in it', t => {
	const nonsense = [
		'x://roteiro:hunter2@127.0.0.1:1:2/rt',
		'mysql://roteiro:pa/hunter2#w0rd@127.0.0.1:3306/rt',
		'mysql://roteiro:12/hunter2@127.0.0.1:3306/rt',
		'mysql://roteiro:12#hunter2@127.0.0.1:3306/rt',
		'mysql://roteiro:%zzhunter2@127.0.0.1:3306/rt',
		'https://roteiro:hunter2@example.org/',
		'https://example.org:99999/?key=hunter2#hunter2',
		's3://key:hunter2@bucket/prefix',
		's3://bucket/prefix?endpoint=https://key:hunter2@objects.example.org',
		's3://bucket/%zz?secret=hunter2',
		'redis://:pa/hunter2@127.0.0.1',
		'smtp://me:pa#hunter2@127.0.0.1',
		'roteiro:hunter2@127.0.0.1',
	];
	const messages = [...settings].flatMap(name =>
		nonsense.flatMap(text => messageOf({[name]: text}).map(message => ({name, text, message}))),
	);
	t.true(messages.length > 100);
	for (const {name, text, message} of messages) {
		t.false(message.includes('hunter2'), `${name}=${text}: ${message}`);
		t.true(message.includes(name), `${text}: ${message}`);
		t.regex(message, /\.$/, name);
	}
	for (const name of [...settings].filter(name => /KEY|SECRET|PASSWORD|DATABASE_URL|REDIS_URL|SMTP_URL/.test(name)))
		for (const message of messageOf({[name]: 'hunter2'})) t.false(message.includes('hunter2'), message);
});

/** Returns the message of the error that `readConfig` throws, in a list; an empty one if it throws none. */
function messageOf(env: NodeJS.ProcessEnv): string[] {
	try {
		readConfig(env);
		return [];
	} catch (error) {
		return [String(error instanceof Error && error.constructor === Error ? error.message : error)];
	}
}
