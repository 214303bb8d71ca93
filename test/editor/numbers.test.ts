import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {LIMITS} from '../../shared/contract/limits.ts';
import {axeViolations} from '../helpers/axe.ts';
import {eventually} from '../helpers/eventually.ts';
import {signedIn} from '../helpers/person.ts';
import {daysAgo, furnishLeads, furnishTours, letIn, visited} from './furnish.ts';
import {PATIENCE, startEditor} from './helpers.ts';
import {press, shows} from './on-page.ts';

/** Statistics and leads on their screens, beside what the API says. */

const editor = await startEditor();
const {service, open} = editor;
test.after.always(() => editor.stop());

test('the numbers of a tour are those of the API: totals, days, funnel, the period before, and the file', async t => {
	const person = await signedIn(service);
	const id = await furnishTours(service, person, {name: 'Ação "um"'});
	const {page, heard, context} = await open(person, `/tours/${id}/statistics?days=7`);
	await page.waitForSelector('.funnel tbody tr', PATIENCE);
	const said = (await person.call('GET', `/app/v1/tours/${id}/analytics?from=${daysAgo(6)}&to=${daysAgo(0)}`)).body;
	const before = (await person.call('GET', `/app/v1/tours/${id}/analytics?from=${daysAgo(13)}&to=${daysAgo(7)}`)).body;
	const counts = ['views', 'completions', 'ctaClicks', 'leads'];
	t.deepEqual(
		await page.$$eval('.total strong', parts => parts.map(({textContent}) => Number(textContent))),
		counts.map(count => said.totals[count]),
	);
	t.true(said.totals.views > 0 && said.totals.completions > 0 && said.funnel.some(({left}: {left: number}) => left > 0));
	const besides = await page.$$eval('.total .beside', parts => parts.map(({textContent}) => textContent));
	t.true(besides[0]!.includes(`before: ${before.totals.views}`), besides[0]);
	const days = await page.$$eval('table:not(.funnel) tbody tr', rows =>
		rows.map(row => [row.querySelector('time')!.dateTime, ...[...row.querySelectorAll('td')].map(({textContent}) => Number(textContent))]),
	);
	t.deepEqual(
		days,
		said.series.toReversed().map((day: Record<string, unknown>) => [day.date, ...counts.map(count => day[count])]),
	);
	const funnel = await page.$$eval('.funnel tbody tr', rows =>
		rows.map(row => [
			row.querySelector('.title')!.textContent,
			Number(row.querySelector('td')!.textContent),
			row.lastElementChild!.textContent,
		]),
	);
	t.deepEqual(
		funnel,
		said.funnel.map(({position, title, views, left}: {position: number; title: string; views: number; left: number}) => [
			`${position + 1}. ${title}`,
			views,
			left === 0 ? '–' : `-${Math.round((left / views) * 100)}%`,
		]),
	);

	// The arrow keys say a day at a time.
	await page.focus('.chart');
	await page.keyboard.press('ArrowLeft');
	const value = await page.$eval('.chart', chart => chart.getAttribute('aria-valuetext'));
	t.true(value!.endsWith(`: ${said.series[5].views}`), value!);

	const folder = `${service.config.dataDir}/downloads`;
	const session = await page.createCDPSession();
	await session.send('Browser.setDownloadBehavior', {behavior: 'allow', downloadPath: folder, browserContextId: context.id!});
	await press(page, '.head [aria-haspopup=menu]', 'CSV');
	await press(page, '[role=menuitem]', 'Days');
	const file = join(folder, `Ação-um-${daysAgo(6)}-${daysAgo(0)}.csv`);
	const text = await eventually('the file', () => readFile(file, 'utf8').catch(() => null));
	const last = said.series.at(-1);
	t.true(text.startsWith('\uFEFF"date","views","completions","ctaClicks","leads"\r\n'), text.slice(0, 80));
	t.true(text.endsWith(`"${last.date}",${counts.map(count => last[count]).join(',')}\r\n`), text.slice(-80));
	t.deepEqual(heard, []);
	await context.close();
});

test('a tour that forks says how often each way was gone, where views stopped and ended, and its goal; the file has the same', async t => {
	const person = await signedIn(service);
	const path = `/app/v1/tours/${(await person.call('POST', '/app/v1/tours', {name: 'Forked'})).body.tour.id}`;
	const steps: string[] = [];
	for (const title of ['Ask', 'Prices', 'Reports']) {
		steps.push((await person.call('POST', `${path}/steps`, {type: 'slide', title})).body.step.id);
	}
	const [ask, prices, reports] = steps as [string, string, string];
	const to = (step: string) => ({to: 'step', step});
	await person.call('PUT', `${path}/steps/${ask}/actions`, {
		buttons: [
			{id: 'p', label: 'Prices please', target: to(prices), goal: true},
			{id: 'r', label: 'Reports', target: to(reports)},
		],
	});
	await person.call('PUT', `${path}/steps/${prices}/actions`, {next: {to: 'end'}});
	await person.call('POST', `${path}/publish`);
	const id = path.split('/').at(-1)!;
	const seen = (step: string, n: number) => ({type: 'step', step, n}) as const;
	const pressed = (action: string) => ({type: 'action', step: ask, action, ...(action === 'p' && {goal: true})}) as const;
	await visited(service, id, daysAgo(1), [seen(ask, 1), pressed('p'), seen(prices, 2), {type: 'complete', step: prices}]);
	await visited(service, id, daysAgo(1), [seen(ask, 1), pressed('r'), seen(reports, 2), seen(ask, 3)]);
	const {page, heard, context} = await open(person, `/tours/${id}/statistics?days=7`);
	await page.waitForSelector('[aria-labelledby=ways] tbody tr', PATIENCE);
	t.deepEqual(
		await page.$$eval('[aria-labelledby=ways] tbody tr', rows =>
			rows.map(row => [...row.children].map(({textContent}) => textContent).join('|')),
		),
		[
			'1. Ask|Prices please|2. Prices|1|50%',
			'1. Ask|Reports|3. Reports|1|50%',
			'2. Prices|Next|End of the tour|0|0%',
			'3. Reports|Next|End of the tour|0|0%',
			'1. Ask||stopped here|1|50%',
			'2. Prices||stopped here|0|0%',
			'3. Reports||stopped here|0|0%',
			'2. Prices||ended here|1|50%',
			'3. Reports||ended here|0|0%',
		],
	);
	const lost = await page.$$eval('.funnel tbody tr', rows => rows.map(row => row.lastElementChild!.textContent));
	t.deepEqual(lost, ['-50%', '–', '–'], 'those who chose the other button are not lost');
	const askew = await page.$$eval('table', tables =>
		tables.flatMap(({rows}) => {
			const lefts = (row: HTMLTableRowElement) => [...row.cells].map(cell => Math.round(cell.getBoundingClientRect().left)).join();
			return lefts(rows[0]!) === lefts(rows[1]!) ? [] : [rows[0]!.textContent];
		}),
	);
	t.deepEqual(askew, [], 'headings stand above their columns');
	t.regex(await page.$eval('[aria-labelledby=ways] .hint', hint => hint.textContent), /Goal reached in 1 \(50%\)/);
	t.deepEqual(await axeViolations(page), []);
	const folder = `${service.config.dataDir}/ways`;
	const session = await page.createCDPSession();
	await session.send('Browser.setDownloadBehavior', {behavior: 'allow', downloadPath: folder, browserContextId: context.id!});
	await press(page, '.head [aria-haspopup=menu]', 'CSV');
	await press(page, '[role=menuitem]', 'Ways');
	const file = join(folder, `Forked-ways-${daysAgo(6)}-${daysAgo(0)}.csv`);
	const text = await eventually('the file', () => readFile(file, 'utf8').catch(() => null));
	t.true(text.includes(`"${ask}","Ask","button","p","Prices please","${prices}","Prices",1\r\n`), text);
	t.true(text.includes(`"${ask}","Ask","left",,,,,1\r\n`) && text.includes(`"${prices}","Prices","end",,,,,1\r\n`), text);
	t.deepEqual(heard, []);
	await context.close();
});

test('all tours together are the sums of each, without those of others and in the bin; dates are chosen and stand in the URL', async t => {
	const [person, other] = [await signedIn(service), await signedIn(service)];
	const [one, two, binned] = [
		await furnishTours(service, person, {days: 3}),
		await furnishTours(service, person, {name: 'Second', days: 5}),
		await furnishTours(service, person, {name: 'Binned', days: 2}),
	];
	await furnishTours(service, other, {days: 4});
	await visited(service, two, daysAgo(400), [{type: 'view'}]);
	await person.call('DELETE', `/app/v1/tours/${binned}`);
	const totals = async (id: string) => (await person.call('GET', `/app/v1/tours/${id}/analytics`)).body.totals;
	const [first, second] = [await totals(one), await totals(two)];
	const all = (await person.call('GET', '/app/v1/account/statistics')).body;
	t.deepEqual(all.totals, {
		views: first.views + second.views,
		completions: first.completions + second.completions,
		ctaClicks: first.ctaClicks + second.ctaClicks,
		leads: 0,
	});
	t.is(all.series.length, 30);
	t.is(all.before.series.length, 30);
	t.is(all.since, daysAgo(400));
	t.deepEqual(
		all.tours.map(({tourId, totals: sums}: {tourId: string; totals: unknown}) => [tourId, sums]),
		[
			[two, second],
			[one, first],
		],
	);
	const alone = (await person.call('GET', `/app/v1/account/statistics?tourId=${one}`)).body;
	t.deepEqual([alone.totals, alone.tours, alone.since], [first, [], daysAgo(2)]);
	t.is((await other.call('GET', `/app/v1/account/statistics?tourId=${one}`)).status, 404);
	t.is((await person.call('GET', '/app/v1/account/statistics?from=2026-03-02&to=2026-03-01')).status, 400);
	t.deepEqual((await person.call('GET', '/app/v1/account/statistics?from=0001-01-01&to=0001-01-01')).body.totals.views, 0);

	const {page, heard, context} = await open(person, '/statistics');
	await shows(page, String(all.totals.views), '.total strong');
	await press(page, '.period button', 'Dates');
	await page.$eval(
		'.dates input',
		(input, day) => {
			(input as HTMLInputElement).value = day;
			input.dispatchEvent(new Event('input', {bubbles: true}));
		},
		daysAgo(1),
	);
	await press(page, '.dates button');
	await page.waitForFunction(day => location.search.includes(`from=${day}`), PATIENCE, daysAgo(1));
	const twoDays = (await person.call('GET', `/app/v1/account/statistics?from=${daysAgo(1)}&to=${daysAgo(0)}`)).body.totals.views;
	await page.waitForFunction(views => document.querySelector('.total strong')!.textContent === views, PATIENCE, String(twoDays));
	await press(page, '.figures a', 'Second');
	await page.waitForSelector('.funnel', PATIENCE);
	t.true(page.url().includes(`/tours/${two}/statistics?from=${daysAgo(1)}`), page.url());
	t.deepEqual(heard, []);
	await context.close();
});

test('no share is over 100 %, today is marked as unfinished, and a list that was cut says so', async t => {
	const person = await signedIn(service);
	const clicks = (['link', 'whatsapp'] as const).map((target, index) => ({type: 'cta' as const, target, click: index + 1}));
	for (let number = 0; number <= LIMITS.mostViewed; number++) {
		const {id} = (await person.call('POST', '/app/v1/tours', {name: `Tour ${number}`})).body.tour;
		await visited(service, id, daysAgo(0), [{type: 'view'}, ...clicks]);
	}
	const {tours, totals} = (await person.call('GET', '/app/v1/account/statistics')).body;
	t.deepEqual([tours.length, totals.views, totals.ctaClicks], [LIMITS.mostViewed, LIMITS.mostViewed + 1, 2 * (LIMITS.mostViewed + 1)]);
	const {page, context} = await open(person, '/statistics');
	await shows(page, `The ${LIMITS.mostViewed} most viewed tours of the period`);
	const small = await page.$$eval('.total small', parts => parts.map(({textContent}) => textContent));
	t.deepEqual(small, ['0% of views', '2 per view', '0% of views']);
	const days = await page.$$eval('time', times => times.map(({textContent, dateTime}) => [dateTime, textContent!.endsWith(', so far')]));
	t.deepEqual(
		days.filter(([, isOpen]) => isOpen).map(([day]) => day),
		[daysAgo(0)],
	);
	t.regex((await page.$eval('.chart', chart => chart.getAttribute('aria-valuetext')))!, /, so far: \d+$/);
	await context.close();
});

test('a tour that nobody has seen offers its link', async t => {
	const person = await signedIn(service);
	const id = await furnishTours(service, person, {days: 0});
	const {page, context} = await open(person, `/tours/${id}/statistics`);
	const {publishedLink} = (await person.call('GET', `/app/v1/tours/${id}`)).body.tour;
	await page.waitForFunction(url => document.querySelector<HTMLInputElement>('.share input')?.value === url, PATIENCE, publishedLink.url);
	await shows(page, 'No visits yet');
	t.is((await page.$$('.total')).length, 0);
	await context.close();
});

test('what cannot be read says why and is read at the next try; an ended sign-in leads to a new one and back', async t => {
	const person = await signedIn(service);
	await furnishTours(service, person, {days: 2});
	const {page, context} = await open(person, '/leads');
	await page.setRequestInterception(true);
	let answers: Array<() => object | null> = [() => null, () => ({status: 500, contentType: 'application/json', body: '{"ok":false}'})];
	page.on('request', request => {
		const next = request.url().includes('/account/statistics') ? answers.shift() : undefined;
		if (!next) return request.continue();
		const response = next();
		return response ? request.respond(response) : request.abort('internetdisconnected');
	});
	await press(page, '.ways a', 'Statistics');
	await shows(page, 'The service cannot be reached', '[role=alert]');
	await press(page, '[role=alert] button');
	await shows(page, 'This could not be loaded', '[role=alert]');
	await press(page, '[role=alert] button');
	await page.waitForSelector('.total', PATIENCE);
	answers = [];
	await service.services.database.query('DELETE FROM sessions WHERE account_id = ?', [person.accountId]);
	await press(page, '.period button', '7 days');
	await page.waitForFunction(() => location.pathname === '/account/sign-in', PATIENCE);
	t.is(new URL(page.url()).searchParams.get('next'), '/statistics');
	await context.close();
});

test('leads are found by address, read with their consent, erased one by one and all of a person, and kept as long as is said', async t => {
	const client = await service.client();
	const person = await signedIn(service, {accountId: client.accountId});
	await service.services.database.query("UPDATE accounts SET language = 'en' WHERE id = ?", [client.accountId]);
	await furnishLeads(client, 4);
	const stored = async () => (await person.call('GET', '/app/v1/leads')).body.leads.map(({email}: {email: string}) => email);
	const {page, heard, context} = await open(person, '/leads');
	const shown = (count: number) =>
		page.waitForFunction(wanted => document.querySelectorAll('.leads tbody tr').length === wanted, PATIENCE, count);
	await shown(4);
	await page.type('.lead-filters input', 'BIA@private.example');
	await page.keyboard.press('Enter');
	await shown(2);
	t.is(await page.$eval('.head a[download]', link => link.getAttribute('href')), '/app/v1/leads/export?email=BIA%40private.example');

	await press(page, '.leads .link', 'Bia Particular');
	await shows(page, 'Concordo em receber contato da Empresa Exemplo', '.dialog blockquote');
	await press(page, '.dialog .bad', 'Erase this lead');
	await page.waitForSelector('.dialog input', PATIENCE);
	t.true(await page.$eval('.dialog .danger', button => (button as HTMLButtonElement).disabled));
	await page.type('.dialog input', 'erase');
	await page.keyboard.press('Enter');
	await shown(1);
	t.is((await stored()).length, 3);

	await press(page, '.leads .link', 'Visitor 1');
	await press(page, '.dialog .bad', 'everything of this person');
	await page.type('.dialog input', 'bia@private.example');
	await press(page, '.dialog .danger:not(:disabled)');
	await shows(page, 'No lead fits');
	t.deepEqual((await stored()).toSorted(), ['visitor-2@private.example', 'visitor-3@private.example']);

	await press(page, '.kept .link');
	await page.waitForSelector('.dialog input', PATIENCE);
	const write = async (number: string) => {
		await page.$eval('.dialog input', input => (input as HTMLInputElement).select());
		await page.keyboard.type(number);
	};
	// What does not fit is not taken for the 9 with which it begins.
	await write('90');
	await page.click('.dialog .primary');
	await new Promise(resolve => setTimeout(resolve, 800));
	t.is(await page.$eval('.dialog input', input => (input as HTMLInputElement).value), '90');
	t.is((await person.call('GET', '/app/v1/leads/retention')).body.retention.months, 12);
	await write('6');
	await shows(page, 'shorter than now', '.dialog');
	await press(page, '.dialog .primary:not(:disabled)');
	await shows(page, 'Kept for 6 months', '.kept');
	t.is((await person.call('GET', '/app/v1/leads/retention')).body.retention.months, 6);
	t.deepEqual(heard, []);
	await context.close();
});

test('every screen around the tours, light and dark, wide and narrow, has nothing that axe finds and scrolls in one direction', async t => {
	const client = await service.client();
	const person = await signedIn(service, {accountId: client.accountId});
	const empty = await signedIn(service);
	const name = 'Um nome muito comprido de tour que ninguém lê inteiro em uma tabela estreita, e sempre-alguém-escreve-um-assim';
	const id = await furnishTours(service, person, {name, days: 9});
	await furnishLeads(client, 2);
	await letIn(service, client.accountId, 'An agent with a name that is longer than any list of apps has room for');
	const settings = ['', '/security', '/keys', '/apps', '/uses', '/limits', '/data'].map(
		section => [person, `/settings${section}`, null] as const,
	);
	for (const [dark, width, height] of [
		[false, 1440, 900],
		[true, 390, 844],
	] as const) {
		const {page, heard, context} = await open(person, '/statistics', {dark, width, height, bypass: true});
		const stranger = await open(empty, '/statistics', {dark, width, height, bypass: true});
		for (const [who, path, act] of [
			[person, '/statistics', null],
			[person, `/tours/${id}/statistics?days=7`, '.panel .group button:last-child'],
			[empty, '/statistics', null],
			[person, '/leads', null],
			[person, '/leads', '.leads .link'],
			[empty, '/leads', null],
			...settings,
			[person, '/settings/keys', '.panel .primary'],
		] as const) {
			const shown = who === person ? page : stranger.page;
			// What still comes into sight is judged as it will be.
			await shown.emulateMediaFeatures([
				{name: 'prefers-color-scheme', value: dark ? 'dark' : 'light'},
				{name: 'prefers-reduced-motion', value: 'reduce'},
			]);
			await shown.goto(service.baseUrl + path, {waitUntil: 'networkidle0', ...PATIENCE});
			if (act) await press(shown, act);
			t.deepEqual(await axeViolations(shown), [], `${path} ${act} ${width}`);
			const wide = () => shown.evaluate(() => document.documentElement.scrollWidth - innerWidth);
			t.is(await wide(), 0, `${path} scrolls sideways at ${width}`);
			const other = width > 400 ? 768 : 320;
			await shown.setViewport({width: other, height});
			t.is(await wide(), 0, `${path} scrolls sideways at ${other}`);
			await shown.setViewport({width, height});
		}
		t.deepEqual([...heard, ...stranger.heard], []);
		await context.close();
		await stranger.context.close();
	}
});
