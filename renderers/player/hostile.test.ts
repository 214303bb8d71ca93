import test from 'ava';
import {LEAD_TARGET, openSite} from '../../test/helpers/player-site.ts';
import {sampleForm, sampleImage, sampleSlide, sampleStep, sampleTour} from '../../test/helpers/sample-snapshot.ts';

const {image, files} = await sampleImage();
const site = await openSite(files);
test.after.always(site.close);

const {visit} = site;

test.serial('hostile texts stay texts and stay inside', async t => {
	const hostile = [
		'</script><script>globalThis.hacked=1</script>',
		'"><img src=x onerror="globalThis.hacked=1">',
		'</style><svg onload=globalThis.hacked=1>',
		'\u202Egnp.exe\u202C \u2066\u2067abc',
		"' onfocus='globalThis.hacked=1' autofocus='",
		'👩🏽‍💻🏳️‍🌈 ﷽ Ǎ̷̡̛͕ \u0000\u0007',
		'{{7*7}} $' + '{7*7} <!--',
	];
	const long = 'á'.repeat(120);
	const steps = [
		...hostile.map((text, index) => sampleStep({title: text, text, label: text, alt: index % 2 ? text : null, image})),
		sampleStep({title: long, text: 'm'.repeat(1200), image}),
		sampleSlide({title: long, text: 'W'.repeat(1200)}),
		sampleSlide({title: hostile.join(' '), text: hostile.join('\n'), scene: 99}),
		sampleSlide({title: null, text: 'W'.repeat(1200)}),
	];
	const endCta = {
		enabled: true,
		title: long,
		text: 'x'.repeat(600),
		whatsapp: {phone: '+5511999990000', message: hostile[0]!, label: 'W'.repeat(120)},
		link: {url: 'https://example.com/"><script>globalThis.hacked=1</script>', label: hostile[1]!},
		showReplay: true,
	};
	const leadCapture = sampleForm({
		title: long,
		text: `${hostile[0]}${'m'.repeat(500)}`,
		consentText: hostile.join(' ') + 'W'.repeat(200),
		submitLabel: 'W'.repeat(120),
		skipLabel: hostile[1]!,
	});
	site.show(sampleTour(steps, {title: hostile.join(' '), endCta, leadCapture}), {lead: LEAD_TARGET});
	for (const [width, height] of [
		[1280, 800],
		[360, 640],
		[480, 300],
		[320, 256],
	] as const) {
		const {page, complaints} = await visit({width, height});
		for (let index = -1; index <= steps.length; index++) {
			const outside = await page.evaluate(() =>
				[...document.querySelectorAll('.on .balloon, .on .card, .on .go, .on h2, .on p, .on label:not(.unseen *), .on .button, h1')]
					.map(element => ({
						name: element.className || element.localName,
						box: element.getBoundingClientRect(),
						wide: element.scrollWidth > element.clientWidth + 1,
					}))
					.filter(({name, box, wide}) => box.left < -1 || box.right > innerWidth + 1 || (wide && name !== 'h1'))
					.map(({name, box}) => `${name} ${box.left} ${box.right}`),
			);
			t.deepEqual(outside, [], `${width} step ${index + 1}`);
			if (index >= 0 && index < hostile.length) {
				t.is(await page.$eval('.on h2', title => title.textContent), hostile[index]!.replace(/[\0-\x08]/g, ''));
			}
			await page.keyboard.press('PageDown');
		}
		t.is(await page.evaluate(() => (globalThis as {hacked?: number}).hacked), undefined);
		t.is(
			await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight),
			true,
		);
		t.deepEqual(complaints, []);
		await page.close();
	}
});

test.serial('long texts scroll inside their balloon, within reach of the keyboard', async t => {
	site.show(sampleTour([sampleStep({text: 'Uma frase que não acaba. '.repeat(48), image})]));
	const {page} = await visit({width: 640, height: 400});
	t.is(await page.$eval('.say', say => say.getAttribute('tabindex')), '0');
	const [buttons, balloon] = await page.$$eval('.on .go, .on .balloon', elements =>
		elements.map(element => element.getBoundingClientRect().bottom),
	);
	t.true(balloon! <= buttons! + 400 && buttons! <= 400);
	await page.close();
});
