/** Returns an EXIF block (a TIFF) with GPS, a maker's note, a description and a thumbnail, each with the word, and an orientation. */
export function exifWith(parts: {
	orientation?: number;
	gps?: string;
	makerNote?: string;
	description?: string;
	thumbnail?: Buffer;
}): Buffer {
	const {orientation = 1, gps, makerNote, description, thumbnail} = parts;
	const data: Buffer[] = [];
	// The data begin after the space reserved for the directories.
	let next = 8 + 200;
	const put = (bytes: Buffer) => {
		const at = next;
		data.push(bytes, Buffer.alloc(bytes.length & 1));
		next += bytes.length + (bytes.length & 1);
		return at;
	};
	const directory = (entries: number[][], following = 0) => {
		const made = Buffer.alloc(2 + entries.length * 12 + 4);
		made.writeUInt16BE(entries.length, 0);
		for (const [index, [tag, type, count, value]] of entries.entries()) {
			const at = 2 + index * 12;
			made.writeUInt16BE(tag!, at);
			made.writeUInt16BE(type!, at + 2);
			made.writeUInt32BE(count!, at + 4);
			if (type === 3) made.writeUInt16BE(value!, at + 8);
			else made.writeUInt32BE(value!, at + 8);
		}
		made.writeUInt32BE(following, made.length - 4);
		return made;
	};
	const text = (tag: number, words: string, type = 2) => {
		const bytes = Buffer.from(`${words}\0`, 'latin1');
		return [tag, type, bytes.length, put(bytes)];
	};
	const first = [...(description ? [text(0x010e, description)] : []), [0x0112, 3, 1, orientation]];
	if (makerNote) first.push([0x8769, 4, 1, put(directory([text(0x927c, makerNote, 7)]))]);
	if (gps) first.push([0x8825, 4, 1, put(directory([text(0x001b, gps, 7)]))]);
	const second = thumbnail
		? put(
				directory([
					[0x0103, 3, 1, 6],
					[0x0201, 4, 1, put(thumbnail)],
					[0x0202, 4, 1, thumbnail.length],
				]),
			)
		: 0;
	const head = Buffer.alloc(8 + 200);
	head.write('MM\0*\0\0\0\x08', 'latin1');
	directory(first, second).copy(head, 8);
	return Buffer.concat([head, ...data]);
}

/** Returns an XMP packet with the word. */
export function xmpWith(word: string): Buffer {
	return Buffer.from(
		`<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${word}</dc:title></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`,
	);
}
