import test from 'ava';
import {escapeHtml} from '../html.ts';
import {boxedEmbedCode, embedCode, frameShape} from './embed.ts';

const hostile = {url: 'https://r.example/p/abc?a=1&b="', title: '"><script>alert(1)</script>'};

test('the embed code is one inert iframe in the shape of the screenshot, as wide as its column and never higher than a window', t => {
	const code = embedCode({...hostile, width: 2880, height: 1800});
	t.regex(code, /^<iframe [^<>]*><\/iframe>$/);
	t.true(code.includes('src="https://r.example/p/abc?a=1&amp;b=&quot;"'));
	t.true(code.includes('width="960" height="600"'));
	t.true(code.includes('aspect-ratio:2880/1800'));
	t.true(code.includes('loading="lazy" allow="autoplay" allowfullscreen'));
	t.true(code.includes('width:100%;height:auto;min-height:420px;max-height:800px'));
	t.notRegex(code, /sandbox|on\w+=/);
});

test('a host that says how much room there is gets a frame that is no larger', t => {
	const code = boxedEmbedCode({...hostile, width: 400, height: 250});
	t.regex(code, /^<iframe [^<>]*><\/iframe>$/);
	t.true(code.includes('width="400" height="250"'));
	t.true(code.includes('max-width:400px;aspect-ratio:400/250'));
	t.notRegex(code, /min-height/);
});

test('a frame keeps the shape of its screenshot within its bounds, and is no larger than it but for its buttons', t => {
	for (const [screenshot, bounds, shape] of [
		[[1440, 900], {}, [960, 600]],
		[[1170, 2532], {}, [370, 800]],
		[[600, 400], {width: 5000, height: 5000}, [600, 400]],
		[[12, 12], {}, [320, 320]],
		[[120, 200], {width: 200}, [200, 333]],
		[[1440, 900], {width: 1200}, [1200, 750]],
		[[1440, 900], {height: 90}, [144, 90]],
		[[5000, 10], {width: 100}, [100, 1]],
		[[1440, 900], {width: 1, height: 1}, [1, 1]],
		// Of a capture that is scrolled a window is seen.
		[[1280, 6000], {}, [960, 600]],
		[[1170, 2532], {}, [370, 800]],
	] as const) {
		const [width, height] = screenshot;
		t.deepEqual(Object.values(frameShape({width, height}, bounds)), [...shape]);
	}
});

test('escaping leaves nothing that HTML could read as markup', t => {
	t.is(escapeHtml(`<a href='x' title="y">&amp;\0\u001b</a>`), '&lt;a href=&#39;x&#39; title=&quot;y&quot;&gt;&amp;amp;&lt;/a&gt;');
	t.is(escapeHtml('olá\n😀'), 'olá\n😀');
});
