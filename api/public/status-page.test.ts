import test from 'ava';
import {sha256} from '../../shared/ids.ts';
import {axeViolations} from '../../test/helpers/axe.ts';
import {openBrowser} from '../../test/helpers/player-site.ts';
import {renderStatusPage} from './pages.ts';

const KINDS = ['not_found', 'taken_down', 'expired'] as const;

test('the pages for links without a tour say what happened, in three languages, and load nothing', t => {
	const titles = new Set<string>();
	for (const kind of KINDS) {
		for (const language of ['pt-BR', 'en', 'es']) {
			const {html, csp} = renderStatusPage({kind, language});
			t.true(html.includes(`<html lang="${language}">`));
			titles.add(/<h1>(.+)<\/h1>/.exec(html)![1]!);
			const style = /<style>(.*?)<\/style>/s.exec(html)![1]!;
			t.true(csp.includes(`'sha256-${sha256(style).toString('base64')}'`));
			t.notRegex(html, /<img|<script|<link|url\(/);
		}
	}
	t.is(titles.size, 9);
	t.true(renderStatusPage({kind: 'expired', language: 'ja'}).html.includes('<html lang="en">'));
});

test('axe finds nothing in them, light and dark', async t => {
	const browser = await openBrowser();
	const page = await browser.newPage();
	await page.setBypassCSP(true);
	for (const value of ['light', 'dark']) {
		await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value}]);
		for (const kind of KINDS) {
			await page.setContent(renderStatusPage({kind, language: 'pt-BR'}).html);
			t.deepEqual(await axeViolations(page), []);
		}
	}
	await browser.close();
});
