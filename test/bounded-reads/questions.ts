import {methodAndPath, type Operation} from '../../api/pipeline/operation.ts';
import type {Reply} from '../helpers/service.ts';
import type {Furnished} from './accounts.ts';

/** Every way of asking an operation that reads, by what its schema offers. */

/** A page: the smaller account has a next one of each list. */
const PAGE = 2;
/** Where the cursor stands: far behind the first page, where there is so much. */
const FAR = 60;

type Values = (account: Furnished) => string[];

/** Of parameters that are no choice: what is asked beside leaving them out. A list's limit and cursor are below. */
const VALUES: Record<string, Values> = {
	// Of all names, of one alone, of none; and parts of two words.
	q: () => ['bench', 'zenith', 'nothing', 'low ben'],
	tourId: ({names}) => [names.id!],
	email: () => ['bia@private.example', 'nobody@private.example'],
	from: () => [new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10)],
	to: () => [],
	language: () => ['en'],
};

/** Names in paths that are not those of a tour. */
const OTHER_NAMES = {'GET /jobs/': 'jobId', 'GET /exports/': 'exportId', 'GET /account/exports/': 'accountExportId'};

type Property = {enum?: unknown[]; type?: string};

/** The URL of each question without `limit` and `cursor`, by its words: `GET /tours sort=name&status=published`. */
export function questionsOf(operation: Operation, account: Furnished, pageSize = PAGE): Map<string, string> {
	const {path, parameters} = methodAndPath(operation);
	const where = parameters.reduce((found, name) => found.replace(`{${name}}`, nameIn(operation, name, account)), path);
	const offered = Object.entries(operation.input.properties as Record<string, Property>).filter(
		([name]) => !parameters.includes(name) && name !== 'limit' && name !== 'cursor',
	);
	let queries: Array<Record<string, string>> = [{}];
	for (const [name, property] of offered) {
		const values = valuesOf(operation, name, property, account);
		queries = queries.flatMap(query => [query, ...values.map(value => ({...query, [name]: value}))]);
	}
	const page: Record<string, string> = 'limit' in operation.input.properties ? {limit: String(pageSize)} : {};
	return new Map(queries.map(query => [worded(operation, query, account), `${where}?${new URLSearchParams({...query, ...page})}`]));
}

/** The same for every account. */
function worded({route}: Operation, query: Record<string, string>, {names}: Furnished): string {
	const words = Object.entries(query).map(([name, value]) => `${name}=${value === names.id ? 'the tour' : value}`);
	return [route, ...words].join(' ');
}

export function isList({input}: Operation): boolean {
	return 'cursor' in input.properties;
}

/** The same question from far behind its first page, or null where there is no other page. */
export async function laterPage(url: string, ask: (url: string) => Promise<Reply>, pageSize = PAGE): Promise<string | null> {
	for (const limit of [FAR, pageSize]) {
		const {nextCursor} = (await ask(url.replace(`limit=${pageSize}`, `limit=${limit}`))).body;
		if (nextCursor) return `${url}&cursor=${nextCursor}`;
	}
	return null;
}

/** Asks for this account, as its owner where nobody else may; throws where it is refused. */
export function askerOf({account: own}: Operation, {client, person}: Furnished): (url: string) => Promise<Reply> {
	return async url => {
		const reply = own ? await person.call('GET', `/app/v1${url}`) : await client('GET', `/v1${url}`);
		if (reply.status !== 200) throw new Error(`${url} was answered ${reply.status}: ${JSON.stringify(reply.body)}`);
		return reply;
	};
}

function nameIn({route}: Operation, name: string, {names}: Furnished): string {
	const own = Object.entries(OTHER_NAMES).find(([start]) => route.startsWith(start))?.[1] ?? name;
	const found = names[own];
	if (found === undefined) throw new Error(`Say in accounts.ts what {${name}} of ${route} is.`);
	return found;
}

function valuesOf({name: operation}: Operation, name: string, property: Property, account: Furnished): string[] {
	if (property.enum) return property.enum.map(String);
	if (property.type === 'boolean') return ['true'];
	const values = VALUES[name];
	if (!values) throw new Error(`Say in questions.ts with what ${operation} is asked for ${name}.`);
	return values(account);
}
