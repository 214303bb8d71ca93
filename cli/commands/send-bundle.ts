import {readFile} from 'node:fs/promises';
import type {Adjustment} from '../../shared/contract/geometry.ts';
import {LIMITS} from '../../shared/contract/limits.ts';
import {asCommandError, connect} from '../connection.ts';
import {nothingAt, refused} from '../errors.ts';
import type {Output} from '../output.ts';

/** Makes a new tour of the service out of a bundle, with its narrations. */
export async function sendBundle(file: string, output: Output): Promise<void> {
	const bytes = await readFile(file).catch(async (error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') throw await nothingAt('file', file);
		throw refused(`${file} cannot be read (${error.code}).`);
	});
	if (bytes.length > LIMITS.bundleBytes) throw refused(`${file} has more than ${LIMITS.bundleBytes / 2 ** 20} MB.`);
	const {client, url} = await connect();
	try {
		output.progress('Sending');
		const progress = (fraction: number) => output.progress('Importing', Math.round(100 * fraction), 100);
		const {tour, warnings} = await client.importTour(bytes, {progress});
		output.progress(null);
		for (const note of notesOf(warnings)) output.warn(note);
		const steps = `${tour.steps.length} ${tour.steps.length === 1 ? 'step' : 'steps'}`;
		const place = `${url}/tours/${tour.id}`;
		output.line(`"${tour.name}", ${steps}, not published yet: ${place}`);
		output.json({tourId: tour.id, name: tour.name, steps: tour.steps.length, warnings});
	} catch (error) {
		throw asCommandError(error, url);
	} finally {
		output.progress(null);
	}
}

type Warning = {field: string; message: string; hint?: string | undefined};

/** Fractions that differ by less are the same: a file's pixels become fractions of five digits. */
const SLIGHT = 1e-4;

/** Returns what is stored differently from how a folder has it, as warnings; without what was only added or rounded. */
export function asWarnings(adjustments: readonly Adjustment[], {inPixels}: {inPixels: boolean}): Warning[] {
	const numbers = (value: unknown) => (typeof value === 'number' ? [value] : Object.values(value ?? {}).map(Number));
	const isSlight = ({from, to}: Adjustment) =>
		typeof from !== 'boolean' && numbers(from).every((one, index) => Math.abs(one - numbers(to)[index]!) < SLIGHT);
	return adjustments
		.filter(one => !isSlight(one))
		.map(({field, from, to, reason}) => {
			const name = field.replace(/^steps\[\d+\]\./, '');
			const words = inPixels
				? 'It does not fit the picture, and is moved or cut.'
				: `${JSON.stringify(from)} becomes ${JSON.stringify(to)}. ${reason}`;
			return {field, message: `${name}: ${words}`};
		});
}

/**
 * Returns the service's warnings about a tour as lines: equal ones make one line, at the first place. `placeOf`: how a field is named there.
 */
export function notesOf(warnings: readonly Warning[], placeOf: (field: string) => string = field => field): string[] {
	const places = new Map<string, string[]>();
	for (const {field, message, hint} of warnings) {
		const words = [message, hint].filter(Boolean).join(' ');
		places.set(words, [...(places.get(words) ?? []), placeOf(field)]);
	}
	return [...places].map(
		([words, [first, ...others]]) => `${first}${others.length > 0 ? ` and ${others.length} more` : ''}: note: ${words}`,
	);
}
