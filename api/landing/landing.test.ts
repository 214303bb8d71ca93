import test from 'ava';
import {PAGE_LANGUAGES} from '../../shared/contract/page-language.ts';
import {sha256} from '../../shared/ids.ts';
import {HEADLINE_FONT} from '../pages/page.ts';
import {LANDING_FRAME, LANDING_TOURS, landingName, landingPage} from './landing.ts';

const BASE = 'https://tours.example/base';
const page = (options: Partial<Parameters<typeof landingPage>[0]> = {}) =>
	landingPage({baseUrl: BASE, language: 'en', registration: 'open', signUpPlan: 'free', ...options});

for (const language of PAGE_LANGUAGES) {
	test(`the page at the root is no more than one style, its font and the tour in its frame, all of this service: ${language}`, t => {
		const {html, csp} = page({language});
		const style = /<style>(.*?)<\/style>/s.exec(html)![1]!;
		t.true(csp.includes(`style-src 'sha256-${sha256(style).toString('base64')}'; font-src 'self'`));
		t.notRegex(html, /<script|<img|\sstyle=|\son\w+=|@import/);
		t.deepEqual(
			[...html.matchAll(/url\("([^"]*)"\)/g)].map(([, url]) => url),
			[`/base${HEADLINE_FONT.path}`],
		);
		t.deepEqual(
			[...html.matchAll(/\ssrc="([^"]*)"/g)].map(([, url]) => url),
			LANDING_TOURS.map(tour => `/base${LANDING_FRAME}/${landingName(language, tour)}`),
		);
		const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => new URL(href!, BASE).href);
		for (const href of links) t.true(href.startsWith(`${BASE}/`), href);
		t.regex(html, new RegExp(`<html lang="${language}">`));
	});

	test(`each reader finds the line to begin with: ${language}`, t => {
		const {html} = page({language});
		const cards = [...html.matchAll(/<li><h3>.*?<\/li>/gs)].map(([card]) => card);
		t.regex(cards[0]!, /href="\/base\/account\/sign-up/);
		t.true(cards[1]!.includes(`npx ${BASE}/cli.tgz publish .`));
		t.regex(cards[2]!, /npm start/);
		t.true(html.includes(`<code>${BASE}/mcp</code>`));
		t.is(html.match(/class="call"/g)!.length, 1, 'one thing to do first');
	});
}

test('what the page asks people to do is what they can do', t => {
	t.regex(page().html, /class="call" href="[^"]*\/account\/sign-up\?language=en">Create an account</);
	t.regex(page({signUpPlan: 'pro'}).html, /sign-up\?language=en">Make your first tour</);
	t.regex(page({registration: 'closed'}).html, /class="call" href="[^"]*\/account\/sign-in\?language=en">Sign in</);
	t.regex(page({isSignedIn: true}).html, /class="call" href="\/base\/">Open the editor</);
	t.notRegex(page({isSignedIn: true}).html, /sign-in|sign-up/);
});
