import test from 'ava';
import {readDatabaseUrl} from './addresses.ts';
import {readConfig} from './config.ts';

const metricsOf = (word: string) => {
	const {metricsHost, metricsPort} = readConfig({METRICS_PORT: word});
	return [metricsHost, metricsPort];
};

test('METRICS_PORT is a port of this machine alone, or an address with its port', t => {
	t.deepEqual(metricsOf(''), ['127.0.0.1', 0]);
	t.deepEqual(metricsOf('9464'), ['127.0.0.1', 9464]);
	t.deepEqual(metricsOf('0.0.0.0:9464'), ['0.0.0.0', 9464]);
	t.deepEqual(metricsOf('[::]:9464'), ['::', 9464]);
	for (const wrong of ['here', '0.0.0.0', '0.0.0.0:', '70000'])
		t.throws(() => readConfig({METRICS_PORT: wrong}), {message: /METRICS_PORT/}, wrong);
	for (const [env, isTaken] of [
		[{METRICS_PORT: '8080'}, true],
		[{METRICS_PORT: '0.0.0.0:9464', PORT: '9464'}, true],
		[{METRICS_PORT: '9464', PORT: '9464', HOST: '::'}, true],
		[{METRICS_PORT: '9464', PORT: '9464', HOST: '192.0.2.1'}, false],
		[{METRICS_PORT: '0', PORT: '0'}, false],
	] as const) {
		if (isTaken) t.throws(() => readConfig(env), {message: /^METRICS_PORT must be another port than PORT/}, JSON.stringify(env));
		else t.notThrows(() => readConfig(env), JSON.stringify(env));
	}
});

test('BASE_URL is a URL of host and path alone, or the address that it listens on', t => {
	const baseUrl = (env: NodeJS.ProcessEnv) => readConfig(env).baseUrl;
	for (const [text, read] of [
		['https://tours.example.org', 'https://tours.example.org'],
		[' https://tours.example.org/ ', 'https://tours.example.org'],
		['HTTPS://Tours.Example.org:443//', 'https://tours.example.org'],
		['http://[::1]:9000', 'http://[::1]:9000'],
		['https://example.org/a/b/', 'https://example.org/a/b'],
		['https://bücher.example', 'https://xn--bcher-kva.example'],
	] as const) {
		t.is(baseUrl({BASE_URL: text}), read, text);
	}
	for (const wrong of [
		'tours.example.org',
		'localhost:8080',
		'htps://tours.example.org',
		'https:tours.example.org',
		'https://',
		'https://a b.example',
		'https://me@tours.example.org',
		'https://tours.example.org/?a=1',
		'https://tours.example.org/#a',
		'https://tours.example.org/a b',
		'http://tours.example.org:80800',
	]) {
		t.throws(() => baseUrl({BASE_URL: wrong}), {message: /^BASE_URL must be .*https:\/\/tours\.example\.org, not ".*"\.$/}, wrong);
		t.throws(() => readConfig({MEDIA_URL: wrong}), {message: /^MEDIA_URL must be /}, wrong);
	}
	for (const [host, read] of [
		['', 'http://127.0.0.1:9000'],
		['0.0.0.0', 'http://127.0.0.1:9000'],
		['::', 'http://127.0.0.1:9000'],
		['127.0.0.2', 'http://127.0.0.2:9000'],
		['::1', 'http://[::1]:9000'],
		[' [::1] ', 'http://[::1]:9000'],
		['localhost', 'http://localhost:9000'],
	] as const) {
		t.is(baseUrl({HOST: host, PORT: '9000'}), read, host);
		t.is(baseUrl({HOST: host, PORT: '9000', BASE_URL: 'https://tours.example.org'}), 'https://tours.example.org', host);
	}
	t.is(readConfig({HOST: '[::1]'}).host, '::1');
});

test('mail settings are a server’s URL and an address, and an error shows no password', t => {
	for (const url of ['', 'smtp://127.0.0.1:1', 'smtps://me%40x:p%40ss@mail.example.org:465/?tls.rejectUnauthorized=false']) {
		t.is(readConfig({SMTP_URL: ` ${url} `}).smtpUrl, url);
	}
	for (const wrong of ['mail.example.org', 'mail.example.org:587', 'https://mail.example.org', 'smtp://', 'smtp://me:my/secret@host:587']) {
		const error = t.throws(() => readConfig({SMTP_URL: wrong}), {message: /^SMTP_URL must look like smtp:\/\//}, wrong);
		t.false(error!.message.includes('secret'));
	}
	for (const from of ['', 'tours@example.org', 'Tours <tours@example.org>', '"Tours, all" <tours@example.org>', '<tours@example.org>']) {
		t.is(readConfig({MAIL_FROM: ` ${from} `}).mailFrom, from);
	}
	for (const wrong of ['Tours', 'tours.example.org', 'Tours <tours>', 'Tours tours@example.org', 'Tours <tours@example.org', '@']) {
		t.throws(() => readConfig({MAIL_FROM: wrong}), {message: /^MAIL_FROM must be an e-mail address/}, wrong);
	}
});

test('REGISTRATION says who makes accounts, and with which plan', t => {
	const said = (word: string) => readConfig({REGISTRATION: word});
	t.like(said(''), {registration: 'open', signUpPlan: 'free'});
	t.like(said('pro'), {registration: 'open', signUpPlan: 'pro'});
	t.like(said('closed'), {registration: 'closed', signUpPlan: 'free'});
	t.throws(() => said('free'), {message: /REGISTRATION must be one of open, pro, closed/});
});

test('limits of a person, an address and an IP follow from the one that is set', t => {
	t.like(readConfig({}), {
		sessionCallsPerMinute: 600,
		reportsPerMinute: 6000,
		leadsPerHour: 60,
		exportsPerHour: 30,
		maxConnectionsPerIp: 1000,
	});
	t.like(readConfig({CALLS_PER_MINUTE: '5'}), {callsPerMinute: 5, sessionCallsPerMinute: 600});
	t.like(readConfig({CALLS_PER_MINUTE: '100', VISITS_PER_HOUR: '1001', PUBLISHES_PER_HOUR: '4', MAX_CONNECTIONS: '5'}), {
		sessionCallsPerMinute: 1000,
		reportsPerMinute: 10_010,
		leadsPerHour: 101,
		exportsPerHour: 4,
		maxConnectionsPerIp: 1,
	});
});

test('a provider is named alone, or with a model of its own', t => {
	t.like(readConfig({}), {textProvider: 'local', textModel: '', voiceProvider: 'local', voiceModel: ''});
	t.like(readConfig({TEXT_PROVIDER: 'anthropic', VOICE_PROVIDER: 'cartesia/sonic-3'}), {textProvider: 'anthropic', textModel: ''});
	t.like(readConfig({TEXT_PROVIDER: 'openai/org/sees:8b', VOICE_PROVIDER: 'openai/tts-1'}), {
		...{textProvider: 'openai', textModel: 'org/sees:8b'},
		...{voiceProvider: 'openai', voiceModel: 'tts-1'},
	});
	t.throws(() => readConfig({TEXT_PROVIDER: 'local/any'}), {message: /^TEXT_PROVIDER: local has no models/});
	t.throws(() => readConfig({TEXT_PROVIDER: 'openai/'}), {message: /^TEXT_PROVIDER must name a model after the \//});
	t.throws(() => readConfig({TEXT_PROVIDER: 'cartesia'}), {message: /^TEXT_PROVIDER must be one of local, anthropic, openai/});
});

test('programs are those of PROGRAMS_DIR, or found by their names', t => {
	t.like(readConfig({}), {ffmpeg: 'ffmpeg', ffprobe: 'ffprobe', espeakNg: 'espeak-ng', tesseract: 'tesseract'});
	t.like(readConfig({PROGRAMS_DIR: '/opt/programs'}), {ffprobe: '/opt/programs/ffprobe', espeakNg: '/opt/programs/espeak-ng'});
});

test('DATABASE_URL names host, user, password and database, and the password is percent-encoded', t => {
	t.deepEqual(readDatabaseUrl('mysql://me:pa%2Fss%23w0rd%3F%40@db.example.org/rt'), {
		...{host: 'db.example.org', port: 3306, username: 'me', password: 'pa/ss#w0rd?@', database: 'rt'},
	});
	t.like(readDatabaseUrl('mysql://root@localhost/rt?socketPath=/a%20b/mysql.sock'), {socketPath: '/a b/mysql.sock', username: 'root'});
	for (const wrong of [
		'localhost',
		'postgres://me@db.example.org/rt',
		'mysql://me:secret@db.example.org',
		'mysql://me:pa/secret@db.example.org/rt',
		'mysql://me:12/secret@db.example.org/rt',
		'mysql://me:12#secret@db.example.org/rt',
		'mysql://me:12?secret@db.example.org/rt',
		'mysql://me:%zz@db.example.org/rt',
		'mysql://me@db.example.org/rt?ssl=true',
	]) {
		const error = t.throws(() => readConfig({DATABASE_URL: wrong}), {message: /^DATABASE_URL must look like mysql:\/\/.*# is %23/}, wrong);
		t.false(error!.message.includes('secret'));
	}
});

test('a setting that would be taken for something else is refused', t => {
	for (const [env, message] of [
		[{FILES: 's3://bucket?pathStyle=no'}, /^FILES: pathStyle must be true or false/],
		[{FILES: 's3://bucket/%zz'}, /^FILES must look like s3:\/\//],
		[{NODE_ENV: 'Production'}, /^NODE_ENV must be one of production, development, test/],
		[{OPENAI_BASE_URL: 'api.openai.com/v1'}, /^OPENAI_BASE_URL must be a URL of host and path alone that begins with https/],
	] as const) {
		t.throws(() => readConfig(env), {message}, JSON.stringify(env));
	}
	t.is(readConfig({OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1/'}).openai.baseUrl, 'http://127.0.0.1:11434/v1');
});

test('a key loses blanks around it; the URL of an API may have a version, and loses the path of an operation', t => {
	const {openai, openaiVoice} = readConfig({
		OPENAI_API_KEY: ' sk-1\n',
		OPENAI_BASE_URL: 'https://name.openai.azure.com/openai/deployments/sees/chat/completions?api-version=2024-10-21',
		OPENAI_VOICE_BASE_URL: 'http://127.0.0.1:8880/v1/audio/speech',
	});
	t.deepEqual(openai, {apiKey: 'sk-1', baseUrl: 'https://name.openai.azure.com/openai/deployments/sees', apiVersion: '2024-10-21'});
	t.deepEqual(openaiVoice, {apiKey: '', baseUrl: 'http://127.0.0.1:8880/v1'});
	t.deepEqual(readConfig({}).openaiVoice, {apiKey: '', baseUrl: ''});
	for (const wrong of ['https://a.example/v1?key=hidden', 'https://a.example/v1?api-version=1&key=hidden'])
		t.throws(() => readConfig({OPENAI_BASE_URL: wrong}), {message: /^OPENAI_BASE_URL must be (?!.*hidden)/});
	t.throws(() => readConfig({PROVIDER_TIMEOUT_SECONDS: '301'}), {message: /from 1 to 300/}, 'a request of fetch lasts no longer');
});
