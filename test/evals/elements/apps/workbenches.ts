import {setTimeout as sleep} from 'node:timers/promises';
import type {Page} from 'puppeteer';
import {type Application, press, SMALL, SMALL_2X, SMALL_3X, WIDE, WIDE_2X} from '../application.ts';
import {bundled} from './bundles.ts';
import {shown} from './kits.ts';
import {siteOf} from './templates.ts';

/** Presses one thing after the other, and gives the page time to show what comes of it. */
export const pressed =
	(...selectors: string[]) =>
	async (page: Page) => {
		await sleep(3000);
		for (const selector of selectors) {
			await press(page, selector);
			await sleep(1500);
		}
	};

/** A control room: a tree of objects, plots, bars of time, dialogs with forms, dark throughout. */
export const openMct: Application = {
	name: 'openmct',
	start: siteOf('openmct', ['openmct@2.2.4'], 'openmct/dist'),
	shots: [
		{window: WIDE, path: '/', act: pressed('.c-create-button')},
		{window: SMALL_2X, path: '/', act: create('Sine Wave Generator')},
		{window: SMALL, path: '/', act: create('Gauge')},
		{window: SMALL_3X, path: '/', act: create('Timer')},
		{window: WIDE, path: '/', act: create('Overlay Plot', 'OK')},
	],
};

/** Makes a new object: its form, or with one more word, what is made. */
function create(kind: string, then?: string) {
	const more = then ? [`button::-p-text(${then})`] : [];
	return pressed('.c-create-button', `.c-super-menu__item ::-p-text(${kind}), li::-p-text(${kind})`, ...more);
}

/** Chooses what is drawn, and opens some groups of its properties, or closes those that are open. */
function chosen(selector: string, ...groups: number[]) {
	return async (page: Page) => {
		await pressed(selector)(page);
		for (const group of groups) {
			await page.evaluate(group => document.querySelectorAll<HTMLElement>('.bio-properties-panel-group-header')[group]?.click(), group);
			await sleep(500);
		}
	};
}

const field = (index: number) => `.fjs-pgl-form-container [data-id=Field_${index}]`;
const shape = (name: string) => `[data-element-id=${name}]`;

const FORM_STYLES = [
	'viewer/dist/assets/form-js.css',
	'editor/dist/assets/form-js-editor.css',
	'editor/dist/assets/draggle.css',
	'editor/dist/assets/properties-panel.css',
	'playground/dist/assets/form-js-playground.css',
];
const FORM = `${FORM_STYLES.map(path => `<link rel=stylesheet href=/@bpmn-io/form-js-${path}>`).join('')}<style>html, body, #f {height: 100%; margin: 0; font-family: sans-serif}</style><body><div id=f></div><script src=/@bpmn-io/form-js-playground/dist/form-playground.umd.js></script><script>
const values = words => words.map(word => ({label: word, value: word.toLowerCase()}));
const components = [{type: 'text', text: '# Book a boat\\n\\nFor parties of up to twelve.'}, {type: 'textfield', key: 'name', label: 'Full name', validate: {required: true}, layout: {columns: 8, row: 'a'}}, {type: 'number', key: 'guests', label: 'Guests', layout: {columns: 8, row: 'a'}},
{type: 'textfield', key: 'mail', label: 'E-mail', description: 'Your ticket goes there', validate: {validationType: 'email'}, layout: {columns: 8, row: 'b'}}, {type: 'select', key: 'boat', label: 'Boat', values: values(['Swallow', 'Heron', 'Tern']), layout: {columns: 8, row: 'b'}}, {type: 'datetime', key: 'day', subtype: 'date', dateLabel: 'Day of departure', layout: {columns: 8, row: 'c'}},
{type: 'radio', key: 'pay', label: 'Payment', values: values(['Card', 'Cash']), layout: {columns: 8, row: 'c'}}, {type: 'textarea', key: 'notes', label: 'Notes for the crew'}, {type: 'checkbox', key: 'news', label: 'Send me news'}, {type: 'button', key: 'send', label: 'Send request', action: 'submit'}]
.map((one, at) => ({id: 'Field_' + at, ...one}));
new FormPlayground.Playground({container: document.querySelector('#f'), schema: {type: 'default', id: 'Booking', schemaVersion: 18, components}, data: {name: 'Ana Prado', guests: 4}});</script>`;

/** A builder of forms: what can be placed, the form, its properties, and how it looks when it is filled in. */
export const formBuilder: Application = {
	name: 'form-js',
	start: folder => {
		process.env.IBM_TELEMETRY_DISABLED = 'true';
		return shown(folder, 'form-js', FORM, '@bpmn-io/form-js-playground@1.23.0');
	},
	shots: [
		{window: WIDE, path: '/', act: () => sleep(3000)},
		{window: SMALL_2X, path: '/', act: chosen(field(1), 0, 3)},
		{window: WIDE_2X, path: '/', act: chosen(field(2), 0, 4)},
		{window: SMALL_3X, path: '/', act: chosen(field(4), 1, 2)},
	],
};

const BPMN_PAGE = `<link rel=stylesheet href=/bundle.css><style>body {margin: 0; display: flex; height: 100vh; font-family: sans-serif} #c {flex: 1} #p {width: 320px; border-left: 1px solid #ccc; overflow: auto}</style><body><div id=c></div><div id=p></div>`;
const BPMN = `import Modeler from 'bpmn-js/lib/Modeler'; import {BpmnPropertiesPanelModule, BpmnPropertiesProviderModule, CamundaPlatformPropertiesProviderModule} from 'bpmn-js-properties-panel'; import camunda from 'camunda-bpmn-moddle/resources/camunda.json';
import 'bpmn-js/dist/assets/diagram-js.css'; import 'bpmn-js/dist/assets/bpmn-js.css'; import 'bpmn-js/dist/assets/bpmn-font/css/bpmn-embedded.css'; import '@bpmn-io/properties-panel/dist/assets/properties-panel.css';
const shapes = [['startEvent', 'Start', 'Request', 160, 142, 36, 36], ['userTask', 'Check', 'Check the tide', 250, 120, 100, 80], ['exclusiveGateway', 'Safe', 'Safe?', 405, 135, 50, 50], ['sendTask', 'Confirm', 'Confirm', 520, 60, 100, 80], ['serviceTask', 'Refuse', 'Offer another day', 520, 200, 100, 80], ['endEvent', 'End', 'Done', 690, 142, 36, 36]];
const flows = [['Start', 'Check', [[196, 160], [250, 160]]], ['Check', 'Safe', [[350, 160], [405, 160]]], ['Safe', 'Confirm', [[430, 135], [430, 100], [520, 100]]], ['Safe', 'Refuse', [[430, 185], [430, 240], [520, 240]]], ['Confirm', 'End', [[620, 100], [708, 100], [708, 142]]], ['Refuse', 'End', [[620, 240], [708, 240], [708, 178]]]];
const xml = '<?xml version="1.0" encoding="UTF-8"?><bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" targetNamespace="x"><bpmn:process id="Booking" name="Booking" isExecutable="true">'
+ shapes.map(([tag, id, name]) => '<bpmn:' + tag + ' id="' + id + '" name="' + name + '"/>').join('') + flows.map(([a, b]) => '<bpmn:sequenceFlow id="' + a + b + '" sourceRef="' + a + '" targetRef="' + b + '"/>').join('') + '</bpmn:process><bpmndi:BPMNDiagram id="d"><bpmndi:BPMNPlane id="pl" bpmnElement="Booking">'
+ shapes.map(([, id, , x, y, width, height]) => '<bpmndi:BPMNShape id="' + id + '_di" bpmnElement="' + id + '"><dc:Bounds x="' + x + '" y="' + y + '" width="' + width + '" height="' + height + '"/></bpmndi:BPMNShape>').join('') + flows.map(([a, b, way]) => '<bpmndi:BPMNEdge id="' + a + b + '_di" bpmnElement="' + a + b + '">' + way.map(([x, y]) => '<di:waypoint x="' + x + '" y="' + y + '"/>').join('') + '</bpmndi:BPMNEdge>').join('') + '</bpmndi:BPMNPlane></bpmndi:BPMNDiagram></bpmn:definitions>';
const modeler = new Modeler({container: '#c', propertiesPanel: {parent: '#p'}, additionalModules: [BpmnPropertiesPanelModule, BpmnPropertiesProviderModule, CamundaPlatformPropertiesProviderModule], moddleExtensions: {camunda}});
await modeler.importXML(xml); modeler.get('canvas').zoom('fit-viewport', 'auto');`;

/** An editor of processes: a bar of tools, a drawing, and the properties of what is chosen. */
export const processes: Application = {
	name: 'bpmn-js',
	start: folder =>
		bundled(
			...([folder, 'bpmn-js', {page: BPMN_PAGE, script: BPMN}] as const),
			...['bpmn-js@18.31.1', 'bpmn-js-properties-panel@5.65.3', '@bpmn-io/properties-panel@3.55.0', 'camunda-bpmn-moddle@7.0.1'],
		),
	shots: [
		{window: WIDE, path: '/', act: chosen(shape('End'), 0, 1, 2, 3)},
		{window: SMALL_2X, path: '/', act: chosen(shape('Check'), 0, 1, 2)},
		{window: SMALL, path: '/', act: chosen(shape('Refuse'), 0, 1, 2, 3)},
		{window: SMALL_3X, path: '/', act: chosen(shape('Start'), 0, 1, 2, 3)},
		{window: WIDE, path: '/', act: chosen(shape('Confirm'), 0, 1)},
	],
};
