import Router from '@koa/router';
import type Koa from 'koa';
import {AppError} from '../../shared/errors.ts';
import type {Services} from '../../shared/services/services.ts';
import {signInLimits} from '../auth/sign-in-limits.ts';
import {requireSameOrigin} from '../http/same-origin.ts';
import {wordsOf} from '../pages/locales/index.ts';
import {languageOf, sendPage} from '../pages/page.ts';
import {accessRoutes} from './access.ts';
import {linkRoutes} from './email-links.ts';
import {homeRoutes} from './profile.ts';
import {entryRoutes} from './sign-in.ts';
import {messagePage} from './sign-in-pages.ts';

/** The pages under /account: signing up and in, passwords, and what an account's owner sees of it. They work without script. */
export function accountRouter(services: Services): Router {
	const router = new Router({prefix: '/account'});
	router.use(refusalsAsPages(services), async (ctx, next) => {
		requireSameOrigin(ctx, services.config.baseUrl);
		await next();
	});
	const room = {services, limits: signInLimits(services)};
	for (const add of [entryRoutes, linkRoutes, homeRoutes, accessRoutes]) add(router, room);
	router.all('/*rest', () => {
		throw new AppError('not_found');
	});
	return router;
}

/** A person gets a page where a program gets the envelope. */
function refusalsAsPages({config}: Services): Koa.Middleware {
	return (ctx, next) => {
		ctx.state.showRefusal = (refusal: AppError) => {
			const language = languageOf(ctx);
			const [title, text] = said(refusal, language, config.baseUrl);
			const way: [string, string] = [`${config.baseUrl}/account`, wordsOf(language).refusals.back];
			sendPage(ctx, messagePage({language, title, text, way}), refusal.status);
		};
		return next();
	};
}

function said({code, retryAfter = 60}: AppError, language: Parameters<typeof wordsOf>[0], baseUrl: string): [title: string, text: string] {
	const {refusals} = wordsOf(language);
	if (code === 'foreign_origin') return [refusals.foreignTitle, refusals.foreign(baseUrl)];
	if (code === 'attempts_limited') return [refusals.tooManyTitle, refusals.tooMany(Math.ceil(retryAfter / 60))];
	if (code === 'not_found') return [refusals.notFoundTitle, refusals.notFound];
	return [refusals.failedTitle, refusals.failed];
}
