import test from 'ava';
import {metrics} from '../../../shared/metrics/metrics.ts';
import {eventually} from '../../../test/helpers/eventually.ts';
import {startService} from '../../../test/helpers/service.ts';

const service = await startService();
test.after.always(service.stop);

/** Pictures that the browser has drawn so far. */
async function drawn(): Promise<number> {
	const {values} = await metrics.renders.get();
	return values.find(({labels}) => labels.outcome === 'drawn')?.value ?? 0;
}

test('a publish waits for no cover, and of those that nobody would see none is drawn', async t => {
	const ana = await service.client();
	const covers = service.services.dispatcher.queues.get('covers')!;
	await covers.pause();
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Again and again'}})).body;
	await ana('POST', `/v1/tours/${tour.id}/steps`, {body: {type: 'slide', title: 'One'}});
	for (const title of ['One', 'Two', 'Three', 'Four', 'Five'])
		t.regex(String((await ana('POST', `/v1/tours/${tour.id}/publish`, {body: {title}})).status), /^20[01]$/);
	const open = () => service.services.database.query("SELECT id FROM jobs WHERE type = 'render-cover' AND state <> 'succeeded'");
	t.is((await open()).length, 5);
	const before = await drawn();
	await covers.resume();
	await eventually('the covers are done', async () => (await open()).length === 0);
	t.is((await drawn()) - before, 1);
});
