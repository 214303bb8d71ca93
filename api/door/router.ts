import Router from '@koa/router';
import type {Config} from '../../shared/config.ts';
import {PAGE_LANGUAGES} from '../../shared/contract/page-language.ts';
import {AppError} from '../../shared/errors.ts';
import {compressedSender} from '../http/compressed.ts';
import {languageOf} from '../pages/page.ts';
import {DOOR, landingPage} from './landing.ts';
import {doorFile, doorTour} from './tours.ts';

const REVALIDATED = 'no-cache';
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** The page at the root, the tour that it shows, and the files of that. */
export function doorRouter({baseUrl, registration, signUpPlan}: Config): Router {
	const router = new Router();
	const pages = new Map(
		PAGE_LANGUAGES.map(language => {
			const landing = landingPage({baseUrl, language, registration, signUpPlan});
			const tour = doorTour(language);
			return [
				language,
				{
					landing: {csp: landing.csp, send: compressedSender(() => landing.html)},
					tour: {csp: tour.csp, send: compressedSender(() => tour.html)},
				},
			];
		}),
	);

	router.get('/', ctx => {
		const {csp, send} = pages.get(languageOf(ctx))!.landing;
		ctx.set('Content-Security-Policy', csp);
		ctx.type = 'text/html; charset=utf-8';
		send(ctx, REVALIDATED);
		ctx.vary('Accept-Language');
	});
	router.get(`${DOOR}/media/:name`, ctx => {
		const file = doorFile(String(ctx.params.name));
		if (!file) throw new AppError('not_found');
		ctx.set('Cache-Control', IMMUTABLE);
		ctx.type = file.type;
		ctx.body = file.bytes;
	});
	router.get(`${DOOR}/:language`, ctx => {
		const tour = PAGE_LANGUAGES.find(language => language === ctx.params.language);
		if (!tour) throw new AppError('not_found');
		const {csp, send} = pages.get(tour)!.tour;
		ctx.set('Content-Security-Policy', csp);
		ctx.type = 'text/html; charset=utf-8';
		send(ctx, REVALIDATED);
	});
	return router;
}
