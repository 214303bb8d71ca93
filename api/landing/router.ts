import Router from '@koa/router';
import type Koa from 'koa';
import {PAGE_LANGUAGES} from '../../shared/contract/page-language.ts';
import {AppError} from '../../shared/errors.ts';
import type {Services} from '../../shared/services/services.ts';
import {sessionOf} from '../auth/session.ts';
import {requestedPart} from '../http/byte-range.ts';
import {compressedSender} from '../http/compressed.ts';
import {languageOf} from '../pages/page.ts';
import {preload} from '../pages/style.ts';
import {LANDING_FRAME, landingPage, pathOf, WELCOME} from './landing.ts';
import {LANDING_TOURS, landingFile, landingName, landingTour} from './tours.ts';

const REVALIDATED = 'no-cache';
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** The page at the root, the tours that it shows, and their files. */
export function landingRouter(services: Services): Router {
	const {baseUrl, registration, signUpPlan} = services.config;
	const router = new Router();
	const font = preload(pathOf(baseUrl));
	const sendLanding = (isSignedIn: boolean) => {
		const pages = new Map(
			PAGE_LANGUAGES.map(language => {
				const {csp, html} = landingPage({baseUrl, language, registration, signUpPlan, isSignedIn});
				return [language, {csp, send: compressedSender(() => html)}];
			}),
		);
		return (ctx: Koa.Context) => {
			const {csp, send} = pages.get(languageOf(ctx))!;
			ctx.set({'Content-Security-Policy': csp, Link: font});
			ctx.type = 'text/html; charset=utf-8';
			send(ctx, REVALIDATED);
			ctx.vary('Accept-Language');
		};
	};
	const [toStrangers, toOwners] = [sendLanding(false), sendLanding(true)];
	const tours = openTours();

	router.get('/', toStrangers);
	router.get(WELCOME, async ctx => {
		ctx.vary('Cookie');
		const session = await sessionOf(ctx, services);
		(session ? toOwners : toStrangers)(ctx);
	});
	router.get(`${LANDING_FRAME}/media/:name`, ctx => {
		const file = landingFile(String(ctx.params.name));
		if (!file) throw new AppError('not_found');
		ctx.set({'Cache-Control': IMMUTABLE, 'Accept-Ranges': 'bytes'});
		ctx.type = file.type;
		const {length} = file.bytes;
		const part = requestedPart(ctx, length);
		ctx.body = file.bytes;
		if (part === null) return;
		ctx.status = part === 'unsatisfiable' ? 416 : 206;
		ctx.set('Content-Range', part === 'unsatisfiable' ? `bytes */${length}` : `bytes ${part.start}-${part.end}/${length}`);
		ctx.body = part === 'unsatisfiable' ? '' : file.bytes.subarray(part.start, part.end + 1);
	});
	router.get(`${LANDING_FRAME}/:tour`, ctx => {
		const tour = tours.get(String(ctx.params.tour));
		if (!tour) throw new AppError('not_found');
		ctx.set('Content-Security-Policy', tour.csp);
		ctx.type = 'text/html; charset=utf-8';
		tour.send(ctx, REVALIDATED);
	});
	return router;
}

/** Returns every tour by the last part of its path. */
function openTours() {
	const all = LANDING_TOURS.flatMap(tour => PAGE_LANGUAGES.map(language => ({tour, language})));
	return new Map(
		all.map(({tour, language}) => {
			const {csp, html} = landingTour(language, tour);
			return [landingName(language, tour), {csp, send: compressedSender(() => html)}];
		}),
	);
}
