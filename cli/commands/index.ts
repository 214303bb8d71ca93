import type {ParseArgsOptionsConfig} from 'node:util';
import {DOCUMENT_SCHEMA_PATH} from '../../shared/contract/document-format.ts';
import {serviceUrl} from '../connection.ts';
import {usageError} from '../errors.ts';
import type {Output} from '../output.ts';
import {check} from './check.ts';
import {type ExportValues, exportTour} from './export.ts';
import {writeExtension} from './extension.ts';
import {importFile} from './import.ts';
import {init} from './init.ts';
import {login, logout} from './login.ts';
import {loginBrowser} from './login-browser.ts';
import {publish} from './publish.ts';
import {pull} from './pull.ts';
import {type RecordValues, record} from './record.ts';
import {sendBundle} from './send-bundle.ts';
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

/** A test holds it to the formats that there are: their schemas are the service's. */
const EXPORT_FORMATS_IN_WORDS = 'mp4, webp, gif, pdf, guide, html, scorm, vtt, srt, bundle';

const RECORD_OPTIONS: Command['options'] = {
	out: {type: 'string', short: 'o', help: 'the folder; default: one that is called as the recording'},
	url: {type: 'string', help: 'FILE has steps of driver.js for the page at this URL'},
	language: {type: 'string', help: 'of the words: pt, en or es; default: that of the application'},
	viewport: {type: 'string', help: 'WIDTHxHEIGHT in CSS pixels; default 1440x900'},
	scale: {type: 'string', help: 'pixels of the pictures for each of them; default 2'},
	'as-recorded': {type: 'boolean', help: 'viewports as the recording has them'},
	browser: {type: 'string', help: 'path of the browser; default: CHROME_PATH, or the one of this machine'},
	profile: {type: 'string', help: 'folder of a browser profile; default: that of "login --browser"'},
	fresh: {type: 'boolean', help: 'a new profile, signed in nowhere'},
	headed: {type: 'boolean', help: 'shows the browser while it works'},
	timeout: {type: 'string', help: 'seconds that each step waits at most'},
	force: {type: 'boolean', help: 'replaces the tour that is in the folder'},
	publish: {type: 'boolean', help: 'publishes it then, as "roteiro publish" does'},
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
		help: 'Run again it does only what is new. What others changed meanwhile stays; where both changed the same it ends with 3 and changes nothing.\n\n  roteiro publish screenshots\n  roteiro publish screenshots --dry-run\n  roteiro publish screenshots --similar 0.1',
		options: {
			'dry-run': {type: 'boolean', help: 'shows what would change, and changes nothing (new pictures are sent)'},
			draft: {type: 'boolean', help: 'does not publish'},
			watch: {type: 'boolean', help: 'goes on with the draft whenever the folder changes, until Ctrl-C'},
			similar: {type: 'string', help: 'keeps pictures that differ in no more than VALUE percent of their pixels'},
			force: {type: 'boolean', help: 'makes it as the folder has it, whatever others have changed'},
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
		help: 'KEY is your own name for the tour, or its tour_… id. "roteiro publish" reads back what this writes, and changes nothing.\n\n  roteiro pull first-flow -o screenshots\n  roteiro pull first-flow --bundle first-flow.zip',
		options: {
			out: {type: 'string', short: 'o', help: 'the folder; default: one that is called as the tour'},
			bundle: {type: 'string', help: 'a file instead: all of it, with narrations, as one zip'},
		},
		most: 1,
		run: ([key], {out: folder, bundle: file}, output) => {
			if (!key) throw usageError('Which tour? roteiro pull KEY');
			if (typeof file === 'string') return exportTour(key, {format: 'bundle', out: file, isKey: true}, output);
			return pull(key, folder as string | undefined, DOCUMENT_SCHEMA_PATH, output);
		},
	},
	export: {
		takes: '[TOUR]',
		summary: 'makes a tour into a video, a document, a guide, one HTML file or a course',
		help: 'TOUR is a folder, a link, your own name for the tour, or its tour_… id; default: this folder. Run again it goes on: the same is made once.\n\n  roteiro export first-flow --format pdf -o first-flow.pdf\n  roteiro export screenshots --format mp4 --option size=720p,captions=burnt',
		options: {
			format: {type: 'string', short: 'f', help: EXPORT_FORMATS_IN_WORDS},
			out: {type: 'string', short: 'o', help: "the file; default: the tour's title"},
			option: {type: 'string', help: 'NAME=VALUE of the format, with commas between several'},
			language: {type: 'string', help: 'of narration and captions'},
			published: {type: 'boolean', help: 'what the link shows, not the draft'},
			force: {type: 'boolean', help: 'replaces a file that is there'},
		},
		most: 1,
		run: ([tour = '.'], values, output) => exportTour(tour, values as ExportValues, output),
	},
	record: {
		takes: 'FILE',
		summary: 'makes a folder out of a recording of the DevTools Recorder',
		help: 'Does again what was recorded, in Chrome, Edge or Chromium of this machine, and takes a picture before each step. FILE is what "Export as a JSON file" writes; with --url it has steps of driver.js. Passwords, cards and codes stand neither in words nor in pictures.\n\n  roteiro record checkout.json --out checkout\n  roteiro record checkout.json --language es --viewport 1280x800\n  roteiro record steps.json --url http://localhost:3000\n  roteiro record checkout.json --publish',
		options: RECORD_OPTIONS,
		most: 1,
		run: ([file], values, output) => {
			if (!file) throw usageError('Which recording? roteiro record FILE');
			return record(file, values as RecordValues, schemaUrl(), output);
		},
	},
	import: {
		takes: 'FILE',
		summary: 'makes a folder out of a bundle, a guide, a PDF, or what Mimik and Inkly write',
		help: 'A bundle is what "roteiro pull KEY --bundle FILE" writes, or a folder of a tour as a zip. A guide is Markdown with its pictures beside it: each heading (##) is a step. Of a PDF each page is one. A .mimik file is read, and a demo.config.json with its pictures beside it.\n\n  roteiro import first-flow.zip --out copy\n  roteiro import first-flow.zip --send\n  roteiro import docs/guide.md --out guide\n  roteiro import deck.pdf',
		options: {
			out: {type: 'string', short: 'o', help: 'the folder; default: one that is called as the file'},
			send: {type: 'boolean', help: 'of a bundle: a new tour of the service, with its narrations'},
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
		help: 'For Chrome, Edge and others of their kind: "Load unpacked" takes the folder. Run again it is made new.\n\n  roteiro extension roteiro-extension',
		most: 1,
		run: ([folder], _values, output) => {
			if (!folder) throw usageError('Into which folder? roteiro extension FOLDER');
			return writeExtension(folder, output);
		},
	},
	login: {
		takes: '[URL]',
		summary: 'signs in to a service, and keeps that for the next commands',
		help: 'The browser asks whether to allow it. URL is the service. --key asks for a key instead, on standard input, so that it stands in no history of commands. With --browser URL is an application: a window opens, and "roteiro record" is signed in to what you sign in to there.\n\n  roteiro login\n  roteiro login https://tours.example.org --no-browser\n  roteiro login --browser https://app.example.org',
		options: {
			'no-browser': {type: 'boolean', help: 'prints the URL to open elsewhere, and takes what comes of it'},
			timeout: {type: 'string', help: 'seconds to wait for you; default 300'},
			key: {type: 'boolean', help: 'asks for a key instead'},
			browser: {type: 'boolean', help: 'opens a browser to sign in to the application at URL'},
		},
		most: 1,
		run: ([url], {browser, ...values}, output) => (browser ? loginBrowser(url, output) : login(url, values, output)),
	},
	logout: {
		takes: '[URL]',
		summary: 'signs out: what "roteiro login" was given opens nothing any more',
		help: 'URL is the service; default: the one that is used.\n\n  roteiro logout\n  roteiro logout --all',
		options: {all: {type: 'boolean', help: 'at every service'}},
		most: 1,
		run: ([url], {all}, output) => logout(url, Boolean(all), output),
	},
	whoami: {
		takes: '',
		summary: 'says as whom you are signed in, how, and at which service',
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
