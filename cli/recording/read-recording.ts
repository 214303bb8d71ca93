import {readFile, stat} from 'node:fs/promises';
import {basename} from 'node:path';
import {type Located, readYaml} from '../../shared/folder/read-yaml.ts';
import {isValues, type Problem} from '../../shared/folder/values.ts';
import {nothingAt, refused} from '../errors.ts';

export type Recording = {
	value: unknown;
	steps: unknown[];
	/** Returns a step's place in the file, with its number and type. */
	placeOf(step: number | null): string;
};

/** Recordings of hours have about as much; no more is read. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Reads a recording of the DevTools Recorder, or a list of steps. Throws `refused` with what is wrong and where. */
export async function readRecording(file: string): Promise<Recording> {
	const found = await stat(file).catch(() => null);
	if (!found) throw await nothingAt('file', file);
	if (!found.isFile()) throw refused(`${file} is not a file: name the recording.`);
	if (found.size > MAX_BYTES) throw refused([{place: file, message: 'Is far too large for a recording.'}]);
	const text = await readFile(file, 'utf8');
	try {
		JSON.parse(text.replace(/^\uFEFF/, ''));
	} catch {
		const {problems} = readYaml(text, basename(file));
		const message = 'Is not JSON: export it from the Recorder panel with "Export as a JSON file".';
		throw refused([{...problems[0], message, ...(problems.length === 0 && {place: file})}]);
	}
	const {located, problems} = readYaml(text, basename(file));
	if (problems.length > 0) throw refused(problems);
	const {value} = located;
	const steps = Array.isArray(value) ? value : isValues(value) && Array.isArray(value.steps) ? value.steps : [];
	return {value, steps, placeOf: step => placeOf(step, steps, {located, isList: Array.isArray(value)})};
}

function placeOf(step: number | null, steps: unknown[], {located, isList}: {located: Located; isList: boolean}): string {
	if (step === null) return located.placeOf('');
	const type = isValues(steps[step]) ? steps[step].type : null;
	return `${located.placeOf(isList ? `[${step}]` : `steps[${step}]`)}: step ${step + 1}${typeof type === 'string' ? ` (${type})` : ''}`;
}

/** Throws the faults of a recording before a browser is opened for it. */
export function judgeRecording({value, steps, placeOf}: Recording): void {
	if (!isValues(value) || !Array.isArray(value.steps))
		throw refused([{place: placeOf(null), message: 'Is not a recording: it has no steps. Steps of driver.js need --url as well.'}]);
	const problems: Problem[] = [];
	for (const [index, step] of steps.entries()) {
		if (!isValues(step)) continue;
		const message = faultOf(step);
		if (message) problems.push({place: placeOf(index), message});
	}
	if (!steps.some(step => isValues(step) && step.type === 'navigate'))
		problems.push({place: placeOf(null), message: 'Opens no page: it has no step of the type navigate.'});
	if (problems.length > 0) throw refused(problems);
}

function faultOf({type, url, assertedEvents}: Record<string, unknown>): string | null {
	if (type === 'waitForExpression')
		return 'Runs a script in the application, which no recording may: wait for an element instead (waitForElement).';
	if (type === 'navigate' && url !== 'about:blank' && !isWebUrl(url))
		return `Opens ${typeof url === 'string' ? `"${url.slice(0, 60)}"` : 'nothing'}: only http and https are recorded.`;
	if (assertedEvents !== undefined && !Array.isArray(assertedEvents)) return 'assertedEvents: Must be a list.';
	return null;
}

export function isWebUrl(url: unknown): url is string {
	return typeof url === 'string' && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
