/** A problem that the person at the terminal can mend; the message tells how. */
export class Problem extends Error {}

/**
 * Shows on standard error what is being done and for how long: one line that changes on a terminal, a line now and then elsewhere.
 * Standard output belongs to the program that comes afterwards.
 */
export function startProgress(title) {
	const begun = Date.now();
	const terminal = process.stderr.isTTY;
	const seconds = () => `${Math.round((Date.now() - begun) / 1000)} s`;
	let detail = '';
	const show = () => {
		const line = `${title}${detail && ` ${detail}`} (${seconds()})`;
		process.stderr.write(terminal ? `\r\x1b[K${line.slice(0, (process.stderr.columns || 80) - 1)}` : `${line}\n`);
	};
	process.stderr.write(terminal ? title : `${title} …\n`);
	const timer = setInterval(show, terminal ? 500 : 10_000);
	return {
		detail(text) {
			detail = text;
		},
		done(text = 'done') {
			clearInterval(timer);
			process.stderr.write(`${terminal ? '\r\x1b[K' : ''}${title}: ${text} (${seconds()})\n`);
		},
	};
}
