import test from 'ava';
import {currentCoverUrl, oembedUrl, readTourUrl} from './urls.ts';

const SLUG = '0123456789ABCDEFGHijkl';

test('the URL of a tour is read with what it asks of the page', t => {
	for (const base of ['https://tours.example', 'https://tours.example/here', 'http://[::1]:8080', 'http://127.0.0.1:8080/a/b']) {
		const url = `${base}/p/${SLUG}`;
		t.deepEqual(readTourUrl(base, url), {slug: SLUG, url, asks: ''});
		t.deepEqual(readTourUrl(base, ` ${url}/?x=1&autoplay=1#s12 `), {slug: SLUG, url, asks: '?autoplay=1#s12'});
		t.is(readTourUrl(base, `${url}#step_01jab`)!.asks, '#step_01jab');
	}
	t.is(readTourUrl('https://Tours.example:443', `HTTPS://TOURS.EXAMPLE/p/${SLUG}`)!.slug, SLUG);
});

test('of what a URL asks, only what the page knows is kept', t => {
	for (const more of ['?autoplay=0', '?autoplay=1x', '?autoplay', '#"><b>', `#${'x'.repeat(65)}`, '#', '?#a b']) {
		t.is(readTourUrl('https://tours.example', `https://tours.example/p/${SLUG}${more}`)!.asks, '', more);
	}
});

test('whatever is not exactly the URL of a tour is none', t => {
	const base = 'https://tours.example/here';
	for (const url of [
		'',
		SLUG,
		`/here/p/${SLUG}`,
		`//tours.example/here/p/${SLUG}`,
		`https://tours.example/p/${SLUG}`,
		`https://tours.example/here/p/${SLUG}/x`,
		`https://tours.example/here/p/${SLUG.slice(1)}`,
		`https://tours.example/here/p/${SLUG}0`,
		`https://tours.example/here/p/preview/${SLUG}`,
		`https://tours.example/here/P/${SLUG}`,
		`https://tours.example/herep/${SLUG}`,
		`https://tours.example/here/p/%30${SLUG.slice(1)}`,
		`http://tours.example/here/p/${SLUG}`,
		`https://tours.example:8443/here/p/${SLUG}`,
		`https://user@tours.example/here/p/${SLUG}`,
		`https://:word@tours.example/here/p/${SLUG}`,
		`https://tours.example@evil.example/here/p/${SLUG}`,
		`https://evil.example/https://tours.example/here/p/${SLUG}`,
		`javascript://tours.example/here/p/${SLUG}`,
		`blob:https://tours.example/here/p/${SLUG}`,
	]) {
		t.is(readTourUrl(base, url), null, url);
	}
});

test('oEmbed and the current cover are found from the URL of the page', t => {
	const url = `https://tours.example/here/p/${SLUG}`;
	t.is(oembedUrl('https://tours.example/here', url), `https://tours.example/here/oembed?url=${encodeURIComponent(url)}&format=json`);
	t.is(currentCoverUrl(url), `${url}/cover.jpg`);
});
