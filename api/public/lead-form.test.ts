import test, {type ExecutionContext} from 'ava';
import {LEAD_HONEYPOT, LEAD_LENGTHS} from '../../shared/contract/visitors/lead.ts';
import {ANSWERS, type FormTour, publishForm, republishForm, sendLead} from '../../test/helpers/lead.ts';
import {signedIn} from '../../test/helpers/person.ts';
import {startService} from '../../test/helpers/service.ts';

const service = await startService();
const ana = await service.client();
const owner = await signedIn(service, {accountId: ana.accountId});
test.after.always(() => service.stop());

const ALL = {name: 'required', email: 'required', phone: 'required'} as const;
const leadsOf = async ({tourId}: Pick<FormTour, 'tourId'>) => (await owner.call('GET', `/app/v1/leads?tourId=${tourId}`)).body.leads;
const counted = async ({tourId}: Pick<FormTour, 'tourId'>): Promise<number> => {
	const [row] = await service.services.database.query('SELECT SUM(leads) AS leads FROM tour_days WHERE tour_id = ?', [tourId]);
	return Number(row.leads ?? 0);
};
async function holds(t: ExecutionContext, tour: FormTour, leads: number): Promise<void> {
	t.is((await leadsOf(tour)).length, leads);
	t.is(await counted(tour), leads);
}

test('a form that is sent twice, at once or again, is one lead with what was agreed to, and is thanked for each time', async t => {
	const tour = await publishForm(ana, {fields: ALL, consentText: 'Concordo.\nSempre.'});
	const replies = await Promise.all(Array.from({length: 8}, () => sendLead(tour)));
	replies.push(await sendLead(tour, {...ANSWERS, name: '  Bia Particular\t', [LEAD_HONEYPOT]: ''}));
	for (const {status, body, headers} of replies) {
		t.deepEqual([status, body], [200, {ok: true, stored: true}]);
		t.is(headers.get('cache-control'), 'no-store');
		t.is(headers.get('set-cookie'), null);
	}
	await holds(t, tour, 1);
	const [lead] = await leadsOf(tour);
	t.like(lead, {tourId: tour.tourId, tour: 'Tour com formulário', name: 'Bia Particular', email: 'Bia@Private.example', language: 'pt-BR'});
	t.is(lead.phone, '+55 (11) 91234-5678');
	t.is(lead.consent.text, 'Concordo.\nSempre.');
	t.true(Math.abs(Date.parse(lead.createdAt) - Date.now()) < 60_000);
	t.is((await sendLead(tour, {...ANSWERS, email: 'other@private.example'})).status, 200);
	await holds(t, tour, 2);
});

test('an address is one person’s in whatever case and spelling of its domain, and is shown in letters', async t => {
	const tour = await publishForm(ana, {});
	for (const email of ['Jo@xn--mller-kva.example', 'jo@müller.example', 'JO@MÜLLER.EXAMPLE'])
		t.is((await sendLead(tour, {...ANSWERS, email})).status, 200);
	await holds(t, tour, 1);
	t.is((await leadsOf(tour))[0].email, 'Jo@müller.example');
	for (const email of ['jo@müller.example', 'jo@xn--mller-kva.example'])
		t.is((await owner.call('GET', `/app/v1/leads?email=${encodeURIComponent(email)}`)).body.leads.length, 1, email);
});

test('each lead has the consent that its visitor saw, also one from a page that was opened before the last publish', async t => {
	const before = await publishForm(ana, {consentText: 'First text.'});
	const after = await republishForm(ana, before.tourId, {consentText: 'Second text.'});
	t.not(before.formId, after.formId);
	t.is(before.url, after.url);
	await sendLead(after, {...ANSWERS, email: 'second@private.example'});
	await sendLead(before, {...ANSWERS, email: 'first@private.example'});
	const leads = await leadsOf(after);
	t.deepEqual(
		leads.map(({email, consent}: {email: string; consent: {text: string}}) => [email, consent.text]),
		[
			['first@private.example', 'First text.'],
			['second@private.example', 'Second text.'],
		],
	);
	t.not(leads[0].consent.sha256, leads[1].consent.sha256);
});

test('what is missing, wrong or not agreed to is reported at its field, in the words of the page, and nothing is kept', async t => {
	const tour = await publishForm(ana, {fields: ALL});
	const faults = async (fields: Record<string, string>) => {
		const {status, body} = await sendLead(tour, {...ANSWERS, ...fields});
		t.is(status, 400);
		t.is(body.error, 'invalid_request');
		t.true(body.errors.every(({message}: {message: string}) => message));
		return body.errors.map(({field}: {field: string}) => field).join();
	};
	t.is(await faults({name: '', email: ' ', phone: '', consent: ''}), 'name,email,phone,consent');
	t.is(await faults({consent: 'no'}), 'consent');
	for (const email of [
		'bia',
		'bia@',
		'@example.com',
		'bia@example',
		'a b@example.com',
		'bia@example..com',
		`${'a'.repeat(250)}@example.com`,
	]) {
		t.is(await faults({email}), 'email', email);
	}
	for (const phone of ['12', 'call me', '+55 11 <script>', '1'.repeat(21), `${'1 '.repeat(20)}1`])
		t.is(await faults({phone}), 'phone', phone);
	t.is(await faults({name: 'é'.repeat(LEAD_LENGTHS.name + 1)}), 'name');
	await holds(t, tour, 0);
	const {body} = await sendLead(tour, {...ANSWERS, email: 'bia'});
	t.regex(body.errors[0].message, /nome@exemplo\.com/);

	const phones = ['(11) 91234-5678', '11 91234 5678', '+1 212 555 0123 ext. 44', '+55.11.91234.5678', '3333-4444 ramal 12'];
	for (const phone of phones) t.is((await sendLead(tour, {...ANSWERS, phone})).status, 200, phone);
	t.is((await sendLead(tour, {...ANSWERS, name: '😀'.repeat(LEAD_LENGTHS.name)})).status, 200);
	await holds(t, tour, phones.length + 1);
});

test('a field that the form does not show is not kept, and one that is optional may stay empty, but not all of them', async t => {
	const tour = await publishForm(ana, {fields: {name: 'optional', email: 'optional', phone: 'hidden'}});
	t.is((await sendLead(tour, {...ANSWERS, name: '', email: ''})).body.errors[0].field, 'name');
	t.is((await sendLead(tour, {...ANSWERS, email: ''})).status, 200);
	t.like((await leadsOf(tour))[0], {name: 'Bia Particular', email: null, phone: null});
});

test('a robot is refused with a sentence, never thanked: the hidden field, haste, another origin, none at all', async t => {
	const tour = await publishForm(ana);
	const refused = async (fields: Record<string, string>, headers: Record<string, string>, status: number, error: string) => {
		const reply = await sendLead(tour, {...ANSWERS, ...fields}, {headers});
		t.is(reply.status, status, JSON.stringify([fields, headers]));
		t.is(reply.body.error, error);
		t.true(reply.body.message.length > 30);
		t.is(reply.body.errors[0].message, reply.body.message);
	};
	await refused({[LEAD_HONEYPOT]: 'https://spam.example'}, {}, 400, 'spam_suspected');
	for (const ms of ['0', '1999', '-5', 'x', 'NaN']) await refused({ms}, {}, 400, 'spam_suspected');
	await refused({}, {Origin: 'https://evil.example'}, 403, 'foreign_origin');
	await refused({}, {Origin: 'null'}, 403, 'foreign_origin');
	await refused({}, {Origin: ''}, 403, 'foreign_origin');
	await refused({}, {'Sec-Fetch-Site': 'cross-site'}, 403, 'foreign_origin');
	await refused({name: 'x'.repeat(17_000)}, {}, 400, 'body_too_large');
	await refused({}, {'Content-Type': 'text/plain'}, 400, 'unsupported_media_type');
	await holds(t, tour, 0);
	t.is((await sendLead(tour, ANSWERS, {headers: {Origin: '', 'Sec-Fetch-Site': 'same-origin'}})).status, 200);
});

test('no field of a form takes longer for what is written into it: whatever is repeated, it is refused as quickly', async t => {
	const tour = await publishForm(ana, {fields: ALL});
	const seconds = async (fields: Record<string, string>) => {
		const start = process.cpuUsage();
		const {status} = await sendLead(tour, {...ANSWERS, ...fields});
		const {user} = process.cpuUsage(start);
		t.true(status === 400 || status === 200, `${status}`);
		return user;
	};
	const middle = async (fields: Record<string, string>) =>
		[await seconds(fields), await seconds(fields), await seconds(fields)].sort((one, other) => one - other)[1]!;
	const plain = await middle({email: `${'a'.repeat(12_000)}`});
	for (const field of ['name', 'email', 'phone'])
		for (const piece of ['.xn--', 'xn--a.', ' ', 'a.', '@a', '(', '1 ', '+-', 'ext', '\u200B', '\uFF11', 'e\u0301']) {
			const typed = piece.repeat(Math.floor(12_000 / encodeURIComponent(piece).length));
			t.true((await middle({[field]: `a@${typed}+y`})) < 10 * plain + 50_000, `${field}: ${piece}`);
		}
});

test('a form of another tour, one that never was, an unknown link and one that was taken down keep nothing', async t => {
	const [tour, other] = await Promise.all([publishForm(ana), publishForm(ana, {consentText: 'Another.'})]);
	for (const formId of [other.formId, 'a'.repeat(32), '', '\u0000']) {
		t.is((await sendLead({...tour, formId})).body.error, 'form_not_found');
	}
	t.is((await sendLead({...tour, url: `${service.baseUrl}/p/neverwas`})).status, 404);
	const {token} = {token: (await publishForm(ana, {}, {dryRun: true})).slug};
	t.is((await sendLead({...tour, url: `${service.baseUrl}/p/${token}`})).status, 404, 'a preview is no link');
	t.is((await sendLead({...tour, url: `${service.baseUrl}/p/preview/${tour.slug}`})).status, 404);
	await ana('DELETE', `/v1/tours/${tour.tourId}/publish`);
	const gone = await sendLead(tour);
	t.deepEqual([gone.status, gone.body.error], [410, 'link_taken_down']);
	t.regex(gone.body.message, /retirado do ar/);
	await holds(t, tour, 0);
	await holds(t, other, 0);
});

test('a preview answers as the page does and keeps nothing', async t => {
	const tour = await publishForm(ana, {fields: ALL}, {dryRun: true});
	t.deepEqual((await sendLead(tour)).body, {ok: true, stored: false});
	t.is((await sendLead(tour, {...ANSWERS, email: ''})).status, 400);
	await holds(t, tour, 0);
	await service.services.database.query('UPDATE publications SET expires_at = expires_at - INTERVAL 8 DAY WHERE slug = ?', [tour.slug]);
	const late = await sendLead(tour);
	t.is(late.status, 410);
	t.regex(late.body.message, /expirou/);
});

test('without script the page comes back with thanks, or the form does with its faults and all that was typed', async t => {
	const tour = await publishForm(ana, {fields: ALL, consentText: 'Texto <b>com</b> marcas'});
	const thanked = await sendLead(tour, ANSWERS, {json: false});
	t.is(thanked.status, 303);
	t.is(thanked.headers.get('location'), `${tour.url}#sent`);
	t.is(thanked.body, '');
	await holds(t, tour, 1);

	const typed = {name: '"><script>alert(1)</script>', email: 'bia', phone: '1', consent: ''};
	const {status, body, headers} = await sendLead(tour, typed, {json: false});
	t.is(status, 400);
	t.regex(headers.get('content-security-policy')!, /frame-ancestors \*.*form-action 'self'/);
	t.is(body.match(/role="alert"/g).length, 3);
	t.true(body.includes('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"'));
	t.true(body.includes('value="bia" required aria-invalid="true" aria-describedby="email-fault" autofocus'));
	t.true(body.includes('Texto &lt;b&gt;com&lt;/b&gt; marcas'));
	t.true(body.includes(`name="form" value="${tour.formId}"`));

	const opened = await fetch(`${tour.url}/lead`, {redirect: 'manual'});
	t.deepEqual([opened.status, opened.headers.get('location')], [302, tour.url]);

	const robot = await sendLead(tour, {...ANSWERS, [LEAD_HONEYPOT]: 'x'}, {json: false});
	t.is(robot.status, 400);
	t.regex(robot.body, /role="alert">O envio pareceu automático/);
	t.notRegex(robot.body, /obrigad/i);
	// What the page holds now is sent once more, and counts: a form filler had filled in what nobody sees.
	const fields = [...robot.body.matchAll(/<input[^>]* name="([^"]*)"[^>]*>/g)].map(([tag, name]) => [
		name,
		/ value="([^"]*)"/.exec(tag!)?.[1] ?? '',
	]);
	const again = Object.fromEntries(fields);
	t.is(again[LEAD_HONEYPOT], '');
	t.is(again.email, ANSWERS.email);
	t.is((await sendLead(tour, again, {json: false})).status, 303);
});

test('what was typed is encrypted at rest, and what is kept is the same for nobody else', async t => {
	const tour = await publishForm(ana, {fields: ALL});
	await sendLead(tour, {...ANSWERS, email: 'one@private.example'});
	await sendLead(tour, {...ANSWERS, email: 'two@private.example'});
	const rows = await service.services.database.query('SELECT * FROM leads WHERE tour_id = ?', [tour.tourId]);
	t.is(rows.length, 2);
	const text = rows
		.map((row: object) => Object.values(row).map(value => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value))))
		.join();
	for (const plain of ['Bia', 'Particular', 'private.example', '91234', '127.0.0.1']) t.false(text.includes(plain), plain);
	t.notDeepEqual(rows[0].answers.subarray(0, 12), rows[1].answers.subarray(0, 12));

	// A row's answers moved into another row cannot be read there.
	await service.services.database.query('UPDATE leads SET answers = ? WHERE id = ?', [rows[0].answers, rows[1].id]);
	const {leads} = (await owner.call('GET', `/app/v1/leads?tourId=${tour.tourId}`)).body;
	t.deepEqual(leads.map(({readable}: {readable: boolean}) => readable).toSorted(), [false, true]);
	t.like(
		leads.find(({readable}: {readable: boolean}) => !readable),
		{name: null, email: null, phone: null},
	);
	await service.services.database.query('DELETE FROM leads WHERE tour_id = ?', [tour.tourId]);
});

test('an IP, and a tour from all of them together, sends so many forms an hour; a form with faults is none of them', async t => {
	const strict = await startService({VISITS_PER_HOUR: '20', TRUSTED_PROXIES: '1'});
	const client = await strict.client();
	const [tour, other] = [await publishForm(client), await publishForm(client)];
	const from = (ip: string, email: string, where = tour) => sendLead(where, {...ANSWERS, email}, {headers: {'X-Forwarded-For': ip}});
	for (let i = 0; i < 5; i++) t.is((await from('203.0.113.1', 'no address')).status, 400);
	for (const email of ['a@x.example', 'b@x.example']) t.is((await from('203.0.113.1', email)).status, 200);
	const limited = await from('203.0.113.1', 'c@x.example');
	t.deepEqual([limited.status, limited.body.error], [429, 'attempts_limited']);
	t.true(Number(limited.headers.get('retry-after')) > 3000);
	t.regex(limited.body.message, /não foi guardado/);
	for (let i = 2; i < 40; i++) t.is((await from(`203.0.113.${1 + Math.floor(i / 2)}`, `${i}@x.example`)).status, 200);
	t.is((await from('203.0.113.99', 'more@x.example')).status, 429);
	t.is((await from('203.0.113.98', 'more@x.example', other)).status, 200);
	await strict.stop();
});
