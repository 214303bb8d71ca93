import test from 'ava';
import type {StepActions} from '../../shared/contract/paths/actions.ts';
import {loadMessages} from '../messages/index.ts';

/** Changes of buttons and hotspots are said in sentences. */

const sentences = async (before: StepActions, after: StepActions) => {
	await loadMessages('en');
	const {actionChanges} = await import('./paths-in-words.ts');
	return actionChanges(before, after, id => `step ${id}`);
};
const button = (id: string, label: string, step: string) => ({id, label, target: {to: 'step' as const, step}});

test('each change of a button is one sentence', async t => {
	const before = {buttons: [button('a', 'Pricing', '3'), button('b', 'Reports', '4'), button('c', 'Old', '5')]};
	t.deepEqual(await sentences(before, {buttons: [button('a', 'Pricing', '7'), ...before.buttons.slice(1)]}), [
		'Button “Pricing” now leads to step 7',
	]);
	t.deepEqual(
		await sentences(before, {
			next: {to: 'end'},
			buttons: [button('b', 'Numbers', '4'), button('a', 'Pricing', '3'), {id: 'n', label: 'New', target: {to: 'later'}}],
		}),
		[
			'Button “Reports” is now called “Numbers”',
			'Button “New” is new and leads to a place still to be decided',
			'Button “Old” was deleted',
			'The buttons are in another order',
			'Next now leads to the end of the tour',
		],
	);
	t.deepEqual(await sentences(before, before), []);
});
