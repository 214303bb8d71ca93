import {COMMANDS, type Command} from './commands/index.ts';

/** What the command prints when it is asked how it is used. */
export function overview(version: string): string {
	const width = Math.max(...Object.entries(COMMANDS).map(([name, {takes}]) => name.length + takes.length)) + 3;
	const lines = Object.entries(COMMANDS).map(([name, {takes, summary}]) => `  ${`${name} ${takes}`.padEnd(width)}${summary}`);
	return [
		`roteiro ${version}: interactive tours out of a folder of screenshots`,
		'',
		'  roteiro COMMAND [--json]',
		'',
		...lines,
		'',
		'"roteiro COMMAND --help" says more. --json prints the result as one line of JSON.',
		'ROTEIRO_URL is the service, ROTEIRO_KEY a key of yours.',
		'Ends with 0: done; 1: refused; 2: the command line is wrong; 3: others changed the same; 4: the service is not reached.',
	].join('\n');
}

export function helpOf(name: string, {takes, summary, help, options = {}}: Command): string {
	const lines = Object.entries(options).map(([option, {short, type, help}]) => {
		const names = `${short ? `-${short}, ` : ''}--${option}${type === 'string' ? ' VALUE' : ''}`;
		return `  ${names.padEnd(22)} ${help}`;
	});
	return [`roteiro ${`${name} ${takes}`.trim()}: ${summary}`, '', help, ...(lines.length > 0 ? ['', ...lines] : [])].join('\n');
}
