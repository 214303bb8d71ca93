/** Reads all bytes of a stream. Throws the error of `tooLarge` beyond `maxBytes`, and reads no further. */
export async function readBounded(
	stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
	maxBytes: number,
	tooLarge: () => Error,
): Promise<Buffer<ArrayBuffer>> {
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	for await (const chunk of stream) {
		bytes += chunk.length;
		if (bytes > maxBytes) throw tooLarge();
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}
