import {expect, test} from '@roteiro/playwright';

// An end-to-end test of Node-RED: two nodes, a wire, a message that arrives. What it does on its way is the tour.

test('a message arrives', async ({page, tour}) => {
	await page.goto('/');
	const palette = (type: string) => page.locator(`.red-ui-palette-node[data-palette-type="${type}"]`);
	const canvas = page.locator('#red-ui-workspace-chart');
	const nodes = page.locator('.red-ui-flow-node-group');
	await expect(palette('inject')).toBeVisible();

	await tour.start({
		key: 'first-flow',
		name: 'Build your first flow in Node-RED',
		language: 'en',
		more: {theme: {preset: 'corporate-blue'}, endCta: {enabled: true, title: 'Now make it yours', link: {url: 'https://nodered.org/docs/'}}},
	});
	await tour.slide({title: 'Build your first flow', text: 'A message, sent and received, without writing any code.'});

	await tour.note({key: 'place-inject', title: 'Start with an inject node', text: 'Drag it from the palette onto the canvas: it sets the flow off.'});
	await palette('inject').dragTo(canvas, {targetPosition: {x: 240, y: 200}});
	await expect(nodes).toHaveCount(1);

	await tour.note({key: 'place-debug', title: 'Add a debug node', text: 'It shows whatever reaches it. Drag it to the right of the first one.'});
	await palette('debug').dragTo(canvas, {targetPosition: {x: 560, y: 200}});
	await expect(nodes).toHaveCount(2);

	await tour.note({key: 'wire', title: 'Wire the two together', text: 'Draw from the small square of one node to that of the other.'});
	await page.locator('.red-ui-flow-port-output .red-ui-flow-port').dragTo(page.locator('.red-ui-flow-port-input .red-ui-flow-port'));
	await expect(page.locator('.red-ui-flow-link')).toHaveCount(1);

	await tour.note({key: 'deploy', text: 'So far the flow exists in your browser only. Deploy sends it to the server and starts it.'});
	await page.locator('#red-ui-header-button-deploy').click();
	// The notice lies over the canvas for a moment.
	const notice = page.locator('.red-ui-notification').first();
	await expect(notice).toBeVisible();
	await expect(notice).toBeHidden({timeout: 20_000});

	await tour.note({key: 'send', title: 'Send the message', text: 'Press the button on the left of the inject node.'});
	await page.locator('.red-ui-flow-node-button-button').first().click();
	const message = page.locator('.red-ui-debug-msg').first();
	await expect(message).toBeVisible();
	await expect(notice).toBeHidden({timeout: 20_000});

	await tour.show(message, {key: 'there-it-is', title: 'There it is', text: 'The message arrived. Your first flow works!', popoverSide: 'left'});
	await tour.slide({key: 'done', title: 'That was it', text: 'Now put a function node between the two.'});
});
