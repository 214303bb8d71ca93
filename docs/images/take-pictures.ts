import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import puppeteer from 'puppeteer';
import sharp from 'sharp';
import {readConfig} from '../../shared/config/config.ts';

// Takes the pictures of docs/player.md from the sample tour of a running service.
//   node docs/images/take-pictures.ts http://127.0.0.1:8080/p/<slug>

const STEP = 's6';
const WINDOWS = [
	{width: 1440, height: 900},
	{width: 390, height: 844},
];
/** Camera and simulated click have come to rest by then. */
const SETTLED_MS = 3500;

const url = process.argv[2];
if (!url) throw new Error('Name the address of the sample tour; npm start prints it.');

const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const browser = await puppeteer.launch({executablePath: readConfig().chromium, args: sandbox, pipe: true});
try {
	for (const window of WINDOWS) {
		const page = await browser.newPage();
		await page.setViewport(window);
		await page.goto(`${url}#${STEP}`, {waitUntil: 'networkidle0'});
		await new Promise(resolve => setTimeout(resolve, SETTLED_MS));
		const png = await sharp(await page.screenshot())
			.png({palette: true, effort: 10, dither: 0.5})
			.toBuffer();
		const file = join(import.meta.dirname, `tour-${window.width}.png`);
		await writeFile(file, png);
		console.log(`${file}: ${png.length} bytes`);
	}
} finally {
	await browser.close();
}
