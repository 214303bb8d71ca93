import type {Problem} from '../shared/folder/values.ts';

/** What a command ends with, beside 0. */
export const EXIT = {refused: 1, usage: 2, conflict: 3, network: 4} as const;

/** A command cannot do what it was asked for. Its problems are printed one a line; nothing else is. */
export class CommandError extends Error {
	readonly exitCode: number;
	readonly problems: Problem[];

	constructor(exitCode: number, problems: Problem[]) {
		super(problems.map(({place, message}) => (place ? `${place}: ${message}` : message)).join('\n'));
		this.exitCode = exitCode;
		this.problems = problems;
	}
}

export function usageError(message: string): CommandError {
	return new CommandError(EXIT.usage, [{message}]);
}

export function refused(problems: Problem[] | string): CommandError {
	return new CommandError(EXIT.refused, typeof problems === 'string' ? [{message: problems}] : problems);
}
