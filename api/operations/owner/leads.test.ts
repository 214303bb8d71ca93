import {createHash} from 'node:crypto';
import test, {type ExecutionContext} from 'ava';
import {findLeadForm} from '../../../shared/store/visitors/lead-forms.ts';
import {insertLead} from '../../../shared/store/visitors/leads.ts';
import {ANSWERS, type FormTour, publishForm, sendLead} from '../../../test/helpers/lead.ts';
import {type Person, signedIn, stranger} from '../../../test/helpers/person.ts';
import {startService} from '../../../test/helpers/service.ts';
import {sweep} from '../../../workers/jobs/maintenance/sweep.ts';

const service = await startService();
test.after.always(() => service.stop());

/** Somebody with a tour that has a form. */
async function withForm(form = {}): Promise<{owner: Person; tour: FormTour; accountId: string}> {
	const client = await service.client();
	const owner = await signedIn(service, {accountId: client.accountId});
	return {
		owner,
		tour: await publishForm(client, {fields: {name: 'optional', email: 'required', phone: 'optional'}, ...form}),
		accountId: client.accountId,
	};
}
const list = async (owner: Person, query = '') => (await owner.call('GET', `/app/v1/leads${query}`)).body;
const emails = async (owner: Person, query = '') => (await list(owner, query)).leads.map(({email}: {email: string}) => email);
async function send(t: ExecutionContext, tour: FormTour, ...answers: Array<Record<string, string>>): Promise<void> {
	for (const response of answers) t.is((await sendLead(tour, {...ANSWERS, ...response})).status, 200);
}

test('leads are listed newest first, page by page, by tour and by address in whatever case', async t => {
	const {owner, tour} = await withForm();
	const all = ['a@x.example', 'b@x.example', 'c@x.example', 'd@x.example', 'e@x.example'];
	await send(t, tour, ...all.map(email => ({email})));
	t.deepEqual(await emails(owner), all.toReversed());
	const read: string[] = [];
	for (let cursor = ''; ; ) {
		const page = await list(owner, `?limit=2${cursor}`);
		read.push(...page.leads.map(({email}: {email: string}) => email));
		if (!page.nextCursor) break;
		cursor = `&cursor=${page.nextCursor}`;
	}
	t.deepEqual(read, all.toReversed());
	t.deepEqual(await emails(owner, '?email=C%40X.Example'), ['c@x.example']);
	t.deepEqual(await emails(owner, `?tourId=${tour.tourId}&email=b%40x.example`), ['b@x.example']);
	t.deepEqual(await emails(owner, '?tourId=tour_unknown'), []);
	t.is((await owner.call('GET', '/app/v1/leads?cursor=x')).status, 400);
	const {leads} = await list(owner, '?limit=1');
	t.is(leads[0].consent.sha256, createHash('sha256').update(leads[0].consent.text).digest('hex'));
	t.regex(leads[0].consent.text, /Lei Geral de Proteção de Dados/);
});

test("another account's leads and tours are as if they were not; a key reads none", async t => {
	const [ana, bo] = await Promise.all([withForm(), withForm()]);
	await send(t, ana.tour, {});
	const [{id}] = (await list(ana.owner)).leads;
	t.deepEqual(await list(bo.owner, `?tourId=${ana.tour.tourId}`), {ok: true, leads: [], nextCursor: null});
	t.deepEqual(await emails(bo.owner, `?email=${encodeURIComponent(ANSWERS.email)}`), []);
	t.is((await bo.owner.call('DELETE', `/app/v1/leads/${id}`)).status, 404);
	t.is((await bo.owner.call('DELETE', `/app/v1/leads?tourId=${ana.tour.tourId}`)).body.erased, 0);
	t.is((await bo.owner.call('DELETE', `/app/v1/leads?email=${encodeURIComponent(ANSWERS.email)}`)).body.erased, 0);
	t.notRegex((await bo.owner.get(`/app/v1/leads/export?tourId=${ana.tour.tourId}`)).body, /Bia/);
	t.is((await list(ana.owner)).leads.length, 1);
	const client = await service.client({accountId: ana.accountId});
	for (const path of ['/v1/leads', '/app/v1/leads', '/app/v1/leads/export'])
		t.true([401, 404].includes((await client('GET', path)).status), path);
	t.is((await stranger(service).get('/app/v1/leads/export')).status, 401);
});

test('one lead, all of a person, all of a tour are erased; nothing is where nobody is named; a free plan suffices', async t => {
	const {owner, tour, accountId} = await withForm();
	await service.services.database.query("UPDATE accounts SET plan = 'free' WHERE id = ?", [accountId]);
	await send(t, tour, {email: 'a@x.example'}, {email: 'A@x.example', name: 'Again'}, {email: 'b@x.example'}, {email: 'c@x.example'});
	const {leads} = await list(owner);
	t.is(leads.length, 4);
	t.is((await owner.call('DELETE', '/app/v1/leads')).status, 400);
	t.deepEqual((await owner.call('DELETE', `/app/v1/leads/${leads[0].id}`)).body, {ok: true, erased: 1, id: leads[0].id});
	t.is((await owner.call('DELETE', `/app/v1/leads/${leads[0].id}`)).status, 404);
	t.is((await owner.call('DELETE', '/app/v1/leads?email=a%40X.example')).body.erased, 2);
	t.deepEqual(await emails(owner), ['b@x.example']);
	t.is((await owner.call('DELETE', `/app/v1/leads?tourId=${tour.tourId}&email=c%40x.example`)).body.erased, 0);
	t.is((await owner.call('DELETE', `/app/v1/leads?tourId=${tour.tourId}`)).body.erased, 1);
	t.deepEqual(await emails(owner), []);
	await send(t, tour, {email: 'b@x.example'});
	t.deepEqual(await emails(owner), ['b@x.example'], 'who was erased may come again');
});

/** RFC 4180 read back: rows of cells. */
function parseCsv(text: string): string[][] {
	const rows: string[][] = [];
	for (const row of text.split(/\r\n(?=(?:[^"]*"[^"]*")*[^"]*$)/)) {
		if (row) rows.push([...row.matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)].map(([, cell]) => cell!.replaceAll('""', '"')));
	}
	return rows;
}

test('the export is a CSV that a spreadsheet reads back cell by cell, and computes nothing of', async t => {
	const {owner, tour} = await withForm({consentText: '=HYPERLINK("https://evil.example")\nI "agree", and go on.'});
	const names = [
		'=1+1',
		'+1',
		'-1',
		'@SUM(A1)',
		'＝1+1',
		'+55 11 91234-5678|1',
		'+5511=1+1',
		'+123456-(7)',
		'Bia "B", Ltda; ok',
		'😀 é ñ',
		'',
		"'quoted",
		'plain',
	];
	await send(t, tour, ...names.map((name, i) => ({name, email: `${i}@x.example`, phone: i === 0 ? '+55 11 91234-5678' : ''})));
	const {status, headers, body} = await owner.get(`/app/v1/leads/export?tourId=${tour.tourId}`);
	t.is(status, 200);
	t.is(headers.get('content-type'), 'text/csv; charset=utf-8; header=present');
	t.regex(headers.get('content-disposition')!, /^attachment; filename="leads-\d{4}-\d\d-\d\d\.csv"$/);
	t.is(headers.get('cache-control'), 'no-store');
	// `text()` takes the mark away.
	const bytes = await fetch(`${service.baseUrl}/app/v1/leads/export`, {
		headers: {Cookie: `roteiro_session=${owner.cookies.get('roteiro_session')}`},
	});
	t.deepEqual(Buffer.from(await bytes.arrayBuffer()).subarray(0, 3), Buffer.from([0xef, 0xbb, 0xbf]));

	const [header, ...rows] = parseCsv(body);
	t.deepEqual(header, [
		'createdAt',
		'tour',
		'name',
		'email',
		'phone',
		'language',
		'consentText',
		'consentSha256',
		'tourId',
		'publicationId',
		'id',
		'readable',
	]);
	t.true(rows.every(row => row.length === header!.length));
	const column = (name: string) => rows.toReversed().map(row => row[header!.indexOf(name)]);
	t.deepEqual(
		column('name'),
		names.map(name => (/^[=+\-@＝]/.test(name) ? `'${name}` : name)),
	);
	t.is(column('phone')[0], '+55 11 91234-5678');
	t.is(column('consentText')[0], `'=HYPERLINK("https://evil.example")\nI "agree", and go on.`);
	t.true(rows.flat().every(cell => !/^[=+\-@\t\r]/.test(cell) || /^\+[\d ()-]+$/.test(cell)));
	t.is(parseCsv((await owner.get('/app/v1/leads/export?email=3%40x.example')).body).length, 2);
	t.is((await owner.get('/app/v1/leads/export?since=1')).status, 400);
});

test('an export of more leads than are read at once has each of them once', async t => {
	const {owner, tour} = await withForm();
	const {database} = service.services;
	const form = (await findLeadForm(database.manager, tour.formId))!;
	const at = new Date();
	await database.transaction(async db => {
		for (let i = 0; i < 1201; i++) {
			const answers = {name: `${i}`, email: null, phone: null};
			// Many at the same moment: the place between two pages is named by the id as well.
			await insertLead(db, service.services, {form, publicationId: 'pub_x', answers, at: new Date(at.getTime() + Math.floor(i / 700))});
		}
	});
	const rows = parseCsv((await owner.get('/app/v1/leads/export')).body).slice(1);
	t.is(rows.length, 1201);
	t.is(new Set(rows.map(row => row[2])).size, 1201);
});

test('leads are kept for 12 months or as long as their account says, and swept after that', async t => {
	const [ana, bo] = await Promise.all([withForm(), withForm()]);
	t.deepEqual((await ana.owner.call('GET', '/app/v1/leads/retention')).body, {ok: true, retention: {months: 12}});
	for (const {tour} of [ana, bo]) {
		for (const [email, months] of [
			['now@x.example', 0],
			['two@x.example', 2],
			['eleven@x.example', 11],
			['thirteen@x.example', 13],
		] as const) {
			await send(t, tour, {email});
			await service.services.database.query(
				`UPDATE leads SET created_at = UTC_TIMESTAMP(3) - INTERVAL ? MONTH - INTERVAL 1 MINUTE WHERE tour_id = ? ORDER BY id DESC LIMIT 1`,
				[months, tour.tourId],
			);
		}
	}
	t.deepEqual((await ana.owner.call('PUT', '/app/v1/leads/retention', {months: 2})).body, {ok: true, retention: {months: 2}, due: 3});
	t.is((await ana.owner.call('GET', '/app/v1/leads/retention')).body.retention.months, 2);
	t.is((await list(ana.owner)).leads.length, 4, 'nothing is erased before the sweep');
	for (const months of [0, 61, 1.5, '3']) t.is((await ana.owner.call('PUT', '/app/v1/leads/retention', {months})).status, 400);
	t.is((await sweep(service)).leads, 4);
	t.deepEqual(await emails(ana.owner), ['now@x.example']);
	t.deepEqual(await emails(bo.owner), ['now@x.example', 'two@x.example', 'eleven@x.example']);
	t.is((await sweep(service)).leads, 0);
});
