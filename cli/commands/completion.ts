import {didYouMean, usageError} from '../errors.ts';
import type {Output} from '../output.ts';
import type {Command, Option} from './command.ts';

type Commands = Record<string, Command>;

const ALL: Record<string, Option> = {
	json: {type: 'boolean', help: 'prints the result as one line of JSON'},
	help: {type: 'boolean', short: 'h', help: 'tells more'},
};
const SCRIPTS: Record<string, (commands: Commands) => string> = {bash, zsh, fish};
export const SHELLS = Object.keys(SCRIPTS);

/** Prints the script by which a shell completes commands, options and their values, made from the tables of commands. */
export async function completion(shell: string | undefined, commands: Commands, output: Output): Promise<void> {
	const script = SCRIPTS[shell ?? '']?.(commands);
	if (!script)
		throw usageError(
			`${shell ? `There is no completion for "${shell}".${didYouMean(shell, SHELLS)}` : 'For which shell?'} It is one of ${SHELLS.join(', ')}.`,
		);
	output.line(script);
	output.json({shell, script});
}

function optionsOf({options}: Command): Array<[name: string, option: Option]> {
	return Object.entries({...options, ...ALL});
}

function bash(commands: Commands): string {
	const cases = Object.entries(commands).map(([name, command]) => {
		const words = optionsOf(command).flatMap(([option, {short}]) => [`--${option}`, ...(short ? [`-${short}`] : [])]);
		const values = optionsOf(command).flatMap(([option, {short, choices}]) =>
			choices ? [`\t\t\t--${option}${short ? `|-${short}` : ''}) all='${choices.join(' ')}'; cur=" $cur" ;;`] : [],
		);
		return `\t${name})\n\t\tall='${words.join(' ')}'; own='${command.choices?.join(' ') ?? ''}'\n\t\tcase $3 in\n${values.join('\n')}${values.length > 0 ? '\n' : ''}\t\tesac ;;`;
	});
	return `# source <(roteiro completion bash)
_roteiro() {
	local cur=$2 all= own=
	if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W '${Object.keys(commands).join(' ')}' -- "$cur")); return; fi
	case \${COMP_WORDS[1]} in
${cases.join('\n')}
	esac
	case $cur in
	-*) COMPREPLY=($(compgen -W "$all" -- "$cur")) ;;
	\\ *) COMPREPLY=($(compgen -W "$all" -- "\${cur# }")) ;;
	*) COMPREPLY=($(compgen -W "$own" -- "$cur")) ;;
	esac
}
complete -o default -F _roteiro roteiro`;
}

function zsh(commands: Commands): string {
	const quoted = (text: string) => `'${text.replace(/'/g, `'\\''`)}'`;
	const escaped = (text: string) => text.replace(/[[\]:\\]/g, '\\$&');
	const cases = Object.entries(commands).map(([name, command]) => {
		const specs = optionsOf(command).flatMap(([option, {type, short, help, choices}]) => {
			const value = type === 'boolean' ? '' : `:${option}:${choices ? `(${choices.join(' ')})` : '_files'}`;
			const names = [`--${option}`, ...(short ? [`-${short}`] : [])];
			return names.map(one => quoted(`(${names.join(' ')})${one}[${escaped(help)}]${value}`));
		});
		const own = command.choices ? `(${command.choices.join(' ')})` : '_files';
		return `\t${name}) _arguments ${[...specs, quoted(`*:${name}:${own}`)].join(' ')} ;;`;
	});
	return `#compdef roteiro
_roteiro() {
	local -a commands
	commands=(${Object.entries(commands)
		.map(([name, {summary}]) => quoted(`${name}:${summary}`))
		.join(' ')})
	if ((CURRENT == 2)); then _describe command commands; return; fi
	shift words; ((CURRENT--))
	case $words[1] in
${cases.join('\n')}
	esac
}
if [[ $funcstack[1] == _roteiro ]]; then _roteiro "$@"; else compdef _roteiro roteiro; fi`;
}

function fish(commands: Commands): string {
	const quoted = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`;
	const lines = Object.entries(commands).flatMap(([name, command]) => {
		const within = `complete -c roteiro -n '__fish_seen_subcommand_from ${name}'`;
		const options = optionsOf(command).map(([option, {type, short, help, choices}]) => {
			const value = choices ? ` -x -a '${choices.join(' ')}'` : type === 'string' ? ' -r' : '';
			return `${within} -l ${option}${short ? ` -s ${short}` : ''}${value} -d ${quoted(help)}`;
		});
		const own = command.choices ? [`${within} -f -a '${command.choices.join(' ')}'`] : [];
		return [`complete -c roteiro -n __fish_use_subcommand -f -a ${name} -d ${quoted(command.summary)}`, ...own, ...options];
	});
	return ['# roteiro completion fish | source', ...lines].join('\n');
}
