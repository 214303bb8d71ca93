import {open} from 'node:fs/promises';
import type {Page} from 'puppeteer';

/** Bytes of the PDF that are in memory at a time: that of 500 steps has 46 MB, and Puppeteer would hold it several times. */
const CHUNK = 1_000_000;

/** Prints the page into a file: tagged, with an outline, on paper of its style's size. `timeout`: milliseconds. */
export async function savePdf(page: Page, path: string, timeout: number): Promise<void> {
	const session = await page.createCDPSession();
	const {stream} = await session.send(
		'Page.printToPDF',
		{
			...{transferMode: 'ReturnAsStream', printBackground: true, preferCSSPageSize: true},
			...{generateTaggedPDF: true, generateDocumentOutline: true},
		},
		{timeout},
	);
	if (!stream) throw new Error('The browser has printed, and gives no file.');
	const file = await open(path, 'w');
	try {
		for (let isWhole = false; !isWhole; ) {
			const {data, base64Encoded, eof} = await session.send('IO.read', {handle: stream, size: CHUNK});
			await file.writeFile(Buffer.from(data, base64Encoded ? 'base64' : 'latin1'));
			isWhole = eof;
		}
	} finally {
		await file.close();
	}
}
