import type {ParseArgsOptionsConfig} from 'node:util';
import {DOCUMENT_SCHEMA_PATH} from '../../shared/contract/document-format.ts';
import {serviceUrl} from '../connection.ts';
import {usageError} from '../errors.ts';
import type {Output} from '../output.ts';
import {check} from './check.ts';
import {init} from './init.ts';
import {login} from './login.ts';
import {publish} from './publish.ts';
import {pull} from './pull.ts';
import {watch} from './watch.ts';
import {whoami} from './whoami.ts';

type Values = Record<string, string | boolean | undefined>;
export type Command = {
	/** What stands behind the name: `[FOLDER]`. */
	takes: string;
	summary: string;
	/** What else there is to know, and an example of it. */
	help: string;
	options?: Record<string, {type: 'boolean' | 'string'; short?: string; help: string}>;
	/** Arguments beside options, at most. */
	most: number;
	run(args: string[], values: Values, output: Output): Promise<void>;
};

export const COMMANDS: Record<string, Command> = {
	init: {
		takes: '[FOLDER]',
		summary: 'makes a tour.yaml out of the pictures of a folder',
		help: 'Each picture becomes a step, in the order of their names.\n\n  roteiro init screenshots',
		most: 1,
		run: ([folder = '.'], _values, output) => init(folder, schemaUrl(), output),
	},
	check: {
		takes: '[FOLDER]',
		summary: 'says what is wrong with a folder, line by line, without the service',
		help: 'Ends with 1 where something is.\n\n  roteiro check screenshots',
		most: 1,
		run: ([folder = '.'], _values, output) => check(folder, output),
	},
	publish: {
		takes: '[FOLDER]',
		summary: 'makes the tour what the folder says, and publishes it',
		help: 'Run again it does only what is new. What others changed meanwhile stays; where both changed the same it ends with 3 and changes nothing.\n\n  roteiro publish screenshots\n  roteiro publish screenshots --dry-run',
		options: {
			'dry-run': {type: 'boolean', help: 'shows what would change, and changes nothing (new pictures are sent)'},
			draft: {type: 'boolean', help: 'does not publish'},
			watch: {type: 'boolean', help: 'goes on with the draft whenever the folder changes, until Ctrl-C'},
			force: {type: 'boolean', help: 'makes it as the folder has it, whatever others have changed'},
		},
		most: 1,
		run: ([folder = '.'], {'dry-run': dryRun, draft, force, watch: watching}, output) =>
			watching ? watch(folder, output) : publish(folder, {dryRun: Boolean(dryRun), draft: Boolean(draft), force: Boolean(force)}, output),
	},
	pull: {
		takes: 'KEY',
		summary: 'writes a tour of the service into a folder',
		help: 'KEY is your own name for the tour, or its tour_… id. "roteiro publish" reads back what this writes, and changes nothing.\n\n  roteiro pull first-flow -o screenshots',
		options: {output: {type: 'string', short: 'o', help: 'the folder; default: one that is called as the tour'}},
		most: 1,
		run: ([key], {output: folder}, output) => {
			if (!key) throw usageError('Which tour? roteiro pull KEY');
			return pull(key, folder as string | undefined, DOCUMENT_SCHEMA_PATH, output);
		},
	},
	login: {
		takes: '',
		summary: 'asks for a key and keeps it for the next commands',
		help: 'The key is read from standard input, so that it stands in no history of commands.\n\n  roteiro login',
		most: 0,
		run: (_args, _values, output) => login(output),
	},
	whoami: {
		takes: '',
		summary: 'says whose key is used, and at which service',
		help: '  roteiro whoami',
		most: 0,
		run: (_args, _values, output) => whoami(output),
	},
};

/** Where the schema of tours is published; null where no service is known yet. */
function schemaUrl(): string | null {
	try {
		return serviceUrl() + DOCUMENT_SCHEMA_PATH;
	} catch {
		return null;
	}
}

/** The options of a command as `parseArgs` takes them, with those that all have. */
export function optionsOf({options = {}}: Command): ParseArgsOptionsConfig {
	const own = Object.entries(options).map(([name, {type, short}]) => [name, {type, ...(short && {short})}] as const);
	return {...Object.fromEntries(own), json: {type: 'boolean'}, help: {type: 'boolean', short: 'h'}};
}
