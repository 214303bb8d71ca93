import type {Story} from './story.ts';

// The two nodes of the story distinguished by their ports: one only sends, the other only receives.
const INJECT = '.red-ui-flow-node-group:has(.red-ui-flow-port-output)';
const DEBUG = '.red-ui-flow-node-group:has(.red-ui-flow-port-input)';
const PAYLOAD = '#node-input-property-container li:first-child .node-input-prop-property-value + .red-ui-typedInput-container';
const NOTICE = '.red-ui-notification';

/** A newcomer's first ten minutes with Node-RED: place two nodes, wire them, write a message, deploy, see it arrive. */
export const firstFlow: Story = {
	folder: 'first-flow',
	name: 'Build your first flow in Node-RED',
	language: 'en',
	theme: {preset: 'corporate-blue'},
	opening: [
		{
			title: 'Build your first flow',
			text: 'Node-RED connects devices, services and data by wiring nodes together in the browser. In ten short steps you will send a message and watch it arrive, without writing any code.',
			label: 'Welcome',
			scene: 1,
		},
	],
	shots: [
		{
			file: '01-place-inject.png',
			step: {
				title: 'Start with an inject node',
				text: 'Every flow needs something that sets it off. Drag the inject node from the palette onto the empty canvas.',
				label: 'Place the inject node',
				alt: 'The Node-RED editor with an empty flow. On the left the palette lists the common nodes, with inject at the top.',
				popoverSide: 'right',
				popoverAlign: 'start',
				scene: 1,
			},
			click: '.red-ui-palette-node[data-palette-type="inject"]',
			act: {kind: 'drag', to: {x: 440, y: 330}},
		},
		{
			file: '02-place-debug.png',
			step: {
				title: 'Add a debug node',
				text: 'The debug node shows whatever reaches it. Drag it onto the canvas, to the right of the inject node.',
				label: 'Place the debug node',
				alt: 'The canvas with one inject node, labelled timestamp. The debug node is second in the palette.',
				popoverSide: 'right',
				popoverAlign: 'start',
				scene: 1,
			},
			click: '.red-ui-palette-node[data-palette-type="debug"]',
			act: {kind: 'drag', to: {x: 740, y: 330}},
		},
		{
			file: '03-wire-nodes.png',
			step: {
				title: 'Wire the two together',
				text: 'Drag from the small square on the right of the inject node to the one on the left of the debug node. Messages will travel along this wire.',
				label: 'Draw the wire',
				alt: 'An inject node and a debug node side by side on the canvas, not yet connected: an output port faces an input port.',
				popoverSide: 'bottom',
				popoverAlign: 'center',
				scene: 1,
			},
			click: `${INJECT} .red-ui-flow-port`,
			frame: [`${INJECT} .red-ui-flow-port`, `${DEBUG} .red-ui-flow-port`],
			act: {kind: 'drag', to: `${DEBUG} .red-ui-flow-port`},
		},
		{
			file: '04-open-inject.png',
			step: {
				title: 'Open the inject node',
				text: 'Double-click a node to see its settings. Let us change what this one sends.',
				label: 'Open the settings',
				alt: 'The inject node and the debug node, now joined by a wire.',
				popoverSide: 'bottom',
				popoverAlign: 'center',
				scene: 2,
			},
			click: `${INJECT} > .red-ui-flow-node`,
			act: {kind: 'double-click'},
		},
		{
			file: '05-payload-type.png',
			step: {
				title: 'Choose what to send',
				text: 'The payload is the content of the message. It starts out as the current time; open the list of types to pick another.',
				label: 'Open the payload types',
				alt: 'The dialog Edit inject node. In its first row, msg.payload is set to milliseconds since epoch.',
				popoverSide: 'bottom',
				popoverAlign: 'start',
				scene: 2,
			},
			click: `${PAYLOAD} .red-ui-typedInput-type-select`,
			frame: [PAYLOAD],
			act: {kind: 'click'},
		},
		{
			file: '06-pick-string.png',
			step: {
				title: 'Make it a string',
				text: 'Pick string, then type your message into the field: Hello, world!',
				label: 'Pick string',
				alt: 'The list of payload types is open: among others string, number, boolean, JSON and timestamp.',
				popoverSide: 'left',
				popoverAlign: 'center',
				scene: 2,
			},
			click: '.red-ui-typedInput-options:not([style*="display: none"]) a[value="str"]',
			act: {kind: 'click', thenType: {into: `${PAYLOAD} .red-ui-typedInput-input`, text: 'Hello, world!'}},
		},
		{
			file: '07-done.png',
			step: {
				title: 'Keep the change',
				text: 'The payload now reads Hello, world! Press Done to close the dialog.',
				label: 'Close the dialog',
				alt: 'The dialog Edit inject node with Hello, world! as the string in msg.payload, and a red Done button at the top.',
				popoverSide: 'bottom',
				popoverAlign: 'end',
				scene: 2,
			},
			click: '#node-dialog-ok',
			act: {kind: 'click'},
		},
		{
			file: '08-deploy.png',
			step: {
				title: 'Deploy the flow',
				text: 'So far the flow exists only in your browser; the blue dots mark what has changed. Deploy sends it to the server and starts it.',
				label: 'Deploy',
				alt: 'The finished flow, the inject node now labelled Hello, world! Blue dots mark unsaved changes and the Deploy button is red.',
				popoverSide: 'bottom',
				popoverAlign: 'end',
				scene: 3,
			},
			click: '#red-ui-header-button-deploy',
			act: {kind: 'click', passing: NOTICE},
		},
		{
			file: '09-inject.png',
			step: {
				title: 'Send the message',
				text: 'The flow is running. Press the button on the left of the inject node to send your message down the wire.',
				label: 'Press inject',
				alt: 'The deployed flow: the blue dots are gone and Deploy is grey. The inject node has a small button on its left edge.',
				popoverSide: 'bottom',
				popoverAlign: 'start',
				scene: 3,
			},
			click: `${INJECT} .red-ui-flow-node-button-button`,
			act: {kind: 'click', passing: NOTICE},
		},
		{
			file: '10-message.png',
			step: {
				title: 'There it is',
				text: 'The debug panel shows the message with the time and the node it came from. Your first flow works!',
				label: 'Read the message',
				alt: 'The debug messages panel shows one entry from the node debug 1: msg.payload, a string, Hello, world!',
				popoverSide: 'left',
				popoverAlign: 'start',
				simulateClick: false,
				scene: 3,
			},
			click: '.red-ui-debug-msg',
		},
	],
	endCta: {
		enabled: true,
		title: 'Now make it yours',
		text: 'Put a function node between the two, read a sensor or call a web service. The Node-RED documentation takes you there step by step.',
		link: {url: 'https://nodered.org/docs/', label: 'Open the documentation'},
		showReplay: true,
	},
};
