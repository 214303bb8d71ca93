import Router from '@koa/router';
import {LIMITS} from '../../shared/contract/limits.ts';
import {AppError} from '../../shared/errors.ts';
import {presentMedia} from '../../shared/present/tour.ts';
import type {Services} from '../../shared/services/services.ts';
import {tx} from '../../shared/store/database.ts';
import type {UploadRow} from '../../shared/store/entities/jobs.ts';
import {responseOf} from '../../shared/store/jobs/jobs.ts';
import {findMedia} from '../../shared/store/media/media.ts';
import {findUpload, releaseUpload, useUpload} from '../../shared/store/media/uploads.ts';
import {type Authenticate, requirePlan, requireScopes} from '../auth/bearer.ts';
import {hashOf, holdImage, type Images, nameOf} from '../http/base64-image.ts';
import {readBytes} from '../http/body.ts';
import {imagesOf} from '../http/body-budget.ts';
import {mediaOrIngest} from '../operations/media/image-source.ts';
import type {RateLimits} from '../pipeline/rate-limits.ts';

/** The PUT behind an upload URL: the URL is the permission, for one image, which may be sent again where the answer was lost. */
export function uploadRouter(services: Services, rateLimits: RateLimits): Router {
	const router = new Router();
	router.put('/uploads/:token', async ctx => {
		const upload = await findUpload(services.database.manager, ctx.params.token!);
		if (!upload) throw expired();
		const bytes = await readBytes(
			ctx.req,
			LIMITS.imageBytes,
			limit => new AppError('image_too_large', {message: `The image has more than ${limit} bytes.`}),
		);
		const images = imagesOf(ctx.req);
		const digest = hashOf(await holdImage(bytes, images));
		if (upload.usedAt && upload.sha256 !== digest) throw expired();
		refuseUnannounced(upload, {length: bytes.length, digest, contentType: ctx.get('content-type')});
		// The one who asked for the URL is not known here.
		const spender = {accountId: upload.accountId, bySession: false};
		const spent = await rateLimits.spend(spender, ['change']);
		try {
			ctx.status = 201;
			ctx.body = {ok: true, media: await store(services, upload, {digest, images})};
		} catch (error) {
			if (!(error instanceof AppError && error.code === 'still_running')) {
				await rateLimits.refund(spent);
			}
			throw error;
		}
	});
	return router;
}

/** Uses the URL up and stores the image. An image that is refused leaves the URL for another try. */
async function store(services: Services, upload: UploadRow, {digest, images}: {digest: string; images: Images}) {
	const {accountId, name} = upload;
	const found = await tx(services.database, async db => {
		if (!(await useUpload(db, upload, digest))) throw expired();
		return mediaOrIngest({services, db, accountId, images}, {held: nameOf(digest), name: name ?? undefined}, null);
	});
	// It is stored by now: a call that waits for its job takes no memory for it.
	images.clear();
	if ('media' in found) return presentMedia(found.media, services.config);
	const job = await services.dispatcher.run(found.job, LIMITS.waitMs);
	if (!job?.outcome)
		throw new AppError('still_running', {message: 'The image is still being stored: send it again to the same URL.', retryAfter: 5});
	try {
		return responseOf(job.outcome).body.media;
	} catch (error) {
		// The first to use it gives it back: a repetition has read what that one wrote.
		if (!upload.usedAt) await releaseUpload(services.database.manager, upload);
		throw error;
	}
}

/** Throws where the bytes are not those that the upload URL was asked for. */
function refuseUnannounced(upload: UploadRow, {length, digest, contentType}: {length: number; digest: string; contentType: string}): void {
	const faults = [];
	if (upload.contentType && contentType.split(';')[0]!.trim().toLowerCase() !== upload.contentType) {
		faults.push({field: 'Content-Type', message: `Is ${contentType || 'missing'}.`, hint: `Send ${upload.contentType}, as announced.`});
	}
	if (upload.bytes !== null && upload.bytes !== length) {
		faults.push({field: 'bytes', message: `${length} bytes were sent.`, hint: `Send the ${upload.bytes} bytes that were announced.`});
	}
	if (upload.sha256 !== null && upload.sha256 !== digest) {
		faults.push({field: 'sha256', message: 'The bytes have another sha256.', hint: 'Send the bytes that were announced.'});
	}
	if (faults.length > 0) throw new AppError('invalid_request', {errors: faults});
}

function expired(): AppError {
	return new AppError('upload_url_expired');
}

/** Serves an account's own image without its metadata. This is no operation, because its response is not JSON. */
export function originalRouter(
	services: Services,
	{authenticate, rateLimits}: {authenticate: Authenticate; rateLimits: RateLimits},
): Router {
	const router = new Router();
	router.get('/v1/media/:mediaId/original', async ctx => {
		ctx.state.operation = 'read_original';
		const credential = await authenticate(ctx, {});
		ctx.state.accountId = credential.account.id;
		const headers = await rateLimits.call(credential, () => {
			requirePlan(credential);
			requireScopes(['tours:read'], credential, services.config.baseUrl);
		});
		ctx.set(headers);
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
