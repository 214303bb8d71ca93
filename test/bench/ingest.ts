import sharp from 'sharp';
import {ingestImage} from '../../renderers/image/variants.ts';
import {distinct} from '../helpers/pictures.ts';
import {startService} from '../helpers/service.ts';
import type {Measured} from './benches.ts';
import {median, ms, sized, timed} from './figures.ts';
import {examplePictures} from './pictures.ts';

const ROUNDS = sized(3, 1);
const GOAL = 1.3;

/** Ingest of the real screenshots, against bare sharp that decodes each once and encodes the same variants. */
export async function benchIngest(): Promise<Measured[]> {
	const service = await startService();
	const ana = await service.client();
	const pictures = (await examplePictures()).slice(0, sized(100, 3));
	const times: Array<{ours: number; call: number; bare: number}> = [];
	for (let round = 0; round <= ROUNDS; round++) {
		for (const [index, picture] of pictures.entries()) {
			const {variants} = await ingestImage(picture);
			const widths = variants.map(variant => variant.width);
			const result = {
				ours: await timed(() => ingestImage(picture)),
				bare: await timed(() => bareVariants(picture, widths)),
				call: await timed(() => ana('POST', '/v1/media', {body: {base64: distinct(picture, round * 100 + index).toString('base64')}})),
			};
			if (round > 0) times.push(result);
		}
	}
	await service.stop();
	const of = (what: 'ours' | 'call') => median(times.map(time => time[what] / time.bare));
	const bare = ms(median(times.map(time => time.bare)));
	const row = (what: string, key: 'ours' | 'call') => ({
		what,
		ours: ms(median(times.map(time => time[key]))),
		bare,
		ratio: of(key),
		goal: `<= ${GOAL}`,
		met: of(key) <= GOAL,
	});
	return [row('ingest, the variants', 'ours'), row('ingest, the whole call of POST /v1/media', 'call')];
}

async function bareVariants(picture: Buffer, widths: number[]): Promise<void> {
	const decoded = sharp(picture);
	await Promise.all(widths.map(width => decoded.clone().resize(width).webp({quality: 80}).toBuffer()));
}
