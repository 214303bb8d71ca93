import {defineConfig} from '@playwright/test';

export default defineConfig({
	testDir: 'tests',
	timeout: 90_000,
	reporter: 'line',
	use: {
		baseURL: process.env.APP_URL ?? 'http://127.0.0.1:1880',
		// What tours look good in: a window of a laptop, two pixels for each of its points, one language, one time zone, no motion.
		viewport: {width: 1440, height: 900},
		deviceScaleFactor: 2,
		locale: 'en-US',
		timezoneId: 'UTC',
		reducedMotion: 'reduce',
		// A browser of this machine instead of Playwright's own.
		launchOptions: process.env.CHROME_PATH ? {executablePath: process.env.CHROME_PATH, args: ['--no-sandbox']} : {},
	},
});
