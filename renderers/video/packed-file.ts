import {readFile, writeFile} from 'node:fs/promises';

/** Keeps facts and pictures together as one file: the length of the facts (4 bytes), the facts, the pictures. */
export async function writePacked(path: string, facts: unknown, pictures: (Buffer | null)[]): Promise<void> {
	const text = Buffer.from(JSON.stringify({facts, lengths: pictures.map(picture => picture?.length ?? null)}));
	const length = Buffer.alloc(4);
	length.writeUInt32LE(text.length);
	await writeFile(path, Buffer.concat([length, text, ...pictures.filter(picture => picture !== null)]));
}

export async function readPacked<Facts>(path: string): Promise<{facts: Facts; pictures: (Buffer | null)[]}> {
	const bytes = await readFile(path);
	let at = 4 + bytes.readUInt32LE(0);
	const {facts, lengths} = JSON.parse(bytes.toString('utf8', 4, at)) as {facts: Facts; lengths: (number | null)[]};
	const pictures = lengths.map(length => {
		if (length === null) return null;
		at += length;
		return bytes.subarray(at - length, at);
	});
	return {facts, pictures};
}
