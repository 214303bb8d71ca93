import type {ParseArgsOptionsConfig} from 'node:util';
import {FOLDER_SCHEMA_PATH} from '../../shared/contract/document-format.ts';
import {serviceUrl} from '../connection.ts';
import {usageError} from '../errors.ts';
import {LANGUAGES} from '../recorder/recording.ts';
import {check, watch} from './check.ts';
import type {Command} from './command.ts';
import {completion, SHELLS} from './completion.ts';
import {type ExportValues, exportTour, FORMATS} from './export.ts';
import {writeExtension} from './extension.ts';
import {importFile} from './import.ts';
import {init} from './init.ts';
import {login, loginBrowser, logout, whoami} from './login.ts';
import {publish} from './publish.ts';
import {type PullOptions, pull} from './pull.ts';
import {type RecordValues, record} from './record.ts';
import {sendBundle} from './send-bundle.ts';
import {list, open, status, trash, unpublish} from './tours.ts';

const TOUR_NAMED = 'TOUR is a folder, a link, your own name for the tour, or its tour_… id';
const TOUR_IS = `${TOUR_NAMED}; default: this folder.`;

const RECORD_OPTIONS: Command['options'] = {
	out: {type: 'string', short: 'o', help: 'the folder; default: the name of the recording'},
	url: {type: 'string', help: 'FILE has steps of driver.js for the page at this URL'},
	language: {
		type: 'string',
		help: 'language of the texts: pt, en or es; default: that of the application',
		choices: Object.keys(LANGUAGES),
	},
	viewport: {type: 'string', help: 'WIDTHxHEIGHT in CSS pixels; default 1440x900'},
	scale: {type: 'string', help: 'picture pixels per CSS pixel; default 2'},
	'as-recorded': {type: 'boolean', help: 'uses the viewports of the recording'},
	browser: {type: 'string', help: 'path of the browser; default: CHROME_PATH, or the browser of this machine'},
	profile: {type: 'string', help: 'folder of a browser profile; default: that of "login --browser"'},
	fresh: {type: 'boolean', help: 'uses a new profile, signed in nowhere'},
	headed: {type: 'boolean', help: 'shows the browser while it works'},
	timeout: {type: 'string', help: 'seconds that each step waits at most'},
	force: {type: 'boolean', help: 'replaces the tour that is in the folder'},
	publish: {type: 'boolean', help: 'publishes the tour, as "roteiro publish" does'},
};

export const COMMANDS: Record<string, Command> = {
	init: {
		takes: '[FOLDER]',
		summary: 'creates a tour.yaml from the pictures of a folder',
		help: 'Each picture becomes a step, in the order of the file names.\n\n  roteiro init screenshots',
		most: 1,
		run: ([folder = '.'], _values, output) => init(folder, schemaUrl(), output),
	},
	check: {
		takes: '[FOLDER]',
		summary: 'checks a folder without the service, and lists each problem by line',
		help: 'Exits with 1 if there is a problem.\n\n  roteiro check screenshots',
		most: 1,
		run: ([folder = '.'], _values, output) => check(folder, output),
	},
	publish: {
		takes: '[FOLDER]',
		summary: 'creates or updates the tour from a folder, and publishes it',
		help: 'A second run sends only what is new. Changes by others are kept; if both changed the same field it exits with 3 and changes nothing.\n\n  roteiro publish screenshots\n  roteiro publish screenshots --dry-run\n  roteiro publish screenshots --similar 0.1',
		options: {
			'dry-run': {type: 'boolean', help: 'shows what would change, and changes nothing (new pictures are sent)'},
			draft: {type: 'boolean', help: 'does not publish'},
			watch: {type: 'boolean', help: 'updates the draft whenever the folder changes, until Ctrl-C'},
			similar: {type: 'string', help: 'keeps pictures that differ in no more than VALUE percent of their pixels'},
			force: {type: 'boolean', help: 'overwrites the changes of others'},
		},
		most: 1,
		run: ([folder = '.'], {'dry-run': dryRun, draft, force, similar, watch: watching}, output) => {
			const percent = similar === undefined ? null : Number(similar);
			if (percent !== null && !(percent >= 0 && percent <= 100)) throw usageError('--similar is a share in percent, such as 0.1.');
			if (watching) return watch(folder, percent, output);
			return publish(folder, {dryRun: Boolean(dryRun), draft: Boolean(draft), force: Boolean(force), similar: percent}, output);
		},
	},
	pull: {
		takes: 'KEY',
		summary: 'writes a tour of the service into a folder',
		help: 'KEY is your own name for the tour, or its tour_… id. "roteiro publish" of the written folder changes nothing.\n\n  roteiro pull first-flow -o screenshots\n  roteiro pull first-flow --bundle first-flow.zip',
		options: {
			out: {type: 'string', short: 'o', help: 'the folder; default: the name of the tour'},
			bundle: {
				type: 'string',
				help: 'writes one zip with everything, narrations included, instead of a folder; a file of that name is replaced',
			},
			force: {type: 'boolean', help: 'replaces what was edited in the folder'},
		},
		most: 1,
		run: ([key], {bundle: file, ...values}, output) => {
			const tour = requireTour(key, 'pull KEY');
			if (typeof file === 'string')
				return exportTour(tour, {format: 'bundle', out: file, isKey: true, force: Boolean(values.force)}, output);
			return pull(tour, values as PullOptions, FOLDER_SCHEMA_PATH, output);
		},
	},
	list: {
		takes: '',
		summary: 'lists your tours',
		help: 'A line for each: its id, its name and its public link, with tabs between them.\n\n  roteiro list',
		most: 0,
		run: (_args, _values, output) => list(output),
	},
	status: {
		takes: '[TOUR]',
		summary: 'shows whether a tour is published, and as it is now',
		help: `${TOUR_IS}\n\n  roteiro status first-flow`,
		most: 1,
		run: ([tour = '.'], _values, output) => status(tour, output),
	},
	open: {
		takes: '[TOUR]',
		summary: 'opens the public page of a tour, or the editor where it is not published',
		help: `${TOUR_IS}\n\n  roteiro open first-flow`,
		most: 1,
		run: ([tour = '.'], _values, output) => open(tour, output),
	},
	unpublish: {
		takes: 'TOUR',
		summary: 'takes the public link of a tour down',
		help: `The next publish brings the same link back. ${TOUR_NAMED}.\n\n  roteiro unpublish first-flow`,
		most: 1,
		run: ([tour], _values, output) => unpublish(requireTour(tour, 'unpublish TOUR'), output),
	},
	delete: {
		takes: 'TOUR',
		summary: 'puts a tour into the bin',
		help: `Without --yes it says which tour it would be. ${TOUR_NAMED}.\n\n  roteiro delete first-flow --yes`,
		options: {yes: {type: 'boolean', short: 'y', help: 'does it'}},
		most: 1,
		run: ([tour], {yes}, output) => trash(requireTour(tour, 'delete TOUR --yes'), Boolean(yes), output),
	},
	export: {
		takes: '[TOUR]',
		summary: 'exports a tour as a video, a document, a guide, one HTML file or a course',
		help: `${TOUR_IS} A second run continues the same export.\n\n  roteiro export first-flow --format pdf -o first-flow.pdf\n  roteiro export screenshots --format mp4 --option size=720p,captions=burnt`,
		options: {
			format: {type: 'string', short: 'f', help: FORMATS.join(', '), choices: FORMATS},
			out: {type: 'string', short: 'o', help: "the file, which is replaced if it is there; default: the tour's title"},
			option: {type: 'string', help: 'NAME=VALUE of the format; commas separate several'},
			language: {type: 'string', help: 'of narration and captions'},
			published: {type: 'boolean', help: 'exports the published version, not the draft'},
			force: {type: 'boolean', help: 'replaces a file of the default name as well'},
		},
		most: 1,
		run: ([tour = '.'], values, output) => exportTour(tour, values as ExportValues, output),
	},
	record: {
		takes: 'FILE',
		summary: 'creates a folder from a recording of the DevTools Recorder',
		help: 'Replays the recording in Chrome, Edge or Chromium on this machine, and takes a picture before each step. FILE is the result of "Export as a JSON file"; with --url it has steps of driver.js. Passwords, cards and codes appear neither in texts nor in pictures.\n\n  roteiro record checkout.json --out checkout\n  roteiro record checkout.json --language es --viewport 1280x800\n  roteiro record steps.json --url http://localhost:3000\n  roteiro record checkout.json --publish',
		options: RECORD_OPTIONS,
		most: 1,
		run: ([file], values, output) => {
			if (!file) throw usageError('Which recording? roteiro record FILE');
			return record(file, values as RecordValues, schemaUrl(), output);
		},
	},
	import: {
		takes: 'FILE',
		summary: 'creates a folder from a bundle, a guide, a PDF, or an export of Mimik or Inkly',
		help: 'A bundle is the result of "roteiro pull KEY --bundle FILE", or a zipped folder of a tour. A guide is Markdown with its pictures beside it: each heading (##) is a step. Each page of a PDF is a step. A .mimik file works too, and a demo.config.json with its pictures beside it.\n\n  roteiro import first-flow.zip --out copy\n  roteiro import first-flow.zip --send\n  roteiro import docs/guide.md --out guide\n  roteiro import deck.pdf',
		options: {
			out: {type: 'string', short: 'o', help: 'the folder; default: the name of the file'},
			send: {type: 'boolean', help: 'sends a bundle to the service as a new tour, with its narrations'},
			force: {type: 'boolean', help: 'replaces the tour that is in the folder'},
		},
		most: 1,
		run: ([file], values, output) => {
			if (!file) throw usageError('Which file? roteiro import FILE');
			if (values.send) return sendBundle(file, output);
			return importFile(file, values as {out?: string; force?: boolean}, schemaUrl(), output);
		},
	},
	extension: {
		takes: 'FOLDER',
		summary: 'writes the browser extension that records tours',
		help: 'For Chrome, Edge and other Chromium browsers: choose the folder in "Load unpacked". A second run replaces it.\n\n  roteiro extension roteiro-extension',
		most: 1,
		run: ([folder], _values, output) => {
			if (!folder) throw usageError('Into which folder? roteiro extension FOLDER');
			return writeExtension(folder, output);
		},
	},
	login: {
		takes: '[URL]',
		summary: 'signs in to a service, for the next commands too',
		help: 'The browser asks whether to allow it. URL is the service. --key reads an API key from standard input instead, so that no shell history has it. With --browser URL is an application: a window opens, and "roteiro record" uses the sign-in that you make there.\n\n  roteiro login\n  roteiro login https://tours.example.org --no-browser\n  roteiro login --browser https://app.example.org',
		options: {
			'no-browser': {type: 'boolean', help: 'prints a URL to open elsewhere, and asks for the result'},
			timeout: {type: 'string', help: 'seconds to wait for you; default 300'},
			key: {type: 'boolean', help: 'reads an API key instead'},
			browser: {type: 'boolean', help: 'opens a browser to sign in to the application at URL'},
		},
		most: 1,
		run: ([url], {browser, ...values}, output) => (browser ? loginBrowser(url, output) : login(url, values, output)),
	},
	logout: {
		takes: '[URL]',
		summary: 'signs out and revokes the access of this computer',
		help: 'URL is the service; default: the present one.\n\n  roteiro logout\n  roteiro logout --all',
		options: {all: {type: 'boolean', help: 'at every service'}},
		most: 1,
		run: ([url], {all}, output) => logout(url, Boolean(all), output),
	},
	whoami: {
		takes: '',
		summary: 'shows your account, how you signed in, and at which service',
		help: '  roteiro whoami',
		most: 0,
		run: (_args, _values, output) => whoami(output),
	},
	completion: {
		takes: 'SHELL',
		summary: 'prints what your shell reads to complete commands and options',
		help: 'SHELL is bash, zsh or fish. In ~/.bashrc or ~/.zshrc:\n\n  source <(roteiro completion bash)\n  roteiro completion fish > ~/.config/fish/completions/roteiro.fish',
		most: 1,
		choices: SHELLS,
		run: ([shell], _values, output) => completion(shell, COMMANDS, output),
	},
};

/** Returns the URL of the schema of tours; null while no service is known. */
function schemaUrl(): string | null {
	try {
		return serviceUrl() + FOLDER_SCHEMA_PATH;
	} catch {
		return null;
	}
}

/** Returns the options of a command as `parseArgs` takes them, with those that all have. */
export function optionsOf({options = {}}: Command): ParseArgsOptionsConfig {
	const own = Object.entries(options).map(([name, {type, short}]) => [name, {type, ...(short && {short})}] as const);
	return {...Object.fromEntries(own), json: {type: 'boolean'}, help: {type: 'boolean', short: 'h'}};
}

/** Returns the tour that was named. Throws what to type where none was; `how`: the words behind "roteiro". */
function requireTour(tour: string | undefined, how: string): string {
	if (!tour) throw usageError(`Which tour? roteiro ${how}`);
	return tour;
}
