import Router from '@koa/router';
import {AppError} from '../../shared/errors.ts';
import type {Services} from '../../shared/services/services.ts';
import {findMedia} from '../../shared/store/media/media.ts';
import type {AuthenticateCall} from '../auth/authenticate-session.ts';
import {requirePlan, requireScope} from '../pipeline/authorize.ts';
import type {Throttle} from '../pipeline/rate-limits.ts';

/** Serves an account's own image without its metadata. This is no operation, because its response is not JSON. */
export function originalRouter(
	services: Services,
	{authenticate, rateLimits}: {authenticate: AuthenticateCall; rateLimits: Throttle},
): Router {
	const router = new Router();
	router.get('/v1/media/:mediaId/original', async ctx => {
		ctx.state.operation = 'read_original';
		const credential = await authenticate(ctx, {});
		requirePlan(credential);
		requireScope('tours:read', credential, services.config.baseUrl);
		ctx.state.accountId = credential.account.id;
		ctx.set(await rateLimits.call(credential));
		const {mediaId} = ctx.params as {mediaId: string};
		const media = await findMedia(services.database.manager, credential.account.id, mediaId);
		const bytes = media && (await services.files.read('originals', media.original));
		if (!media || !bytes) throw new AppError('not_found', {message: 'This account has no such image.'});
		ctx.set({'Cache-Control': 'private, max-age=31536000, immutable', 'Content-Disposition': 'attachment'});
		ctx.type = `image/${media.format}`;
		ctx.body = bytes;
	});
	return router;
}
