import Router from '@koa/router';
import type Koa from 'koa';
import {AppError} from '../../shared/errors.ts';
import type {Services} from '../../shared/services/services.ts';
import {signInLimits} from '../auth/sign-in-limits.ts';
import {requireSameOrigin} from '../http/headers.ts';
import {closingRoutes} from './closing.ts';
import {emailLinkRoutes} from './email-links.ts';
import {firstSignInRoutes} from './first-sign-in.ts';
import {signInRoutes} from './sign-in.ts';
import {sendErrorPage} from './sign-in-pages.ts';

/** The pages under /account: signing up and in, passwords, and taking back a deletion. They work without script. */
export function accountRouter(services: Services): Router {
	const router = new Router({prefix: '/account'});
	router.use(errorsAsPages(services), async (ctx, next) => {
		requireSameOrigin(ctx, services.config.baseUrl);
		await next();
	});
	const context = {services, limits: signInLimits(services)};
	for (const add of [signInRoutes, firstSignInRoutes, emailLinkRoutes, closingRoutes]) add(router, context);
	router.all('/*rest', () => {
		throw new AppError('not_found');
	});
	return router;
}

function errorsAsPages({config: {baseUrl}}: Services): Koa.Middleware {
	return (ctx, next) => {
		ctx.state.showError = (error: AppError) => sendErrorPage(ctx, error, {baseUrl, to: 'account'});
		return next();
	};
}
