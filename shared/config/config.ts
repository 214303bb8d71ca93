import {join, resolve} from 'node:path';
import {
	isOneTag,
	readApiUrl,
	readMailFrom,
	readPlainUrl,
	readRedisUrl,
	readS3Location,
	readSmtpUrl,
	requireDatabaseUrl,
	shown,
	urlHost,
} from './addresses.ts';

/** All settings of an operator, listed in `.env.example`. Beside `infra/start`, only this file reads the environment. */
export type Config = ReturnType<typeof readConfig>;

export function readConfig(env: NodeJS.ProcessEnv = process.env) {
	const port = integer(env, 'PORT', 8080, 0, 65_535);
	const maxConnections = integer(env, 'MAX_CONNECTIONS', 10_000, 1);
	const host = hostOf(env);
	const baseUrl = baseUrlOf(env, host, port);
	return {
		production: choice(env, 'NODE_ENV', ['production', 'development', 'test'], 'development') === 'production',
		host,
		port,
		/** Every absolute URL begins with it; never taken from the Host header. */
		baseUrl,
		/** URL of the public files: at the service, or at a CDN or bucket. */
		mediaUrl: mediaUrlOf(env, baseUrl),
		dataDir: resolve(env.DATA_DIR || '.data'),
		/** Object store of images, pages and sounds; null: they are kept under `dataDir`. */
		objectStore: env.FILES ? readS3Location(env.FILES) : null,
		/** mysql://user:password@host:port/database; `?socketPath=` for a unix socket. */
		databaseUrl: requireDatabaseUrl(env.DATABASE_URL || ''),
		...redisOf(env),
		databasePool: integer(env, 'DATABASE_POOL', 20, 2, 500),
		...metricsOf(env, host, port),
		traces: tracesOf(env),
		logLevel: choice(env, 'LOG_LEVEL', ['silent', 'error', 'warn', 'info', 'debug'], 'info'),
		/** Key of cookies, hashed IPs and personal data; empty: made once and kept under `dataDir`. */
		secret: longSecret(env),
		/** Secrets from before, with which there may still be leads to read. */
		previousSecrets: previousSecrets(env),
		...registrationOf(env),
		clientDocuments: flag(env, 'CLIENT_DOCUMENTS', 'true'),
		/** smtp://user:password@host:port or smtps://…; empty: no mail is sent. */
		smtpUrl: readSmtpUrl(env.SMTP_URL?.trim() ?? ''),
		mailFrom: readMailFrom(env.MAIL_FROM?.trim() ?? ''),
		/** Number of proxies in front that name the caller (X-Forwarded-For). */
		trustedProxies: integer(env, 'TRUSTED_PROXIES', 0, 0, 10),
		/** Connections of one API process, in all and by IP; behind trusted proxies, the second limits calls under way by IP. */
		maxConnections,
		maxConnectionsPerIp: Math.ceil(maxConnections / 10),
		/** How long an API process that was asked to stop still accepts connections: a proxy needs a moment to notice. */
		drainMs: 1000 * integer(env, 'DRAIN_SECONDS', env.TRUSTED_PROXIES && env.TRUSTED_PROXIES !== '0' ? 5 : 0, 0, 300),
		operatorPassword: secretText(env, 'OPERATOR_PASSWORD', 12),
		dashboardWritable: flag(env, 'DASHBOARD_WRITABLE'),
		...limitsOf(env),
		...providersOf(env),
	};
}

/** `open`: anyone may make an account; `closed`: only the operator. `signUpPlan`: the plan of an account made at sign-up. */
function registrationOf(env: NodeJS.ProcessEnv): {registration: 'open' | 'closed'; signUpPlan: 'free' | 'pro'} {
	const word = choice(env, 'REGISTRATION', ['open', 'pro', 'closed'], 'open');
	return {registration: word === 'closed' ? 'closed' : 'open', signUpPlan: word === 'pro' ? 'pro' : 'free'};
}

/** Returns the address and the port that serve `/metrics` and nothing else; port 0 means no metrics. */
function metricsOf(env: NodeJS.ProcessEnv, serviceHost: string, servicePort: number) {
	const [, given = '127.0.0.1', port = ''] = /^(?:(.+):)?(.*)$/.exec(env.METRICS_PORT || '')!;
	if (env.METRICS_PORT && !port)
		throw new Error(`METRICS_PORT must be a port, or an address and a port, not "${shown(env.METRICS_PORT)}".`);
	const metricsPort = integer({METRICS_PORT: port}, 'METRICS_PORT', 0, 0, 65_535);
	const metricsHost = given.replace(/^\[|\]$/g, '');
	const meets = metricsHost === serviceHost || [metricsHost, serviceHost].some(host => host === '0.0.0.0' || host === '::');
	if (metricsPort > 0 && metricsPort === servicePort && meets)
		throw new Error(`METRICS_PORT must be another port than PORT, on which the service itself listens, not ${metricsPort}.`);
	return {metricsHost, metricsPort};
}

function redisOf(env: NodeJS.ProcessEnv) {
	const redisUrl = env.REDIS_URL || '';
	const redisPrefix = env.REDIS_PREFIX || '{rt}';
	if (redisUrl && readRedisUrl(redisUrl).kind === 'cluster' && !isOneTag(redisPrefix)) {
		throw new Error(`REDIS_PREFIX must hold one word in braces on a Redis Cluster, such as {rt}, not "${shown(redisPrefix)}".`);
	}
	return {
		/** One server, a Redis Cluster or sentinels, in a form that `readRedisUrl` reads. */
		redisUrl,
		/** Prefix of every key in Redis; `taggedPrefix` derives each pool's prefix from it. */
		redisPrefix,
	};
}

function hostOf(env: NodeJS.ProcessEnv): string {
	const host = (env.HOST?.trim() || '127.0.0.1').replace(/^\[|\]$/g, '');
	if (/^[\w.:%-]+$/.test(host)) return host;
	throw new Error(`HOST must be an address or a name to listen on, such as 0.0.0.0, not "${shown(host)}".`);
}

/** Returns the URL that is set, else that of the address which it listens on; where it listens on all, of this machine. */
function baseUrlOf(env: NodeJS.ProcessEnv, host: string, port: number): string {
	const standard = `http://${host === '::' ? '127.0.0.1' : urlHost(host)}:${port}`;
	return readPlainUrl('BASE_URL', env.BASE_URL?.trim() || standard, 'https://tours.example.org');
}

function mediaUrlOf(env: NodeJS.ProcessEnv, baseUrl: string): string {
	const text = env.MEDIA_URL?.trim();
	return text ? readPlainUrl('MEDIA_URL', text, 'https://cdn.example.org/media') : `${baseUrl}/media`;
}

function limitsOf(env: NodeJS.ProcessEnv) {
	const callsPerMinute = integer(env, 'CALLS_PER_MINUTE', 60, 1);
	const publishesPerHour = integer(env, 'PUBLISHES_PER_HOUR', 30, 1);
	const visitsPerHour = integer(env, 'VISITS_PER_HOUR', 600, 1, 1_000_000);
	return {
		callsPerMinute,
		/** Calls per minute of people in the editor, who need this many however few a key may make. */
		sessionCallsPerMinute: Math.max(600, 10 * callsPerMinute),
		changesPerHour: integer(env, 'CHANGES_PER_HOUR', 600, 1),
		/** Changes by people in the editor, counted apart from those of keys and apps; the default is one a second. */
		sessionChangesPerHour: integer(env, 'SESSION_CHANGES_PER_HOUR', 3600, 1),
		publishesPerHour,
		/** Counted apart from publishes, though both draw pages. */
		exportsPerHour: publishesPerHour,
		/** Seconds of video a day (UTC); an export of more is refused. */
		videoSecondsPerDay: integer(env, 'VIDEO_SECONDS_PER_DAY', 1800, 0, 1_000_000),
		/** Reports of one IP a minute about what its visitors look at. */
		reportsPerMinute: 10 * visitsPerHour,
		/** Visits an hour that one IP may add to one tour's statistics: an office of 200 people who each look three times. */
		visitsPerHour,
		/** Opening forms that one IP may send an hour. */
		leadsPerHour: Math.ceil(visitsPerHour / 10),
		aiTextsPerMonth: integer(env, 'AI_TEXTS_PER_MONTH', 100, 0),
		narrationMinutesPerMonth: integer(env, 'NARRATION_MINUTES_PER_MONTH', 30, 0),
	};
}

function providersOf(env: NodeJS.ProcessEnv) {
	const text = providerOf(env, 'TEXT_PROVIDER', ['anthropic', 'openai']);
	const voice = providerOf(env, 'VOICE_PROVIDER', ['cartesia', 'openai']);
	const program = (name: string) => (env.PROGRAMS_DIR ? join(env.PROGRAMS_DIR, name) : name);
	return {
		/** The provider that writes step texts and translates; `local` needs no key and no network. */
		textProvider: text.name,
		/** The provider that speaks; `local` needs no key and no network. */
		voiceProvider: voice.name,
		/** Models of the hosted providers; empty: the provider's default. */
		textModel: text.model,
		voiceModel: voice.model,
		/** How long one request to a hosted provider may take; after 300 s Node's `fetch` gives up by itself. */
		providerTimeoutMs: 1000 * integer(env, 'PROVIDER_TIMEOUT_SECONDS', 60, 1, 300),
		anthropic: apiOf(env, 'ANTHROPIC', 'https://api.anthropic.com'),
		openai: apiOf(env, 'OPENAI', 'https://api.openai.com/v1'),
		/** The server of voices that speaks OpenAI's API; without a URL it is that of `openai`. */
		openaiVoice: apiOf(env, 'OPENAI_VOICE', 'https://api.openai.com/v1', ''),
		cartesia: apiOf(env, 'CARTESIA', 'https://api.cartesia.ai'),
		/** Programs, by name or path. */
		ffmpeg: program('ffmpeg'),
		ffprobe: program('ffprobe'),
		espeakNg: program('espeak-ng'),
		tesseract: program('tesseract'),
		/** Path of a Chromium or Chrome; the set-up finds one and sets the variable. */
		chromium: env.CHROMIUM || '/usr/bin/chromium-headless-shell',
	};
}

/** Reads key and URL of an API. A key from a file often ends in a line break. */
function apiOf(env: NodeJS.ProcessEnv, name: string, example: string, standard = example) {
	const [key, url] = [`${name}_API_KEY`, `${name}_BASE_URL`];
	return {apiKey: env[key]?.trim() ?? '', ...readApiUrl(url, env[url]?.trim() || standard, example)};
}

/** Reads a provider by its name, or by name/model; the local one has no models. */
function providerOf<const T extends string>(env: NodeJS.ProcessEnv, setting: string, names: T[]): {name: T | 'local'; model: string} {
	const [word, ...rest] = (env[setting] || '').split('/');
	const model = rest.join('/');
	if (rest.length > 0 && !model)
		throw new Error(`${setting} must name a model after the /, as in openai/name-of-the-model, or end before it.`);
	const name = choice({[setting]: word}, setting, ['local', ...names], 'local');
	if (name === 'local' && model) throw new Error(`${setting}: local has no models, and stands without a model.`);
	return {name, model};
}

/** Reads the target of spans and the share of calls that are traced; null: none. OpenTelemetry's own names. */
function tracesOf(env: NodeJS.ProcessEnv): {endpoint: string; share: number} | null {
	const endpoint = (env.OTEL_EXPORTER_OTLP_ENDPOINT || '').replace(/\/+$/, '');
	const text = env.OTEL_TRACES_SAMPLER_ARG || '0.1';
	const share = Number(text);
	if (!(share >= 0 && share <= 1)) throw new Error(`OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1, not "${shown(text)}".`);
	if (!endpoint) return null;
	if (!/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) {
		throw new Error('OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https URL, such as http://127.0.0.1:4318.');
	}
	return {endpoint, share};
}

function integer(env: NodeJS.ProcessEnv, name: string, standard: number, min: number, max = 1_000_000_000): number {
	const text = env[name];
	if (!text) return standard;
	const value = Number(text);
	if (!Number.isInteger(value) || value < min || value > max) {
		throw new Error(`${name} must be a whole number from ${min} to ${max}, not "${shown(text)}".`);
	}
	return value;
}

/** Returns the secret; empty if it is unset. */
function secretText(env: NodeJS.ProcessEnv, name: string, min: number): string {
	const text = env[name] || '';
	if (text === '' || [...text].length >= min) return text;
	throw new Error(`${name} must have at least ${min} characters, not ${[...text].length}.`);
}

/** Least length: a shorter secret could be guessed from data keyed with it. Previous secrets may be shorter. */
const SECRET_MIN = 32;

function longSecret(env: NodeJS.ProcessEnv): string {
	const secret = env.SECRET || '';
	if (secret === '' || secret.length >= SECRET_MIN) return secret;
	throw new Error(
		`SECRET must have ${SECRET_MIN} characters or more, not ${secret.length}. Set it to a new one (openssl rand -base64 32), and if leads were kept with this one set SECRET_PREVIOUS to it: then they stay readable.`,
	);
}

/** Reads secrets separated by commas; a single secret may contain commas. */
function previousSecrets(env: NodeJS.ProcessEnv): string[] {
	const whole = env.SECRET_PREVIOUS || '';
	const parts = whole.split(',').map(part => part.trim());
	return [...new Set([...parts, whole])].filter(secret => secret !== '');
}

function choice<const T extends string>(env: NodeJS.ProcessEnv, name: string, words: T[], standard: T): T {
	const text = env[name];
	if (!text) return standard;
	const word = words.find(candidate => candidate === text);
	if (word) return word;
	throw new Error(`${name} must be one of ${words.join(', ')}, not "${shown(text)}".`);
}

function flag(env: NodeJS.ProcessEnv, name: string, standard: 'true' | 'false' = 'false'): boolean {
	return choice(env, name, ['true', 'false'], standard) === 'true';
}

/** Returns the number of the listening socket from systemd (sd_listen_fds(3): they begin with 3); null without one. */
export function inheritedSocket(): number | null {
	return Number(process.env.LISTEN_PID) === process.pid && Number(process.env.LISTEN_FDS) >= 1 ? 3 : null;
}
