import type Koa from 'koa';
import {metrics} from '../shared/metrics/metrics.ts';
import type {Services} from '../shared/services/services.ts';
import {isForPerson, sendErrorPage} from './account/sign-in-pages.ts';
import {logError, toAppError} from './http/error-response.ts';
import {securityHeaders} from './http/headers.ts';

/** Returns what is thrown as an error in words: the one envelope for programs, a page for people. */
export function errorEnvelope({log, config: {baseUrl}}: Services): Koa.Middleware {
	return async (ctx, next) => {
		try {
			await next();
		} catch (error) {
			const appError = toAppError(error);
			logError(log, appError, error, {requestId: ctx.state.requestId});
			metrics.errors.inc({code: appError.code});
			ctx.state.errorCode = appError.code;
			ctx.status = appError.status;
			ctx.set(appError.headers);
			if (appError.retryAfter !== undefined) ctx.set('Retry-After', String(appError.retryAfter));
			if (ctx.state.showError) ctx.state.showError(appError);
			else if (isForPerson(ctx)) sendErrorPage(ctx, appError, {baseUrl, to: 'home'});
			else ctx.body = appError.body;
		}
	};
}

/** Sets the headers that every response has. */
export function setSecurityHeaders({config}: Services): Koa.Middleware {
	const headers = securityHeaders(config.baseUrl);
	return async (ctx, next) => {
		ctx.set(headers);
		await next();
	};
}
