/** The server-sent events of a response, one after the other. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<{event: string; data: string}> {
	const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
	let text = '';
	try {
		for (;;) {
			const {value, done} = await reader.read();
			if (done) return;
			const blocks = (text + value).split('\n\n');
			text = blocks.pop()!;
			for (const block of blocks) {
				const lines = block.split('\n');
				const valuesOf = (name: string) =>
					lines.filter(line => line.startsWith(`${name}:`)).map(line => line.slice(name.length + 1).trimStart());
				const data = valuesOf('data').join('\n');
				if (data) yield {event: valuesOf('event').at(-1) ?? 'message', data};
			}
		}
	} finally {
		await reader.cancel();
	}
}
