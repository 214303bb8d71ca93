import type {Command} from './commands/command.ts';
import {COMMANDS} from './commands/index.ts';

/** Returns the help of the command as a whole. */
export function overview(version: string): string {
	const width = Math.max(...Object.entries(COMMANDS).map(([name, {takes}]) => name.length + takes.length)) + 3;
	const lines = Object.entries(COMMANDS).map(([name, {takes, summary}]) => `  ${`${name} ${takes}`.padEnd(width)}${summary}`);
	return [
		`roteiro ${version}: interactive tours from a folder of screenshots`,
		'',
		'  roteiro COMMAND [--json]',
		'',
		...lines,
		'',
		'"roteiro COMMAND --help" tells more. --json prints the result as one line of JSON.',
		'ROTEIRO_URL is the URL of the service, ROTEIRO_KEY an API key of yours.',
		'Exit codes: 0 success, 1 refused, 2 wrong usage, 3 conflict, 4 cannot reach the service.',
	].join('\n');
}

export function helpOf(name: string, {takes, summary, help, options = {}}: Command): string {
	const lines = Object.entries(options).map(([option, {short, type, help}]) => {
		const names = `${short ? `-${short}, ` : ''}--${option}${type === 'string' ? ' VALUE' : ''}`;
		return `  ${names.padEnd(22)} ${help}`;
	});
	return [`roteiro ${`${name} ${takes}`.trim()}: ${summary}`, '', help, ...(lines.length > 0 ? ['', ...lines] : [])].join('\n');
}
