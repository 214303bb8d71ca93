import type {Fault} from '../../../shared/contract/error.ts';
import {LIMITS} from '../../../shared/contract/limits.ts';
import {AppError, invalid} from '../../../shared/errors.ts';
import {sha256} from '../../../shared/ids.ts';
import {sniffFormat} from '../../../shared/image-format.ts';
import {unfetchable} from '../../../shared/outbound/public-ip.ts';
import type {JobInput} from '../../../shared/queue/job.ts';
import {ingestImage} from '../../../shared/queue/jobs/images.ts';
import type {MediaRow} from '../../../shared/store/entities/tours.ts';
import {insertJob} from '../../../shared/store/jobs/jobs.ts';
import {touchMedia} from '../../../shared/store/media/media.ts';
import {hashOf, type Images, standsForImage} from '../../http/base64-image.ts';
import type {Call} from '../../pipeline/operation.ts';

/** Bytes in which the first part of a form says that it is one. */
const FORM_HEAD = 1024;

type Source = {base64?: string; url?: string; name?: string};
type StepOfIngest = NonNullable<JobInput<typeof ingestImage>['step']>;

/**
 * Returns the account's image for a source if it is stored already, or the job that will store it (and then change the step that waits for
 * it). `held`: the name of an image sent apart. Bytes go to the file store before the job is written, never into it.
 */
export async function mediaOrIngest(
	call: Pick<Call, 'services' | 'db' | 'accountId' | 'images'> & Partial<Pick<Call, 'actor'>>,
	source: Source & {held?: string},
	step: StepOfIngest | null,
): Promise<{media: MediaRow} | {job: Awaited<ReturnType<typeof insertJob>>}> {
	const given = source.held ?? source.base64;
	const bytes = given === undefined ? null : decoded(given, call.images);
	if (source.base64 !== undefined && !bytes) throw invalid([notBase64(step ? 'image.base64' : 'base64')]);
	let where: JobInput<typeof ingestImage>['source'];
	if (bytes) {
		refuseImage(bytes, step ? 'image' : source.base64 === undefined ? 'body' : 'base64');
		const original = digestOf(bytes, given!);
		const media = await touchMedia(call.db, call.accountId, original);
		if (media) return {media};
		// By the name that is known: nothing is hashed once more.
		await call.services.files.putUnder('originals', original, bytes);
		where = {original};
	} else {
		const fault = unfetchable(source.url!, step ? 'image.url' : 'url');
		if (fault) throw new AppError('image_unreachable', {errors: [fault]});
		where = {url: source.url!};
	}
	const input: JobInput<typeof ingestImage> = {source: where, name: source.name ?? null, step};
	return {job: await insertJob(call.db, {accountId: call.accountId, type: ingestImage.name, input, actor: call.actor})};
}

/** The sha256 of an image, which may be known already. */
function digestOf(bytes: Buffer, given: string): string {
	return standsForImage(given) ? hashOf(given) : sha256(bytes).toString('hex');
}

/** Throws where the bytes are no image that can be stored; `field` is where they came. */
export function refuseImage(bytes: Buffer, field: string): void {
	if (bytes.length > LIMITS.imageBytes) {
		const message = `The image has ${bytes.length} bytes; 15 MB (${LIMITS.imageBytes}) is the most.`;
		throw new AppError('image_too_large', {
			message,
			errors: [{field, message, hint: 'Send a smaller one: JPEG or WebP, or fewer pixels.'}],
		});
	}
	if (sniffFormat(bytes)) return;
	throw new AppError('image_type', {errors: [{field, ...noImage(bytes)}]});
}

function noImage(bytes: Buffer): Pick<Fault, 'message' | 'hint'> {
	const hint = 'Send the bytes of a PNG, JPEG, WebP or GIF file; save anything else, a PDF or an SVG, as PNG first.';
	if (bytes.length === 0) return {message: 'Is empty.', hint};
	if (!/^--[^\r\n]+\r?\n.*?content-disposition: *form-data/is.test(bytes.toString('latin1', 0, FORM_HEAD)))
		return {message: 'Does not begin as an image of these formats does.', hint};
	return {
		message: 'Is a form around a file.',
		hint: 'Send the bytes of the file as the whole body (curl -T FILE), not as a part of a form.',
	};
}

/** The fault of a text that is neither base64 nor a data: string of an image, if it is one. */
export function base64Faults(field: string, text: unknown): Fault[] {
	if (typeof text !== 'string' || text === '' || standsForImage(text)) return [];
	const data = withoutPrefix(text);
	const letters = data.length - (/={1,2}$/.exec(data.slice(-2))?.[0].length ?? 0);
	// The decoder passes over what is not base64, so that less comes out: ten times faster than to look at each letter.
	if (letters % 4 !== 1 && Buffer.from(data, 'base64').length === Math.floor((letters * 3) / 4) && letters > 0) return [];
	return [notBase64(field)];
}

/** The bytes of an image; null for a name that none came under. */
function decoded(base64: string, images: Images | undefined): Buffer | null {
	if (standsForImage(base64)) return images?.get(base64) ?? null;
	return Buffer.from(withoutPrefix(base64), 'base64');
}

function notBase64(field: string): Fault {
	return {
		field,
		message: 'Is not base64.',
		hint: 'Plain base64, or data:image/png;base64,<data>. POST /v1/media also takes the bytes themselves, with Content-Type image/png.',
	};
}

function withoutPrefix(text: string): string {
	const prefix = /^data:image\/[a-z0-9.+-]{1,40};base64,/i.exec(text.slice(0, 100))?.[0] ?? '';
	return text.slice(prefix.length).replaceAll(/\s+/g, '');
}
