import {stripVTControlCharacters} from 'node:util';

export type Outcome = {code: number; passed: number; failed: number; skipped: number};

/** Ava's report of one run, without colours, and the exit code of its process. */
export type Report = {text: string; code: number};

/** Matches failures of a file that ava puts no mark before. */
const UNMARKED = /^\s*((?:Uncaught exception in|Unhandled rejection in|\d+ tests were pending in|Failed to exit when running) .*)/;

/** Returns a report of what ava has printed. */
export function reportOf(printed: string, code: number): Report {
	return {text: stripVTControlCharacters(printed), code};
}

/** Returns the counts of a report. Ava names the number of the passed ones only where none failed, so their lines are counted. */
export function readOutcome({text, code}: Report): Outcome {
	const lines = text.split('\n');
	const passed = lines.filter(line => /^ {2}[✔√] /.test(line)).length;
	const skipped = lines.filter(line => /^ {2}- \[(skip|todo)\] /.test(line)).length;
	const figures = lines.map(line => /^ {2}(\d+) (?:(?:tests?|hooks?) failed|uncaught |unhandled |tests? remained pending)/.exec(line));
	const failed = figures.reduce((sum, figure) => sum + Number(figure?.[1] ?? 0), 0);
	const bad = code !== 0 || passed === 0;
	return {code: bad ? code || 1 : 0, passed, failed: bad ? Math.max(failed, 1) : failed, skipped};
}

/** Returns the outcome of two runs, bad where one of them is. */
export function sumOf(one: Outcome, other: Outcome): Outcome {
	return {
		code: one.code || other.code,
		passed: one.passed + other.passed,
		failed: one.failed + other.failed,
		skipped: one.skipped + other.skipped,
	};
}

/** Returns the outcome of runs of all these files, of which some failed and were run again. */
export function afterRepetition(reports: Report[], files: {all: string[]; failed: string[]}, again: Report): Outcome {
	const kept = reports.map(({text, code}) => ({text: text.split('\n').filter(isKept).join('\n'), code}));
	const others = kept.map(readOutcome).reduce(sumOf);
	const {code, passed, failed, skipped} = readOutcome(again);
	return {code, passed: others.passed + passed, failed, skipped: others.skipped + skipped};

	function isKept(line: string): boolean {
		const [, title] = /^ {2}(?:[✔√]|- \[\w+\]) (.+)/.exec(line) ?? [];
		return title === undefined || !files.failed.includes(fileOf(title, files.all) ?? '');
	}
}

/** Returns those of the files of a run of which a test, a hook or the process failed. */
export function failedFiles(report: Report, files: string[]): string[] {
	return [...new Set(failuresOf(report).flatMap(failure => fileOf(failure, files) ?? []))];
}

/** Returns what ava says of each failure: a test by its label, all else by a sentence with the path of the file. */
export function failuresOf({text}: Report): string[] {
	return text.split('\n').flatMap(line => (/^\s*[✘×] (?:\[fail\]: )?(.+)/.exec(line) ?? UNMARKED.exec(line))?.[1] ?? []);
}

/** Returns the closing line: alone on its line, and the same for every run. */
export function closingLine({passed, failed, skipped}: Outcome): string {
	return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Returns the file that a label or a sentence of ava's speaks of; in groups a label ends with its path. */
function fileOf(words: string, files: string[]): string | undefined {
	const named = files.filter(file => words.includes(file));
	const candidates = named.length > 0 ? named : files.filter(file => words.startsWith(`${labelOf(file)} › `));
	return candidates.sort((one, other) => other.length - one.length)[0];
}

/** Returns the path of a test file as ava writes it before the titles of its tests. */
function labelOf(file: string): string {
	return file
		.replace(/\.test\.ts$/, '')
		.replace(/test-(?=[^/]*$)/, '')
		.replaceAll('/', ' › ');
}
