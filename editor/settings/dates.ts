import {language} from '../messages/index.ts';

/** A day in the reader's own time: "12 Mar 2026". */
export function day(time: string): string {
	return new Intl.DateTimeFormat(language, {dateStyle: 'medium'}).format(new Date(time));
}

export function moment(time: string): string {
	return new Intl.DateTimeFormat(language, {dateStyle: 'medium', timeStyle: 'medium'}).format(new Date(time));
}

/** A moment of the last weeks, to the second and without its year. */
export function lately(time: string): string {
	const format = {day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit'} as const;
	return new Intl.DateTimeFormat(language, format).format(new Date(time));
}
