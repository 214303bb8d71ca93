import {gzipSync} from 'node:zlib';
import test from 'ava';
import type {Snapshot} from '../../../shared/contract/snapshot.ts';
import {playerMessages} from '../../../shared/locales/index.ts';
import {openSite, PUBLIC} from '../../../test/helpers/player-site.ts';
import {sampleImage, sampleSlide, sampleStep, sampleTour} from '../../../test/helpers/sample-snapshot.ts';
import {renderPage} from '../page.ts';
import {type HeadOptions, headTags} from './head.ts';

const {image} = await sampleImage();
const site = await openSite(new Map());
test.after.always(site.close);

const three = [sampleStep({title: 'Abra'}), sampleStep({title: 'Escolha'}), sampleSlide({title: 'Pronto'})];
const PREVIEW = {preview: true, oembedUrl: null};
const HOSTILE = [
	'</title><script>globalThis.hacked=1</script>',
	'</script><img src=x onerror=globalThis.hacked=1><!--<script>',
	`"><svg onload='globalThis.hacked=1'>`,
	'\u202Egnp.exe\u2066 \u200Fabc\u202C',
	'one\nline\u2028and\u2029another\r\n\tstill',
	'a\u0000b\u0007c\ud83d',
	'👩‍👩‍👧‍👦'.repeat(60),
	'x'.repeat(1200),
];

const head = (change: Partial<Snapshot> = {}, options: Partial<HeadOptions> = {}, steps = three) => {
	const tour = sampleTour(steps, change);
	return headTags(tour, {...PUBLIC, ...options}, playerMessages(tour.language)).markup;
};
const content = (markup: string, name: string) => new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(markup)?.[1];
const data = (markup: string) => JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(markup)![1]!);

test('a card is described in full, by Open Graph and for those who read their own tags first', t => {
	const markup = head();
	const wanted = {
		'og:type': 'website',
		'og:site_name': 'Roteiro',
		'og:url': PUBLIC.pageUrl,
		'og:locale': 'pt_BR',
		'og:title': 'Vendas em três passos',
		'og:image': PUBLIC.coverUrl,
		'og:image:width': '1200',
		'og:image:height': '630',
		'og:image:alt': 'Vendas em três passos',
		'twitter:card': 'summary_large_image',
		'twitter:image': PUBLIC.coverUrl,
		'twitter:image:alt': 'Vendas em três passos',
	};
	for (const [name, value] of Object.entries(wanted)) t.is(content(markup, name), value, name);
	t.is(content(markup, 'description'), content(markup, 'og:description'));
	t.regex(content(markup, 'description')!, /^Clique em Relatórios/);
	t.true(markup.includes('<link rel="icon" type="image/svg+xml" href="/favicon.ico">'));
	t.true(head({}, {basePath: '/tours'}).includes('href="/tours/favicon.ico"'));
});

test('the locale has a country, and is left out where the language is none', t => {
	const locales = {
		pt: 'pt_BR',
		'pt-PT': 'pt_PT',
		en: 'en_US',
		es: 'es_ES',
		'es-MX': 'es_MX',
		'zh-Hant': 'zh_TW',
		xx: undefined,
		'not a tag': undefined,
	};
	for (const [language, locale] of Object.entries(locales)) t.is(content(head({language}), 'og:locale'), locale, language);
});

test('what has no words is described in ours', t => {
	const bare = [sampleStep({title: null, text: '\u200F\n'}), sampleStep({title: null, text: null, label: 'Menu'})];
	const markup = head({}, {}, bare);
	t.is(content(markup, 'description'), 'Vendas em três passos: tour interativo em 2 passos.');
	t.deepEqual(
		data(markup).step.map(({name}: {name: string}) => name),
		['Passo 1 de 2', 'Menu'],
	);
	t.true(head({title: '\u202E'}).startsWith('<title>Tour</title>'));
});

test('a tour is instructions to machines: HowTo, each step by name and URL, in at most 400 bytes for ten steps', t => {
	const names =
		'Abra o editor,Escolha o nó,Arraste-o,Defina o texto,Ligue os dois,Veja o painel,Publique,Aperte o botão,Leia a mensagem,Compartilhe';
	const ten = names.split(',').map((title, index) => sampleStep({title, text: `Texto do passo ${index}.`}));
	const markup = head({}, {}, ten);
	t.deepEqual(data(markup), {
		'@context': 'https://schema.org',
		'@type': 'HowTo',
		name: 'Vendas em três passos',
		url: PUBLIC.pageUrl,
		image: PUBLIC.coverUrl,
		inLanguage: 'pt-BR',
		step: names.split(',').map((name, index) => ({'@type': 'HowToStep', name, url: `${PUBLIC.pageUrl}#s${index + 1}`})),
	});
	const block = /<script.*<\/script>/s.exec(markup)![0];
	const bytes = gzipSync(markup).length - gzipSync(markup.replace(block, '')).length;
	t.log(`gzip: ${bytes} bytes of ${gzipSync(markup).length}`);
	t.true(bytes <= 400);
});

test('a preview is announced nowhere: no canonical URL, no oEmbed, no data, noindex', t => {
	const markup = head({}, PREVIEW);
	t.true(markup.includes('<meta name="robots" content="noindex">'));
	t.notRegex(markup, /canonical|oembed|ld\+json/);
	t.notRegex(head(), /noindex/);
});

test('hostile titles stay titles, on one line, in the direction of the page, and short enough for a card', t => {
	for (const hostile of HOSTILE) {
		const steps = [sampleStep({title: hostile, text: hostile}), sampleStep({title: null, text: hostile})];
		const markup = head({title: hostile}, {}, steps);
		t.is(markup.match(/<script/g)!.length, 1, hostile);
		t.is(markup.match(/<\/title>/g)!.length, 1, hostile);
		t.notRegex(markup, /<(?:img|svg)|[\u202A-\u202E\u2066-\u2069\u200E\u200F\u2028\u2029\u0000\u0007]/, hostile);
		t.true([...content(markup, 'og:title')!.replace(/&\w+;|&#39;/g, '.')].length <= 200);
		t.true([...content(markup, 'description')!.replace(/&\w+;|&#39;/g, '.')].length <= 160);
		const {name, step} = data(markup);
		t.true([...name].length <= 200 && [...step[0].name].length <= 200);
		t.notRegex(content(markup, 'og:title')!, /[\s\u200D]…?$/);
	}
});

test('Chromium reads the head as it was meant, and complains of nothing', async t => {
	for (const hostile of HOSTILE.slice(0, 5)) {
		site.show(sampleTour([sampleSlide({title: hostile, text: hostile})], {title: hostile}));
		const {page, complaints} = await site.visit();
		const found = await page.evaluate(() => ({
			title: document.title,
			og: document.querySelector<HTMLMetaElement>('[property="og:title"]')!.content,
			name: JSON.parse(document.querySelector('[type="application/ld+json"]')!.textContent!).name,
			hacked: 'hacked' in globalThis,
			// Whatever ends the head too early is found in the body.
			astray: document.body.querySelectorAll('meta,link,title,[type="application/ld+json"]').length,
		}));
		const {title} = found;
		t.deepEqual(found, {title, og: title, name: title, hacked: false, astray: 0});
		t.notRegex(title, /\n/);
		t.deepEqual(complaints, [], hostile);
		await page.close();
	}
});

test('the marks of bold words and keys are drawn, and neither described, named nor read out', t => {
	const step = sampleStep({title: null, label: null, alt: null, text: 'Press **Save** or <kbd>F2</kbd>'});
	const markup = head({}, {}, [step]);
	t.is(content(markup, 'description'), 'Press Save or F2');
	t.is(data(markup).step[0].name, 'Press Save or F2');
	const page = renderPage(sampleTour([step]), PUBLIC).html;
	t.true(page.includes('Press <b>Save</b> or <kbd>F2</kbd></p>'));
	t.false(page.includes('**Save'));
	t.regex(renderPage(sampleTour([{...step, image}]), PUBLIC).html, /alt="Press Save or F2"/);
});
