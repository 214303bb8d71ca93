import test from 'ava';
import {EXPORT_FORMAT_NAMES, factsOf} from '../../shared/contract/exports/index.ts';
import {exported} from '../helpers/exports.ts';
import {startService} from '../helpers/service.ts';
import {readZip} from '../helpers/zip.ts';

/** A tour with a fork, in every format: what shows one step after the other follows the main path and names what it left out. */

const service = await startService({}, {also: ['export']});
const ana = await service.client();
const to = (step: string) => ({to: 'step', step});
const slide = (key: string, actions?: object) => ({
	key,
	type: 'slide',
	title: `Title ${key}`,
	narrationScript: key,
	...(actions && {actions}),
});
const buttons = ['prices', 'reports'].map(key => ({label: key, target: to(key)}));
const document = {
	name: 'Forked',
	language: 'en',
	steps: [slide('ask', {buttons}), slide('prices', {next: to('last')}), slide('reports'), slide('last')],
};
const {tour} = (await ana('PUT', '/v1/documents/forked', {body: {document}})).body;
const reports: string = tour.steps[2].id;
test.after.always(() => service.stop());

for (const format of EXPORT_FORMAT_NAMES) {
	test.serial(`${format}: a branched tour opens, and says what is not in it`, async t => {
		const made = await exported(ana, tour.id, {format});
		const left = made.warnings.filter(({code}) => code === 'not_on_main_path');
		t.deepEqual(
			left.map(({stepId}) => stepId),
			factsOf(format).isLinear ? [reports] : [],
		);
		const bytes = Buffer.from(await (await fetch(made.url)).arrayBuffer());
		if (format === 'guide') {
			const files = await readZip(bytes);
			const text = files.get('guide.md')!.toString();
			t.true(text.includes('Title prices') && text.includes('Title last'), text);
			t.false(text.includes('Title reports'), text);
		}
		if (format === 'html') t.true(bytes.includes('data-action="button-2"'));
		if (format === 'bundle') t.true((await readZip(bytes)).get('tour.json')!.toString().replaceAll(/\s/g, '').includes('"step":"reports"'));
	});
}
