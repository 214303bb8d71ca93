import {randomBytes} from 'node:crypto';
import sharp from 'sharp';
import {screenshot} from './images.ts';

let number = 0;

/** Makes PNG bytes of a small screenshot that no other call returns, so that each has to be stored. */
export async function picture({width = 320, height = 200} = {}): Promise<Buffer> {
	number += 1;
	const mark = Buffer.from([number & 255, (number >> 8) & 255, 77]);
	const input = {input: mark, raw: {width: 1, height: 1, channels: 3 as const}, left: 0, top: 0};
	return sharp(await screenshot(width, height).png().toBuffer())
		.composite([input])
		.png()
		.toBuffer();
}

/** JPEG bytes of noise: what no encoder makes small. */
export async function noise(width: number, height: number): Promise<Buffer> {
	const pixels = randomBytes(width * height * 3);
	return sharp(pixels, {raw: {width, height, channels: 3}})
		.jpeg({quality: 90})
		.toBuffer();
}

/** The same picture with other bytes: an image may be followed by anything, and the service knows bytes that it has seen. */
export function distinct(image: Buffer, number: number): Buffer {
	return Buffer.concat([image, Buffer.from(`${number}`)]);
}
