import type {Output} from '../output.ts';

export type Values = Record<string, string | boolean | undefined>;

export type Option = {type: 'boolean' | 'string'; short?: string; help: string; choices?: readonly string[]};

export type Command = {
	/** What stands behind the name: `[FOLDER]`. */
	takes: string;
	summary: string;
	/** What else there is to know, and an example of it. */
	help: string;
	options?: Record<string, Option>;
	/** Arguments beside options, at most. */
	most: number;
	/** What may stand behind the name, where that is known. */
	choices?: readonly string[];
	run(args: string[], values: Values, output: Output): Promise<void>;
};
