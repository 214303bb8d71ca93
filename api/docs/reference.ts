import {SCOPES} from '../../shared/contract/access.ts';
import {escapeHtml} from '../../shared/html.ts';
import {MARK, pageStyle} from '../pages/page.ts';
import {field, fieldList, type Schema} from './reference-fields.ts';

/** The parts of an OpenAPI document, as `openapiDocument` makes it, that are read. */
type Document = {
	info: {title: string; summary: string; version: string};
	servers: Array<{url: string}>;
	tags: Array<{name: string; description: string}>;
	paths: Record<string, Record<string, unknown>>;
	components: object;
};
type Described = {
	operationId: string;
	tags: string[];
	summary: string;
	description: string;
	'x-scopes': string[];
	parameters: Array<{name: string; in: string; required: boolean; description?: string; schema: Schema}>;
	requestBody?: {description?: string; content: Record<string, {schema: Schema; examples?: {recorded?: {value: unknown}}}>};
	responses: Record<string, {description: string; content?: Record<string, {schema: Schema}>}>;
};
type Entry = Described & {method: string; path: string};

const PARAMETERS = {path: 'In the path', query: 'In the query', header: 'Headers'};

const {style: PAGE_STYLE, policy} = pageStyle(['reference.css', 'reference-wide.css'].map(name => new URL(name, import.meta.url)));
/** The policy allows this style, one font and the icon; it forbids scripts and frames. */
const PAGE_CSP = `default-src 'none'; ${policy}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** The reference as one page that needs neither script nor search: what the OpenAPI document says, in the order in which it says it. */
export function referencePage(document: Document): {html: string; csp: string} {
	const {info, servers} = document;
	const baseUrl = servers[0]!.url;
	const entries = entriesOf(document);
	const groups = document.tags.map(({name}): [string, Entry[]] => [name, entries.filter(({tags}) => tags.includes(name))]);
	const html = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(info.title)} API ${escapeHtml(info.version)}</title>
<meta name="description" content="${escapeHtml(info.summary)}">
<style>${PAGE_STYLE}</style>
</head>
<body class="reference">
<header id="top">
<a class="brand" href="${escapeHtml(baseUrl)}/">${MARK}${escapeHtml(info.title)}</a>
<h1>API reference <small>${escapeHtml(info.version)}</small></h1>
<p>${escapeHtml(info.summary)}</p>
</header>
<nav aria-label="Operations">
<div><h2>Start</h2>
<ul><li><a href="#conventions">Conventions</a></li></ul></div>
${groups.map(([title, entries]) => `<div><h2>${title}</h2>\n<ul>${entries.map(link).join('')}</ul></div>`).join('\n')}
</nav>
<main>
${conventions(baseUrl)}
${groups.map(([title, entries]) => `<h2 class="group">${title}</h2>\n${entries.map(entry => section(entry, baseUrl)).join('\n')}`).join('\n')}
</main>
</body>
</html>
`;
	return {html, csp: PAGE_CSP};
}

function entriesOf({paths, components}: Document): Entry[] {
	return Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]) => ({
			...(withoutReferences(operation, {components}) as Described),
			method: method.toUpperCase(),
			path,
		})),
	);
}

/** Returns the value with what its references name in their place; what is beside a reference has precedence. */
export function withoutReferences(value: unknown, document: object): unknown {
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map(item => withoutReferences(item, document));
	const {$ref, ...own} = value as {$ref?: unknown};
	const inner = Object.entries(own).map(([name, part]) => [name, withoutReferences(part, document)]);
	const path = typeof $ref === 'string' ? $ref.slice('#/'.length).split('/') : null;
	const named = path?.reduce<unknown>((found, name) => (found as Record<string, unknown>)[name], document);
	return {...(withoutReferences(named, document) as object | undefined), ...Object.fromEntries(inner)};
}

function link({operationId, method, summary}: Entry): string {
	return `<li><a href="#${operationId}" title="${escapeHtml(summary)}">${badge(method)}<span>${operationId.replaceAll('_', ' ')}</span></a></li>`;
}

function badge(method: string): string {
	return `<b class="method ${method.toLowerCase()}">${method}</b>`;
}

function section(entry: Entry, baseUrl: string): string {
	const {operationId, method, path, summary, description} = entry;
	const content = entry.requestBody?.content ?? {};
	const body = content['application/json']?.schema;
	const fileType = body ? undefined : Object.keys(content)[0];
	const call = exampleCall({method, url: baseUrl + path, body: content['application/json']?.examples?.recorded?.value, fileType});
	return `<section id="${operationId}" aria-labelledby="${operationId}-title">
<div class="said">
<h3 id="${operationId}-title"><a href="#${operationId}">${escapeHtml(summary)}</a></h3>
<p class="route">${badge(method)}<code>${path.replaceAll('/', '/<wbr>')}</code></p>
${description === `${summary}.` ? '' : `<p>${escapeHtml(description)}</p>`}
<p class="scopes">Needs ${entry['x-scopes'].map(scope => `<code>${scope}</code>`).join(' and ')}</p>
${parameters(entry)}
${body ? `<h4>Body</h4>\n${fieldList(body, {asked: true})}` : ''}
${fileType ? `<h4>Body</h4>\n<p><code>${fileType}</code> ${escapeHtml(entry.requestBody!.description!)}</p>` : ''}
${answers(entry)}
</div>
<div class="example"><pre tabindex="0"><code>${escapeHtml(call)}</code></pre></div>
</section>`;
}

function parameters({parameters: all}: Entry): string {
	const lists = Object.entries(PARAMETERS).map(([place, title]) => {
		const here = all.filter(parameter => parameter.in === place);
		if (here.length === 0) return '';
		const fields = here.map(({name, required, description, schema}) =>
			field(name, {...schema, description: description ?? schema.description}, {required, asked: true}),
		);
		return `<h4>${title}</h4>\n<ul class="fields">${fields.join('')}</ul>`;
	});
	return lists.filter(Boolean).join('\n');
}

function answers({responses}: Entry): string {
	const [good, bad] = [true, false].map(ok => Object.entries(responses).filter(([status]) => Number(status) < 400 === ok));
	const successes = good!.map(([status, {description, content}]) => {
		const schema = content?.['application/json']?.schema;
		const said = `<b class="status">${status}</b> ${escapeHtml(description)}`;
		if (!schema) return `<p class="answer">${said}</p>`;
		return `<details class="answer"><summary>${said}</summary>\n${fieldList(schema, {asked: false})}</details>`;
	});
	const statuses = bad!.map(([status]) => `<b class="status bad">${status}</b>`).join(' ');
	const rows = bad!.map(([status, {description}]) => `<dt><b class="status bad">${status}</b></dt>\n<dd>${identified(description)}</dd>`);
	return `<h4>Responses</h4>
${successes.join('\n')}
<details class="answer"><summary>${statuses}</summary>
<dl>${rows.join('\n')}</dl></details>`;
}

/** `not_found: There is nothing … still_running: …` with a line and a mark for each identifier. */
function identified(description: string): string {
	return description
		.split(/ (?=[a-z]+(?:_[a-z]+)+: )/)
		.map(part => escapeHtml(part).replace(/^([a-z_]+): /, '<code>$1</code> '))
		.join('<br>');
}

function conventions(baseUrl: string): string {
	const url = escapeHtml(baseUrl);
	const permissions = Object.entries(SCOPES)
		.map(([scope, grants]) => `<dt><code>${scope}</code></dt>\n<dd>${escapeHtml(grants)}.</dd>`)
		.join('\n');
	return `<section id="conventions" aria-labelledby="conventions-title">
<div class="said">
<h3 id="conventions-title">Conventions</h3>
<p>Every call carries <code>Authorization: Bearer &lt;key&gt;</code>, a personal API key with some of these permissions; you create and revoke it under <a href="${url}/settings/keys">keys and apps</a>:</p>
<dl>${permissions}</dl>
<ul>
<li>Bodies are JSON. A success is <code>{"ok": true, …}</code>; an error is <code>{"ok": false, "error", "message", "errors"}</code>, where <code>errors</code> lists every problem at once: its field, what is wrong, what would be right.</li>
<li>Absent values are <code>null</code>, times ISO 8601 in UTC, durations milliseconds, coordinates fractions of the image from its top-left corner.</li>
<li><code>adjustments</code> lists values that the service corrected rather than refused (a coordinate outside 0..1); <code>warnings</code> lists what is allowed but unwise.</li>
<li><code>Idempotency-Key</code> makes a POST safe to repeat for 24 hours; a repeated call carries <code>Idempotent-Replayed: true</code>.</li>
<li><code>ETag</code> is a tour's version; with <code>If-Match</code> a change is refused with 412 if the tour has changed since.</li>
<li>Calls wait for their work. <code>Prefer: respond-async</code> answers 202 and a job instead.</li>
<li>A 429 says in <code>Retry-After</code> when to try again; <code>RateLimit</code> says how many calls are left.</li>
<li>Quote <code>X-Request-Id</code> when you report a problem: the log has it.</li>
</ul>
<p>The same description for machines: <a href="${url}/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
</div>
<div class="example"><pre tabindex="0"><code>KEY=rt_live_…

curl "${url}/v1/me" \\
  -H "Authorization: Bearer $KEY"</code></pre></div>
</section>`;
}

/** A call that can be pasted into a shell once KEY and the identifiers in its path are set (TOUR, STEP, JOB, VERSION), and FILE where a file is sent. */
function exampleCall({
	method,
	url,
	body,
	fileType,
}: {
	method: string;
	url: string;
	body?: unknown;
	/** The media type of a body that is a file. */
	fileType?: string;
}): string {
	const lines = [`curl ${method === 'GET' || (method === 'POST' && (body || fileType)) ? '' : `-X ${method} `}"${withVariables(url)}"`];
	lines.push('-H "Authorization: Bearer $KEY"');
	if (body) {
		const json = JSON.stringify(body, null, 2).replaceAll("'", "'\\''").replaceAll('\n', '\n  ');
		lines.push('-H "Content-Type: application/json"', `-d '${json}'`);
	}
	if (fileType) lines.push(`-H "Content-Type: ${fileType}"`, '--data-binary "@$FILE"');
	return lines.join(' \\\n  ');
}

/** `/tours/{id}/steps/{stepId}` as `/tours/$TOUR/steps/$STEP`. */
function withVariables(url: string): string {
	return url
		.replace('/documents/{key}', '/documents/$TOUR')
		.replace('/media/{mediaId}', '/media/$MEDIA')
		.replaceAll(/([a-z]+)s\/\{\w+\}/g, (_, resource: string) => `${resource}s/$${resource.toUpperCase()}`);
}
