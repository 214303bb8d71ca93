import test from 'ava';
import {makeTour} from '../helpers/exports.ts';
import {connectAgent, ERAS} from '../helpers/mcp.ts';
import {startService} from '../helpers/service.ts';
import {readZip} from '../helpers/zip.ts';

/** Agents export a tour with one call, and get a link. */

const service = await startService({}, {also: ['export']});
const ana = await service.client();
test.after.always(() => service.stop());

for (const era of ERAS) {
	test.serial(`${era}: export_tour waits for the file, answers its link, and is free when it is called again`, async t => {
		const {id} = await makeTour(ana, `Of an agent ${era}`, 30);
		const agent = await connectAgent(service.baseUrl, ana.key, era);
		const made = await agent.call('export_tour', {id, format: 'bundle'});
		t.false(made.isError, JSON.stringify(made.body));
		t.is(made.body.export.status, 'succeeded');
		const response = await fetch(made.body.export.url);
		t.true((await readZip(Buffer.from(await response.arrayBuffer()))).has('tour.json'));
		const again = await agent.call('export_tour', {id, format: 'bundle'});
		t.is(again.body.export.id, made.body.export.id);
		const wrong = await agent.call('export_tour', {id, format: 'bundle', options: {pretty: 1}});
		t.true(wrong.isError);
		t.is(wrong.body.errors[0].field, 'options.pretty');
		const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Empty'}})).body;
		const empty = await agent.call('export_tour', {id: tour.id, format: 'pdf'});
		t.deepEqual([empty.isError, empty.body.error], [true, 'tour_not_exportable']);
		await agent.close();
	});
}
