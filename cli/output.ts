import {colours} from './colours.ts';

/** The outputs of a command: the result to standard output, progress to standard error. */
export type Output = {
	/** A line of the result; nothing where JSON was asked for. */
	line(text?: string): void;
	/** The result as one line of JSON, where that was asked for. */
	json(value: object): void;
	/** Shows the progress, in place on a terminal. Ends with `null`. */
	progress(label: string | null, done?: number, total?: number): void;
	warn(text: string): void;
};

const BAR = 24;

/** `asJson`: one line of JSON and nothing else. Colours and moving bars only where there is a terminal. */
export function openOutput({asJson}: {asJson: boolean}): Output {
	const {stdout, stderr} = process;
	const moving = stderr.isTTY && !process.env.CI;
	const clear = () => moving && stderr.write('\r\x1b[K');
	return {
		line: (text = '') => void (asJson || stdout.write(`${colours.result(text)}\n`)),
		json: value => void (asJson && stdout.write(`${JSON.stringify(value)}\n`)),
		progress(label, done = 0, total = 0) {
			if (!moving) return;
			clear();
			if (label === null) return;
			const full = total > 0 ? Math.round((BAR * done) / total) : 0;
			const bar = total > 0 ? ` ${'█'.repeat(full)}${'░'.repeat(BAR - full)} ${done} of ${total}` : ' …';
			stderr.write(`${label}${bar}`);
		},
		warn(text) {
			clear();
			stderr.write(`${colours.note(text)}\n`);
		},
	};
}
