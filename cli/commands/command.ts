import type {Output} from '../output.ts';

type Values = Record<string, string | boolean | undefined>;

export type Option = {type: 'boolean' | 'string'; short?: string; help: string; choices?: readonly string[]};

export type Command = {
	/** The arguments behind the name: `[FOLDER]`. */
	takes: string;
	summary: string;
	/** Further help, with an example. */
	help: string;
	options?: Record<string, Option>;
	/** Arguments beside options, at most. */
	most: number;
	/** The values of the argument, if they are known. */
	choices?: readonly string[];
	run(args: string[], values: Values, output: Output): Promise<void>;
};
