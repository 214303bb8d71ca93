import type Koa from 'koa';
import {AppError} from '../../shared/errors.ts';
import {readBytes} from './body.ts';

const FORM_BYTES = 64 * 1024;

export type Form = {
	/** The text that was typed, without blanks around it (`exactly` keeps them); empty if there is none. */
	text(name: string): string;
	exactly(name: string): string;
	all(name: string): string[];
};

/** The fields of a form as a browser sends it. Throws `unsupported_media_type` for anything else. */
export async function readForm(ctx: Koa.Context, maxBytes = FORM_BYTES): Promise<Form> {
	if (!ctx.is('application/x-www-form-urlencoded')) throw new AppError('unsupported_media_type', {message: 'A form is expected here.'});
	const bytes = await readBytes(ctx.req, maxBytes, () => new AppError('body_too_large'));
	const fields = new URLSearchParams(bytes.toString('utf8'));
	const exactly = (name: string) => (fields.get(name) ?? '').toWellFormed();
	return {exactly, text: name => exactly(name).trim(), all: name => fields.getAll(name)};
}
