import {createHash} from 'node:crypto';
import {rename, rm} from 'node:fs/promises';
import {sniffFormat} from '../../shared/image-format.ts';
import {asCommandError, connect, readDocument} from '../connection.ts';
import {refused} from '../errors.ts';
import type {Output} from '../output.ts';
import type {ZipEntry} from '../zip/index.ts';
import {loadZip} from '../zip/load-zip.ts';

const EXTENSIONS = {png: 'png', jpeg: 'jpg', webp: 'webp', gif: 'gif'};

/** Writes a tour of the service into one zip: tour.json and the pictures as they were sent, by their names. The same tour is the same bytes. */
export async function bundle(key: string, file: string, output: Output): Promise<void> {
	const {client, url} = await connect();
	try {
		const {document} = await readDocument({client, url}, key);
		const files = new Map<string, string>();
		const pictures: ZipEntry[] = [];
		const wanted = [...new Set((document.steps ?? []).flatMap(({image}) => image?.mediaId ?? []))];
		for (const [index, mediaId] of wanted.sort().entries()) {
			output.progress('Fetching pictures', index, wanted.length);
			const bytes = Buffer.from(await client.readOriginal(mediaId));
			const format = sniffFormat(bytes);
			if (!format || createHash('sha256').update(bytes).digest('hex') !== mediaId)
				throw refused(`The picture ${mediaId} did not come whole. Run it again.`);
			files.set(mediaId, `media/${mediaId}.${EXTENSIONS[format]}`);
			pictures.push({name: files.get(mediaId)!, bytes});
		}
		// Ids are those of one service; the keys are the tour's own.
		const steps = (document.steps ?? []).map(({id: _id, image, ...step}) => ({
			...step,
			...(image && {image: {file: files.get(image.mediaId!)}}),
		}));
		const tour = {...(!key.startsWith('tour_') && {key}), ...document, steps};
		const {writeZip} = await loadZip();
		await writeZip(`${file}.new`, [{name: 'tour.json', bytes: Buffer.from(`${JSON.stringify(tour, null, '\t')}\n`)}, ...pictures]).catch(
			(error: NodeJS.ErrnoException) => {
				throw refused(`${file} cannot be written (${error.code ?? error.message}).`);
			},
		);
		await rename(`${file}.new`, file);
		output.progress(null);
		output.line(`${file}: "${document.name}", ${steps.length} ${steps.length === 1 ? 'step' : 'steps'}.`);
		output.json({file, steps: steps.length, pictures: pictures.length});
	} catch (error) {
		await rm(`${file}.new`, {force: true});
		throw asCommandError(error, url);
	} finally {
		output.progress(null);
	}
}
