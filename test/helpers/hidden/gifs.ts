import {animation, screenshot} from '../images.ts';
import type {Maker} from './files.ts';

export async function hiddenInGifs(): Promise<Record<string, Maker>> {
	const still = await screenshot(160, 100).gif().toBuffer();
	const moving = await animation('gif', {frames: 3});
	const extension = (label: number, ...blocks: string[]) =>
		Buffer.from(`\x21${String.fromCharCode(label)}${blocks.map(block => String.fromCharCode(block.length) + block).join('')}\0`, 'latin1');
	const early = (gif: Buffer, more: Buffer) => {
		const at = 13 + (gif[10]! & 0x80 ? 3 << ((gif[10]! & 7) + 1) : 0);
		return Buffer.concat([gif.subarray(0, at), more, gif.subarray(at)]);
	};
	const late = (gif: Buffer, more: Buffer) => Buffer.concat([gif.subarray(0, -1), more, gif.subarray(-1)]);
	return {
		'a comment': word => early(still, extension(0xfe, word)),
		'a comment at the end': word => late(still, extension(0xfe, word)),
		'a comment in an animation': word => early(moving, extension(0xfe, word)),
		'a text': word => late(still, extension(0x01, '\0\0\0\0\x10\0\x10\0\x08\x08\x01\0', word)),
		XMP: word => late(moving, extension(0xff, 'XMP DataXMP', word)),
		'an extension of an application': word => early(still, extension(0xff, 'ROTEIRO1.00', word)),
		'a loop that goes on': word => early(moving, extension(0xff, 'NETSCAPE2.0', '\x01\0\0', word)),
		'words after the end': word => Buffer.concat([moving, Buffer.from(word)]),
		'behind the last pixel': word => {
			// The last two bytes end the frame and the image.
			const block = Buffer.from(String.fromCharCode(word.length) + word, 'latin1');
			return Buffer.concat([still.subarray(0, -2), block, still.subarray(-2)]);
		},
	};
}
