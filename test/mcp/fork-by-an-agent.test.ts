import {Ajv2020} from 'ajv/dist/2020.js';
import test from 'ava';
import {connectAgent, ERAS} from '../helpers/mcp.ts';
import {startService} from '../helpers/service.ts';

/** An agent that knows only what tools/list says makes a tour that asks, and each of three answers has two steps. */

const MOST_CALLS = 4;

const service = await startService();
const ana = await service.client();
test.after.always(() => service.stop());

/** Says what the visitor is asked, in the words of the schemas that the list of tools has. */
function forked() {
	const answers = ['Prices', 'Reports', 'Team'];
	const keyOf = (answer: string, part: number) => `${answer.toLowerCase()}-${part}`;
	const buttons = answers.map(label => ({label, target: {to: 'step', step: keyOf(label, 1)}}));
	const branches = answers.flatMap(label => [
		{key: keyOf(label, 1), type: 'slide', title: `${label}, first`},
		{key: keyOf(label, 2), type: 'slide', title: `${label}, then`, actions: {next: {to: 'end'}}},
	]);
	const ask = {key: 'ask', type: 'slide', title: 'What do you want to see?', actions: {buttons}};
	return {name: 'Forked', language: 'en', steps: [ask, ...branches]};
}

for (const era of ERAS) {
	test.serial(`revision ${era}: by the list of tools alone a fork of three is public in ${MOST_CALLS} calls at most`, async t => {
		const agent = await connectAgent(service.baseUrl, ana.key, era);
		t.teardown(() => agent.close());
		const {tools} = await agent.client.listTools();
		const ajv = new Ajv2020({strict: false, validateFormats: false});
		let calls = 0;
		const call = async (name: string, input: Record<string, unknown>) => {
			const {inputSchema} = tools.find(tool => tool.name === name)!;
			t.true(ajv.validate(inputSchema, input), ajv.errorsText());
			calls++;
			const {isError, body} = await agent.call(name, input);
			t.false(isError, JSON.stringify(body));
			return body;
		};
		// A document's actions are as in set_step_actions, which spells them out.
		const put = JSON.stringify(tools.find(({name}) => name === 'put_tour')!.inputSchema);
		t.regex(put, /"actions":\{.*"buttons":.*"target":.*"hotspots":/);
		const {inputSchema} = tools.find(({name}) => name === 'set_step_actions')!;
		for (const {actions} of forked().steps as Array<{actions?: object}>) {
			if (actions) t.true(ajv.validate(inputSchema, {id: 'tour_x', stepId: 'step_x', ...actions}), ajv.errorsText());
		}

		const {tour, warnings} = await call('put_tour', {key: `fork-${era}`, document: forked()});
		t.deepEqual(warnings, []);
		const {publishedLink} = await call('publish', {id: tour.id});
		t.true(calls <= MOST_CALLS, `${calls}`);
		t.log(`${calls} calls`);

		const {nodes, ends, edges} = (await ana('GET', `/v1/tours/${tour.id}/flow`)).body;
		t.true(nodes.every(({reachable}: {reachable: boolean}) => reachable));
		t.is(ends.length, 3);
		t.is(edges.filter(({kind}: {kind: string}) => kind === 'button').length, 3);
		const page = await (await fetch(publishedLink.url)).text();
		for (const at of [2, 4, 6]) t.true(page.includes(`href="#s${at}"`), `s${at}`);
	});
}
