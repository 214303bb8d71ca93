import {createReadStream} from 'node:fs';
import {stat} from 'node:fs/promises';
import {setTimeout as sleep} from 'node:timers/promises';
import type {S3Client} from '@aws-sdk/client-s3';
import type {S3Location} from '../config/addresses.ts';
import {sha256} from '../ids.ts';
import {type ByteRange, FILE_NAME, type FileBeginning, type FileStore, type Folder, fileNameInSlices} from './file-store.ts';

/** Milliseconds. A large original takes seconds to send; a connection that stays silent for longer is dropped and the request repeated. */
const TIMES = {connect: 3000, silence: 15_000};
/** Attempts, with the SDK's own pauses between them (up to 20 s in all); a request that fails after that is an outage. */
const ATTEMPTS = 4;
/** Concurrent requests of one process; more wait. */
const SOCKETS = 64;
const PROBE = 'ready';
const TYPES: Record<string, string> = {
	webp: 'image/webp',
	avif: 'image/avif',
	jpg: 'image/jpeg',
	mp3: 'audio/mpeg',
	woff2: 'font/woff2',
	html: 'text/html; charset=utf-8',
};

type Sdk = typeof import('@aws-sdk/client-s3');
type Client = {sdk: Sdk; s3: S3Client};

/**
 * Stores files as objects `prefix + folder/name`. The AWS SDK finds the credentials: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile, the
 * machine's role. Names follow from the bytes, so a request whose response is lost can be repeated, and nothing needs a
 * conditional write. The SDK (0.2 s, 25 MB) is loaded by the first request.
 */
export function openS3Store(location: S3Location): FileStore {
	let opening: Promise<Client> | null = null;
	const {bucket: Bucket, prefix} = location;
	const bucket: Bucket = {
		open() {
			opening ??= connect(location);
			return opening;
		},
		key: path => ({Bucket, Key: prefix + path}),
	};
	return {
		async put(folder, bytes, extension) {
			const name = await fileNameInSlices(folder, bytes, extension);
			await put(bucket, `${folder}/${name}`, bytes);
			return name;
		},
		async putUnder(folder, name, bytes) {
			if (!FILE_NAME.test(name)) throw new Error(`${name} is not the name of a file.`);
			await put(bucket, `${folder}/${name}`, bytes);
		},
		async putFile(folder, name, path) {
			if (!FILE_NAME.test(name)) throw new Error(`${name} is not the name of a file.`);
			await putFile(bucket, `${folder}/${name}`, path);
		},
		read: (folder, name, part) => read(bucket, `${folder}/${name}`, part),
		begin: (folder, name, most) => begin(bucket, `${folder}/${name}`, most),
		size: async (folder, name) => (await head(bucket, `${folder}/${name}`))?.ContentLength ?? null,
		list: (folder, part) => list(bucket, folder, part),
		storedAt: async (folder, name) => (await head(bucket, `${folder}/${name}`))?.LastModified ?? null,
		remove: (folder, name, before) => remove(bucket, `${folder}/${name}`, before),
		// An object exists whole or not at all.
		removeUnfinished: async () => 0,
		async check() {
			const {sdk, s3} = await bucket.open();
			await s3.send(new sdk.PutObjectCommand({...bucket.key(PROBE), Body: PROBE})).catch(outage);
		},
	};
}

type Bucket = {open(): Promise<Client>; key(path: string): {Bucket: string; Key: string}};

async function put({open, key}: Bucket, path: string, bytes: Uint8Array): Promise<void> {
	const {sdk, s3} = await open();
	const command = new sdk.PutObjectCommand({
		...key(path),
		Body: bytes,
		ContentLength: bytes.length,
		ContentType: TYPES[path.split('.')[1] ?? ''] ?? 'application/octet-stream',
		// For CDNs and browsers that fetch the file from the bucket (`MEDIA_URL`).
		...(path.startsWith('media/') && {CacheControl: 'public, max-age=31536000, immutable'}),
		ChecksumSHA256: sha256(bytes).toString('base64'),
	});
	await s3.send(command).catch(outage);
}

/** Sends a local file. Repeats the request itself, since the SDK cannot repeat a stream. */
async function putFile({open, key}: Bucket, path: string, file: string): Promise<void> {
	const {sdk, s3} = await open();
	const {size} = await stat(file);
	for (let attempt = 1; ; attempt++) {
		const Body = createReadStream(file);
		try {
			await s3.send(new sdk.PutObjectCommand({...key(path), Body, ContentLength: size, ContentType: 'application/octet-stream'}));
			return;
		} catch (error) {
			if (attempt === ATTEMPTS) return outage(error);
			await sleep(100 * 2 ** attempt);
		} finally {
			Body.destroy();
		}
	}
}

async function read({open, key}: Bucket, path: string, part?: ByteRange): Promise<Buffer | null> {
	return (await get({open, key}, path, part && `bytes=${part.start}-${part.end}`, missing))?.bytes ?? null;
}

/** Returns the object, or the part that `Range` names; null if there is none, or if `none` accepts the error. */
async function get(
	{open, key}: Bucket,
	path: string,
	Range: string | undefined,
	none: (error: S3Failure) => null,
): Promise<FileBeginning | null> {
	if (!isName(path)) return null;
	const {sdk, s3} = await open();
	// If a body breaks off, its stream fails, and the SDK does not repeat the request.
	for (let attempt = 1; ; attempt++) {
		const found = await s3.send(new sdk.GetObjectCommand({...key(path), Range})).catch(none);
		if (!found?.Body) return null;
		try {
			const bytes = Buffer.from(await found.Body.transformToByteArray());
			return {bytes, size: Number(found.ContentRange?.split('/')[1] ?? bytes.length)};
		} catch (error) {
			if (attempt === ATTEMPTS) return outage(error);
			await sleep(100 * 2 ** attempt);
		}
	}
}

/** Reads the beginning of an object. An empty object answers 416, since it has no first byte. */
async function begin(bucket: Bucket, path: string, most: number): Promise<FileBeginning | null> {
	let isEmpty = false;
	const found = await get(bucket, path, `bytes=0-${most - 1}`, error => {
		isEmpty = error.$metadata?.httpStatusCode === 416;
		return isEmpty ? null : missing(error);
	});
	return isEmpty ? {bytes: Buffer.alloc(0), size: 0} : found;
}

async function head({open, key}: Bucket, path: string) {
	if (!isName(path)) return null;
	const {sdk, s3} = await open();
	return s3.send(new sdk.HeadObjectCommand(key(path))).catch(missing);
}

async function list({open, key}: Bucket, folder: Folder, part: string): Promise<string[]> {
	const {sdk, s3} = await open();
	const {Bucket, Key: root} = key(`${folder}/`);
	const names: string[] = [];
	let ContinuationToken: string | undefined;
	do {
		const page = await s3.send(new sdk.ListObjectsV2Command({Bucket, Prefix: root + part, ContinuationToken})).catch(outage);
		for (const {Key} of page.Contents ?? []) names.push(Key!.slice(root.length));
		ContinuationToken = page.NextContinuationToken;
	} while (ContinuationToken);
	return names;
}

async function remove(bucket: Bucket, path: string, before: Date): Promise<boolean> {
	const found = await head(bucket, path);
	// The time has whole seconds: a file of the same second as `before` may have been stored after it.
	if (!found?.LastModified || found.LastModified.getTime() + 1000 > before.getTime()) return false;
	const {sdk, s3} = await bucket.open();
	await s3.send(new sdk.DeleteObjectCommand(bucket.key(path))).catch(outage);
	return true;
}

/** True if `folder/name` is a valid file name. */
function isName(path: string): boolean {
	return FILE_NAME.test(path.slice(path.indexOf('/') + 1));
}

async function connect({endpoint, region, pathStyle}: S3Location): Promise<Client> {
	const sdk = await import('@aws-sdk/client-s3');
	const s3 = new sdk.S3Client({
		...(endpoint && {endpoint}),
		region,
		forcePathStyle: pathStyle,
		maxAttempts: ATTEMPTS,
		// Stores other than Amazon's refuse the checksums that the SDK adds by default; a write sends its sha256 instead.
		requestChecksumCalculation: 'WHEN_REQUIRED',
		responseChecksumValidation: 'WHEN_REQUIRED',
		requestHandler: {
			connectionTimeout: TIMES.connect,
			socketTimeout: TIMES.silence,
			throwOnRequestTimeout: true,
			httpAgent: {keepAlive: true, maxSockets: SOCKETS},
			httpsAgent: {keepAlive: true, maxSockets: SOCKETS},
		},
	});
	return {sdk, s3};
}

type S3Failure = Error & {$metadata?: {httpStatusCode?: number}; code?: string};

function missing(error: S3Failure): null {
	if (error.$metadata?.httpStatusCode === 404) return null;
	return outage(error);
}

/** Throws a temporary failure of the store as an outage, like a disk's: it passes without a fix. */
function outage(error: unknown): never {
	const {$metadata, code, name} = error as S3Failure;
	const status = $metadata?.httpStatusCode ?? 0;
	if (code?.startsWith('E') || (status >= 400 && status < 429)) throw error;
	throw Object.assign(new Error(`The object store did not do it: ${name}.`, {cause: error}), {code: 'ECONNRESET'});
}
