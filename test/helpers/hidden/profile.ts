import sharp from 'sharp';
import {screenshot} from '../images.ts';

let plain: Buffer | null = null;

/** Returns the encoder's Display P3 profile with a word in its texts: description, copyright, a private tag, date and end. */
export async function profileWith({
	description,
	tag,
	gap,
	end,
}: {
	description?: string;
	tag?: string;
	gap?: string;
	end?: string;
}): Promise<Buffer> {
	plain ??= (await sharp(await screenshot(8, 8).withIccProfile('p3').png().toBuffer()).metadata()).icc!;
	const count = plain.readUInt32BE(128);
	const entries = Array.from({length: count}, (_, index) => {
		const at = 132 + index * 12;
		const [start, bytes] = [plain!.readUInt32BE(at + 4), plain!.readUInt32BE(at + 8)];
		return {tag: plain!.toString('latin1', at, at + 4), data: plain!.subarray(start, start + bytes)};
	});
	const desc = entries.find(entry => entry.tag === 'desc')!;
	if (description) desc.data = textOf(description);
	if (tag) entries.push({tag: 'pRiv', data: textOf(tag)});
	const parts: Buffer[] = [];
	const table = Buffer.alloc(4 + entries.length * 12);
	table.writeUInt32BE(entries.length, 0);
	let at = 128 + table.length;
	for (const [index, {tag: name, data}] of entries.entries()) {
		const room = Buffer.concat([data, Buffer.alloc(-data.length & 3), gap ? paddedTo4(Buffer.from(gap)) : Buffer.alloc(0)]);
		table.write(name, 4 + index * 12, 'latin1');
		table.writeUInt32BE(at, 8 + index * 12);
		table.writeUInt32BE(data.length, 12 + index * 12);
		parts.push(room);
		at += room.length;
	}
	const profile = Buffer.concat([plain.subarray(0, 128), table, ...parts, Buffer.from(end ?? '')]);
	profile.writeUInt32BE(profile.length, 0);
	return profile;
}

function textOf(words: string): Buffer {
	const letters = Buffer.from(words, 'utf16le').swap16();
	const head = Buffer.from('mluc\0\0\0\0\0\0\0\x01\0\0\0\x0cenUS\0\0\0\0\0\0\0\x1c', 'latin1');
	head.writeUInt32BE(letters.length, 20);
	return Buffer.concat([head, letters]);
}

function paddedTo4(bytes: Buffer): Buffer {
	return Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
}
