/** Location of Redis, from `REDIS_URL`: one server, some nodes of a Redis Cluster, or a server that sentinels know. */
export type RedisLocation =
	| {kind: 'single'; url: string}
	| ({kind: 'cluster'} & Nodes)
	| ({kind: 'sentinel'; master: string; database: number; sentinelPassword: string | undefined} & Nodes);

type Nodes = {nodes: Array<{host: string; port: number}>; username: string | undefined; password: string | undefined; tls: boolean};

const FORMS =
	'redis://host:6379, unix:/path/to/socket, redis-cluster://host:6379,host:6379 or redis-sentinel://host:26379,host:26379/master (with TLS rediss://, rediss-cluster:// and rediss-sentinel://)';
const SEVERAL =
	/^redis(?<tls>s?)-(?<kind>cluster|sentinel):\/\/(?:(?<user>[^@/?]*)@)?(?<hosts>[^@/?]+)(?:\/(?<path>[^?]*))?(?:\?(?<query>.*))?$/;
const HOST = /^(?<host>\[[\da-f:.]+\]|[^:[\]\s]+)(?::(?<port>\d{1,5}))?$/i;
const PORTS = {cluster: 6379, sentinel: 26_379};

/** Location of an object store, from `FILES=s3://bucket/prefix?endpoint=…&region=…`. */
export type S3Location = {bucket: string; prefix: string; endpoint?: string; region: string; pathStyle: boolean};

const PLAIN = /^https?:\/\/[\w.:[\]-]+(?:\/[\w.~-]+)*$/;
const ADDRESS = /^(?:[^<>@\s]+@[^<>@\s]+|[^<>\n]*<[^<>@\s]+@[^<>@\s]+>)$/;

/** Returns the URL without a slash at the end. It goes into policies and every page, so only host and path are allowed: throws for any other. */
export function readPlainUrl(setting: string, text: string, example: string): string {
	const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
	const plain = url ? (url.origin + url.pathname).replace(/\/+$/, '') : '';
	if (url && PLAIN.test(plain) && !url.username && !url.password && !url.search && !url.hash) return plain;
	throw new Error(
		`${setting} must be a URL of host and path alone that begins with https:// or http://, such as ${example}, not "${shown(text)}".`,
	);
}

/**
 * Returns the URL of an API as `readPlainUrl` does, and the version that Azure wants in each request: `?api-version=…` is the one query that
 * may be there. The path of one operation, as people copy it from a console, is left out. An empty text stays empty.
 */
export function readApiUrl(setting: string, text: string, example: string): {baseUrl: string; apiVersion?: string} {
	if (text === '') return {baseUrl: ''};
	const [, url = '', apiVersion] = /^(.*?)(?:\?api-version=([\w.-]+))?$/s.exec(text)!;
	const baseUrl = readPlainUrl(setting, url.replace(/\/(?:chat\/completions|audio\/speech)\/*$/, ''), example);
	return {baseUrl, ...(apiVersion && {apiVersion})};
}

/** Returns a setting's value as an error may show it: without what may be a password or a key, which is before an @ or in a query. */
export function shown(text: string): string {
	return text.replace(/^(\w+:\/\/)?.*@/s, '$1…@').replace(/[?#].*$/s, '?…');
}

/** Returns the URL of a database as it is; an empty text is none. Throws as `readDatabaseUrl` does, and if it names no database. */
export function requireDatabaseUrl(text: string): string {
	if (text !== '' && readDatabaseUrl(text).database === '') throw noDatabaseUrl();
	return text;
}

/**
 * Returns host or socket, user, password and database name of a `mysql://` URL, as options of the driver. Throws for any other; the error leaves the
 * URL out, since it may hold a password.
 */
export function readDatabaseUrl(text: string) {
	const url = URL.parse(text);
	const socketPath = url?.searchParams.get('socketPath');
	const [username, password, database] = [url?.username, url?.password, url?.pathname.slice(1)].map(decodedOrNull);
	// After a / or # in a password the rest of it, and the @, would be the path or the fragment.
	const isWhole = url?.protocol === 'mysql:' && (url.hostname || socketPath) && url.hash === '' && !/[/@]/.test(database ?? '/');
	if (!isWhole || username == null || password == null || database == null) throw noDatabaseUrl();
	if ([...url.searchParams.keys()].some(name => name !== 'socketPath')) throw noDatabaseUrl();
	return {...(socketPath ? {socketPath} : {host: url.hostname, port: Number(url.port || 3306)}), username, password, database};
}

function noDatabaseUrl(): Error {
	return new Error(
		'DATABASE_URL must look like mysql://user:password@host:3306/database, or mysql://user@localhost/database?socketPath=/path for a unix socket. Special characters in name and password are percent-encoded: / is %2F, # is %23, ? is %3F, @ is %40.',
	);
}

function decodedOrNull(text = ''): string | null {
	try {
		return decodeURIComponent(text);
	} catch {
		return null;
	}
}

/** Returns what a URL has for a host to listen on: on this machine, an address that it listens on. */
export function urlHost(host: string): string {
	if (host === '0.0.0.0') return '127.0.0.1';
	if (host === '::') return '[::1]';
	return host.includes(':') ? `[${host}]` : host;
}

/** Returns the URL of the mail server as it is. Throws for any other; the error leaves it out, since it may hold a password. */
export function readSmtpUrl(text: string): string {
	if (text === '' || (/^smtps?:\/\//i.test(text) && URL.parse(text)?.hostname)) return text;
	throw new Error(
		'SMTP_URL must look like smtp://user:password@host:587, or smtps://… with TLS from the start. Special characters in name and password are percent-encoded.',
	);
}

/** Returns the sender of mails as it is. Throws if it has no e-mail address. */
export function readMailFrom(text: string): string {
	if (text === '' || ADDRESS.test(text)) return text;
	throw new Error(
		`MAIL_FROM must be an e-mail address, or a name and an address such as Roteiro <tours@example.org>, not "${shown(text)}".`,
	);
}

/** Parses the URL. Throws if it has none of these forms; the error leaves the URL out, since it may hold a password. */
export function readRedisUrl(url: string): RedisLocation {
	if (/^unix:./.test(url) || (/^rediss?:\/\//.test(url) && URL.parse(url)?.hostname)) return {kind: 'single', url};
	const parts = SEVERAL.exec(url)?.groups;
	if (!parts) throw unreadable();
	const kind = parts.kind as 'cluster' | 'sentinel';
	const nodes: Nodes = {
		nodes: parts.hosts!.split(',').map(host => readHost(host, PORTS[kind])),
		...readUser(parts.user),
		tls: parts.tls === 's',
	};
	const query = new URLSearchParams(parts.query);
	const sentinelPassword = query.get('sentinelPassword') ?? undefined;
	query.delete('sentinelPassword');
	const [name = '', database = '0', ...rest] = (parts.path ?? '').split('/');
	if (query.size > 0) throw unreadable();
	if (kind === 'cluster') {
		// A cluster has only one database, and no sentinels with a password of their own.
		if (parts.path || sentinelPassword !== undefined) throw unreadable();
		return {kind, ...nodes};
	}
	if (!name || rest.length > 0 || !/^\d{1,5}$/.test(database)) throw unreadable();
	return {kind, ...nodes, master: decoded(name), database: Number(database), sentinelPassword};
}

function readHost(text: string, usual: number): {host: string; port: number} {
	const {host, port = String(usual)} = HOST.exec(text)?.groups ?? {};
	if (!host || Number(port) < 1 || Number(port) > 65_535) throw unreadable();
	return {host: host.replaceAll(/[[\]]/g, ''), port: Number(port)};
}

function readUser(text: string | undefined) {
	const [username, ...password] = (text ?? '').split(':').map(decoded);
	return {username: username || undefined, password: password.join(':') || undefined};
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		throw unreadable();
	}
}

function unreadable(): Error {
	return new Error(`REDIS_URL must be one of: ${FORMS}. Special characters in names and passwords are percent-encoded.`);
}

/** True if all keys with this prefix share one hash tag, as reports and their senders' allowances must. */
export function isOneTag(prefix: string): boolean {
	return /^[^{}]*\{[^{}]+\}[^{}]*$/.test(prefix);
}

/** Reads `s3://bucket/prefix?endpoint=https://host&region=name&pathStyle=false`. Throws for any other form. */
export function readS3Location(text: string): S3Location {
	const url = URL.parse(text);
	const bucket = url?.hostname ?? '';
	const path = decodedOrNull(url?.pathname);
	const known = ['endpoint', 'region', 'pathStyle'];
	const unknown = [...(url?.searchParams.keys() ?? [])].filter(name => !known.includes(name));
	const isPlain = url?.protocol === 's3:' && bucket && !url.username && !url.password && !url.port && !url.hash;
	if (!isPlain || path === null || unknown.length > 0) {
		throw new Error(
			`FILES must look like s3://bucket/prefix?endpoint=https://host&region=name, with keys in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY and % written as %25, not "${shown(text)}".`,
		);
	}
	const {searchParams} = url;
	const endpoint = searchParams.get('endpoint') ?? undefined;
	if (endpoint !== undefined) readPlainUrl('FILES: endpoint', endpoint, 'https://objects.example.org');
	const pathStyle = searchParams.get('pathStyle');
	if (pathStyle !== null && pathStyle !== 'true' && pathStyle !== 'false')
		throw new Error(`FILES: pathStyle must be true or false, not "${shown(pathStyle)}".`);
	const prefix = path.replace(/^\/+|\/+$/g, '');
	return {
		bucket,
		prefix: prefix && `${prefix}/`,
		endpoint,
		region: searchParams.get('region') ?? 'us-east-1',
		// Amazon wants the bucket in the host name; nearly every other store wants it in the path.
		pathStyle: pathStyle === null ? endpoint !== undefined : pathStyle === 'true',
	};
}
