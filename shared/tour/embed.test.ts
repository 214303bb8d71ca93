import test from 'ava';
import {embedCode, escapeHtml} from './embed.ts';

test('the embed code is one inert iframe in the shape of the screenshot', t => {
	const code = embedCode({url: 'https://r.example/p/abc?a=1&b="', title: '"><script>alert(1)</script>', width: 1440, height: 900});
	t.regex(code, /^<iframe [^<>]*><\/iframe>$/);
	t.true(code.includes('src="https://r.example/p/abc?a=1&amp;b=&quot;"'));
	t.true(code.includes('aspect-ratio:1440/900'));
	t.true(code.includes('loading="lazy"'));
	t.true(code.includes('allow="fullscreen; autoplay"'));
	t.true(code.includes('max-width:100%'));
});

test('escaping leaves nothing that HTML could read as markup', t => {
	t.is(escapeHtml(`<a href='x' title="y">&amp;\0\u001b</a>`), '&lt;a href=&#39;x&#39; title=&quot;y&quot;&gt;&amp;amp;&lt;/a&gt;');
	t.is(escapeHtml('olá\n😀'), 'olá\n😀');
});
