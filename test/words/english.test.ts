import test from 'ava';
import {openapiDocument} from '../../api/docs/openapi.ts';
import {referencePage} from '../../api/docs/reference.ts';
import {describeTools} from '../../api/mcp/tools/describe-tool.ts';
import {TOOLS} from '../../api/mcp/tools/index.ts';
import {PUBLIC_OPERATIONS} from '../../api/operations/index.ts';
import {COMMANDS as CLI} from '../../cli/commands/index.ts';
import {helpOf, overview} from '../../cli/help.ts';
import {usage} from '../../infra/operator/command.ts';
import {COMMANDS as OPERATOR} from '../../infra/operator/commands.ts';
import {ERRORS} from '../../shared/errors.ts';
import {readCatalogues} from './catalogues.ts';
import {namesOfCode, roughEnglish} from './rules.ts';
import {codeOf, sourceFiles} from './sources.ts';

/** Tests texts that exist only in English: of the API and its reference, for agents, in commands, and elsewhere in the code. */

const document = openapiDocument(PUBLIC_OPERATIONS, 'https://tours.example');
const tools = describeTools(TOOLS);

/** Returns the visible text of a page, without code. */
function proseOf(html: string): string {
	return html
		.replace(/<(style|pre|code|script)\b[^>]*>.*?<\/\1>/gs, ' ')
		.replace(/<[^>]+>/g, '\n')
		.replaceAll('&quot;', '"')
		.replaceAll('&#39;', "'");
}

const prose: Record<string, string> = {
	...Object.fromEntries(Object.entries(ERRORS).map(([code, [, message]]) => [`error ${code}`, message])),
	...Object.fromEntries(Object.entries(CLI).map(([name, command]) => [`roteiro ${name}`, helpOf(name, command)])),
	'roteiro --help': overview('1.0.0'),
	operator: usage(OPERATOR),
	'the API reference': proseOf(referencePage(document).html),
	...Object.fromEntries(textsOf(document, 'openapi.json')),
	...Object.fromEntries(textsOf(tools, 'tools')),
};

/** Returns descriptions, summaries and titles, by their place. */
function textsOf(value: unknown, path: string): Array<[string, string]> {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, part]): Array<[string, string]> => {
		const place = `${path}.${name}`;
		const isProse = typeof part === 'string' && ['description', 'summary', 'title'].includes(name);
		return isProse ? [[place, part]] : textsOf(part, place);
	});
}

test('what the API, its tools and its commands say names nothing of the code', async t => {
	// These texts have all names that callers know: of shared/contract, operations, tools and errors, and the format of error names.
	const declared = (await readCode()).filter(([file]) => file.startsWith('shared/contract/')).map(([, text]) => text);
	const contract = new Set([
		...[JSON.stringify([document, tools]), ...declared].join('\n').match(/(?<=")[A-Za-z_]+(?=")|\b[A-Za-z_]+(?=: )/g)!,
		...Object.keys(ERRORS),
		'snake_case',
	]);
	t.false(contract.has('appError'));
	const unknown = Object.entries(prose).flatMap(([place, text]) =>
		namesOfCode(text.replaceAll(/`[^`]*`/g, ''))
			.filter(name => !contract.has(name))
			.map(name => `${place}: ${name}`),
	);
	t.deepEqual(unknown, []);
});

test('what they say is plain English', t => {
	t.deepEqual(
		Object.entries(prose).flatMap(([place, text]) => roughEnglish(text).map(words => `${place}: ${words}`)),
		[],
	);
});

const readCode = async () => Promise.all((await sourceFiles()).map(async file => [file, await codeOf(file)] as const));

test('no other string in the code says whoever or anew', async t => {
	t.deepEqual(
		(await readCode()).flatMap(([file, text]) =>
			(text.match(/.*(?:\b[Ww]hoever|\banew)\b.*/g) ?? []).map(line => `${file}: ${line.trim()}`),
		),
		[],
	);
});

test('what is said in Portuguese or Spanish is in a catalogue, so that no rule misses it', async t => {
	const said = (await readCatalogues()).flatMap(({words}) => [...words.pt, ...words.es].map(({text}) => text)).join('\n');
	/** Files whose strings people do not read, or that are names. */
	const others = /^shared\/(?:locales\/[\w-]+|tour)\/language\/(?!wording)|^cli\/recorder\/page\/tools\.ts$/;
	const names = /^(?:Português|Español|Fábio Lima|da Lei Geral de Proteção de Dados .*)$/;
	const found = (await readCode())
		.filter(([file]) => !others.test(file))
		.flatMap(([file, text]) =>
			[...text.matchAll(/"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`([^`]*)`/g)]
				.flatMap(([, ...parts]) => (parts.find(part => part !== undefined) ?? '').split(/\$\{[^}]*\}|\\n/))
				.filter(part => /[ãõçñ¿¡]|ci[oó]n\b|\b(?:não|você|está|hasta|página|senha|clave)\b/.test(part) && !names.test(part))
				.filter(part => !said.includes(part.replaceAll('\\"', '"').replace(/^\}/, '').trim()))
				.map(part => `${file}: ${part}`),
		);
	t.deepEqual(found, []);
});
