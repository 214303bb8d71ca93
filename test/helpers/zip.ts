import yauzl from 'yauzl';

/** The files of a zip, by their path, as another program than ours reads them. */
export async function readZip(bytes: Buffer): Promise<Map<string, Buffer>> {
	const zip = await new Promise<yauzl.ZipFile>((resolve, reject) => {
		yauzl.fromBuffer(bytes, {lazyEntries: true}, (error, file) => (file ? resolve(file) : reject(error)));
	});
	const files = new Map<string, Buffer>();
	return new Promise((resolve, reject) => {
		zip.on('error', reject).on('end', () => resolve(files));
		zip.on('entry', entry => {
			zip.openReadStream(entry, async (error, stream) => {
				if (error) return reject(error);
				const chunks: Buffer[] = [];
				for await (const chunk of stream) chunks.push(chunk as Buffer);
				files.set(entry.fileName, Buffer.concat(chunks));
				zip.readEntry();
			});
		});
		zip.readEntry();
	});
}
