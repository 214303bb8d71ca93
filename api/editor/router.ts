import Router from '@koa/router';
import type Koa from 'koa';
import {AppError} from '../../shared/errors.ts';
import type {Services} from '../../shared/services/services.ts';
import type {SessionInfo} from '../../shared/store/access/sessions.ts';
import {otherOrigin} from '../../shared/tour/urls.ts';
import {sessionOf} from '../auth/session.ts';
import {encodingFor} from '../http/accept-encoding.ts';
import {seeOther} from '../pages/redirect.ts';
import {editorBundle} from './bundle.ts';
import {ASSETS, editorPage, editorPolicy, PREVIEW, previewPage, previewPolicy, STAGE, STAGE_PAGE, stagePolicy} from './page.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
/** The paths at which the editor opens beside the root; its script chooses the screen. */
const SCREENS = ['/tours/:id', '/tours/:id/theme', '/tours/:id/cards', '/tours/:id/statistics', '/bin', '/statistics'];
/** Screens that are open on any plan: an account's leads and settings belong to its owner, paying or not. */
const OPEN_SCREENS = ['/leads', '/settings', '/settings/:section'];

/** Serves the editor to signed-in people. Others get the next middleware at the root, and the sign-in elsewhere. */
export function editorRouter(services: Services): Router {
	const router = new Router();
	const {baseUrl} = services.config;
	const media = otherOrigin(services.config);
	const policy = editorPolicy(media);

	router.get('/', async (ctx, next) => {
		ctx.vary('Cookie');
		const session = await sessionOf(ctx, services);
		if (!session) return next();
		if (!mayOpen('/', session)) return seeOther(ctx, baseUrl + insteadFor(session));
		await sendEditor(ctx, session.account, policy);
	});
	for (const path of [...SCREENS, ...OPEN_SCREENS]) {
		router.get(path, async ctx => {
			const session = await sessionOf(ctx, services);
			if (!session) return seeOther(ctx, `${baseUrl}/account/sign-in?${new URLSearchParams({next: ctx.path})}`);
			if (!mayOpen(path, session)) return seeOther(ctx, baseUrl + insteadFor(session));
			await sendEditor(ctx, session.account, policy);
		});
	}
	const frames: Array<[path: string, policy: string, page: () => string | Promise<string>]> = [
		[STAGE, stagePolicy(media), () => STAGE_PAGE],
		[PREVIEW, previewPolicy(media), async () => previewPage(await editorBundle())],
	];
	for (const [path, policy, page] of frames) {
		router.get(path, async ctx => {
			if (!(await sessionOf(ctx, services))) throw new AppError('invalid_credential');
			ctx.set({'Content-Security-Policy': policy, 'Cache-Control': 'private, no-cache'});
			ctx.type = 'text/html; charset=utf-8';
			ctx.body = await page();
		});
	}
	router.get(`${ASSETS}/:name`, sendAsset);
	return router;
}

/** A free account opens some of the screens; one that is to be deleted none. */
function mayOpen(path: string, {account}: SessionInfo): boolean {
	return account.deletionDueAt === null && (account.plan !== 'free' || OPEN_SCREENS.includes(path));
}

/** Returns the page that an account is sent to which may not open a screen. */
function insteadFor({account}: SessionInfo): string {
	return account.deletionDueAt ? '/account/closing' : '/settings/limits';
}

async function sendEditor(ctx: Koa.Context, account: Parameters<typeof editorPage>[1], policy: string): Promise<void> {
	ctx.set({'Content-Security-Policy': policy, 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin'});
	ctx.type = 'text/html; charset=utf-8';
	ctx.body = editorPage(await editorBundle(), account, ctx.path);
}

async function sendAsset(ctx: Koa.Context): Promise<void> {
	const found = (await editorBundle()).assets.get(String(ctx.params.name));
	// The same name may be served by another process that runs another edition.
	if (!found) throw new AppError('not_found', {headers: {'Cache-Control': 'no-store'}});
	const encoding = encodingFor(ctx.get('Accept-Encoding'));
	const bytes = encoding ? found.bytes[encoding] : undefined;
	ctx.set({'Cache-Control': IMMUTABLE, Vary: 'Accept-Encoding'});
	if (encoding && bytes) ctx.set('Content-Encoding', encoding);
	ctx.type = found.type;
	ctx.body = bytes ?? found.bytes.identity;
}
