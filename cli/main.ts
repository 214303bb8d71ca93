import {parseArgs} from 'node:util';
import {VERSION} from '../shared/config/version.ts';
import {COMMANDS, optionsOf} from './commands/index.ts';
import {CommandError, didYouMean, EXIT, fileError} from './errors.ts';
import {helpOf, overview} from './help.ts';
import {colours, openOutput} from './output.ts';
import {obeyProxies, signInError} from './proxy/proxy-for.ts';

// The command `roteiro`: a client of the service like any other. Standard output has the result, standard error everything else.

// A pipe whose reader wants no more, such as `head`, is no fault.
process.stdout.on('error', ({code}: NodeJS.ErrnoException) => {
	if (code === 'EPIPE') process.exit(process.exitCode ?? 0);
	process.exit(fail([`The result cannot be written to standard output (${code}).`], EXIT.refused));
});
process.stderr.on('error', () => {});

process.exitCode = await main(process.argv.slice(2));

async function main(argv: string[]): Promise<number> {
	const [name, ...rest] = argv;
	if (name === '--version' || name === '-v') return print(VERSION);
	if (name === undefined || name === '--help' || name === '-h' || name === 'help')
		return print(overview(VERSION), name === undefined ? EXIT.usage : 0);
	const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name]! : null;
	const wrong = (message: string) => {
		openOutput({asJson: rest.includes('--json')}).json({error: {code: 'usage', exitCode: EXIT.usage, problems: [{message}]}});
		return fail([message], EXIT.usage);
	};
	if (!command) return wrong(`There is no command "${name}".${didYouMean(name, Object.keys(COMMANDS))} "roteiro --help" lists them.`);
	let parsed: {values: Record<string, string | boolean | undefined>; positionals: string[]};
	try {
		// The name that many programs have for it, and two of these commands had.
		const args = rest.map(word => word.replace(/^--output(?==|$)/, '--out'));
		parsed = parseArgs({args, options: optionsOf(command), allowPositionals: true}) as typeof parsed;
	} catch (error) {
		return wrong(`${wrongOption(error as Error, Object.keys(optionsOf(command)))} "roteiro ${name} --help" lists the options.`);
	}
	const {values, positionals} = parsed;
	if (values.help) return print(helpOf(name, command));
	if (positionals.length > command.most)
		return wrong(`"${positionals[command.most]}" is one too many: roteiro ${`${name} ${command.takes}`.trim()}.`);
	const output = openOutput({asJson: Boolean(values.json)});
	obeyProxies();
	try {
		await command.run(positionals, values, output);
		return 0;
	} catch (error) {
		const known = error instanceof CommandError ? error : (signInError(error) ?? fileError(error));
		// Node would show the line of the source, and the source that is served is one line.
		const message = known ? known.message : `A fault of the command itself: ${(error as Error).stack}`;
		const {code, exitCode, problems} = known ?? {code: 'internal_error', exitCode: EXIT.refused, problems: [{message}]};
		output.json({error: {code, exitCode, problems}});
		return fail([message], exitCode);
	}
}

/** Returns Node's message on the options without its advice for programmers. */
function wrongOption({message}: Error, options: string[]): string {
	const unknown = /^Unknown option '(-+)([^']+)'/.exec(message);
	if (!unknown) return `${message.split('\n')[0]!.replace(/\.$/, '')}.`;
	const [, dashes, option] = unknown;
	return `There is no option ${dashes}${option}.${didYouMean(option!, options, known => `--${known}`)}`;
}

function print(text: string, code = 0): number {
	(code === 0 ? process.stdout : process.stderr).write(`${text}\n`);
	return code;
}

function fail(lines: string[], code: number): number {
	process.stderr.write(`${colours.fault(lines.join('\n'))}\n`);
	return code;
}
