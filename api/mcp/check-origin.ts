import type Koa from 'koa';
import {AppError} from '../../shared/errors.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * A check that throws a 403 unless the message was sent to a name of ours and by no page of somebody else: a page whose host
 * name was turned to this machine's IP (DNS rebinding) says a foreign Host, and any page says its Origin.
 */
export function checkOrigin(baseUrl: string): (ctx: Pick<Koa.Context, 'get'>) => void {
	const base = new URL(baseUrl);
	const names = LOOPBACK.includes(base.hostname) ? LOOPBACK : [base.hostname];
	return ctx => {
		const host = ctx.get('host');
		if (host !== base.host && !names.includes(hostname(`http://${host}`))) {
			throw foreign(`The Host header names ${host.slice(0, 100)}; this service is ${base.host}.`);
		}
		const origin = ctx.get('origin');
		if (origin && origin !== base.origin && !(names === LOOPBACK && names.includes(hostname(origin)))) {
			throw foreign(`The Origin ${origin.slice(0, 100)} may not call this service from a browser.`);
		}
	};
}

function hostname(url: string): string {
	return URL.canParse(url) ? new URL(url).hostname : '';
}

function foreign(message: string): AppError {
	return new AppError('foreign_origin', {message});
}
