import test from 'ava';
import {PAGE_LANGUAGES} from '../../shared/contract/page-language.ts';
import {sha256} from '../../shared/ids.ts';
import {DOOR, landingPage} from './landing.ts';

const BASE = 'https://tours.example/base';
const page = (options: Partial<Parameters<typeof landingPage>[0]> = {}) =>
	landingPage({baseUrl: BASE, language: 'en', registration: 'open', signUpPlan: 'free', ...options});

for (const language of PAGE_LANGUAGES) {
	test(`the page at the root is no more than one style and the tour in its frame, all of this service: ${language}`, t => {
		const {html, csp} = page({language});
		const style = /<style>(.*?)<\/style>/s.exec(html)![1]!;
		t.true(csp.includes(`style-src 'sha256-${sha256(style).toString('base64')}'`));
		t.notRegex(html, /<script|<img|\sstyle=|\son\w+=|url\(|@import/);
		t.deepEqual(
			[...html.matchAll(/\ssrc="([^"]*)"/g)].map(([, url]) => url),
			[`${BASE}${DOOR}/${language}`],
		);
		const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href!);
		for (const href of links) t.true(href.startsWith(`${BASE}/`), href);
		t.regex(html, new RegExp(`<html lang="${language}">`));
	});
}

test('what the page asks people to do is what they can do', t => {
	t.regex(page().html, /class="call" href="[^"]*\/account\/sign-up\?language=en">Create an account</);
	t.regex(page({signUpPlan: 'pro'}).html, /sign-up\?language=en">Make your first tour</);
	t.regex(page({registration: 'closed'}).html, /class="call" href="[^"]*\/account\/sign-in\?language=en">Sign in</);
});
