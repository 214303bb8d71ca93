import Router from '@koa/router';
import type Koa from 'koa';
import type {PageLanguage} from '../../shared/contract/page-language.ts';
import {AppError} from '../../shared/errors.ts';
import {accountMessages} from '../../shared/locales/index.ts';
import type {Services} from '../../shared/services/services.ts';
import {signInLimits} from '../auth/sign-in-limits.ts';
import {requireSameOrigin} from '../http/same-origin.ts';
import {languageOf, sendPage} from '../pages/page.ts';
import {accessRoutes} from './access.ts';
import {dataRoutes} from './data.ts';
import {emailLinkRoutes} from './email-links.ts';
import {profileRoutes} from './profile.ts';
import {signInRoutes} from './sign-in.ts';
import {messagePage} from './sign-in-pages.ts';

/** The pages under /account: signing up and in, passwords, and what an account's owner sees of it. They work without script. */
export function accountRouter(services: Services): Router {
	const router = new Router({prefix: '/account'});
	router.use(errorsAsPages(services), async (ctx, next) => {
		requireSameOrigin(ctx, services.config.baseUrl);
		await next();
	});
	const context = {services, limits: signInLimits(services)};
	for (const add of [signInRoutes, emailLinkRoutes, profileRoutes, accessRoutes, dataRoutes]) add(router, context);
	router.all('/*rest', () => {
		throw new AppError('not_found');
	});
	return router;
}

/** A person gets a page where a program gets the envelope. */
function errorsAsPages({config}: Services): Koa.Middleware {
	return (ctx, next) => {
		ctx.state.showError = (appError: AppError) => {
			const language = languageOf(ctx);
			const [title, text] = said(appError, language, config.baseUrl);
			const way: [string, string] = [`${config.baseUrl}/account`, accountMessages(language).errors.back];
			sendPage(ctx, messagePage({language, title, text, way}), appError.status);
		};
		return next();
	};
}

function said({code, retryAfter = 60}: AppError, language: PageLanguage, baseUrl: string): [title: string, text: string] {
	const {errors} = accountMessages(language);
	if (code === 'foreign_origin') return [errors.foreignTitle, errors.foreign(baseUrl)];
	if (code === 'attempts_limited') return [errors.tooManyTitle, errors.tooMany(Math.ceil(retryAfter / 60))];
	if (code === 'not_found') return [errors.notFoundTitle, errors.notFound];
	return [errors.failedTitle, errors.failed];
}
