import {language} from '../messages/index.ts';

/** A day in the reader's own time: "12 Mar 2026". */
export function day(time: string): string {
	return new Intl.DateTimeFormat(language, {dateStyle: 'medium'}).format(new Date(time));
}

export function moment(time: string): string {
	return new Intl.DateTimeFormat(language, {dateStyle: 'medium', timeStyle: 'medium'}).format(new Date(time));
}
