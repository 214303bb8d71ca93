import {setTimeout as sleep} from 'node:timers/promises';
import type {Page} from 'puppeteer';
import {type Application, dark, press, SMALL, SMALL_2X, SMALL_3X, WIDE} from '../application.ts';
import {shown} from './kits.ts';

const JSON_EDITOR = `<link rel=stylesheet href=/bootstrap/dist/css/bootstrap.min.css><link rel=stylesheet href=/@fortawesome/fontawesome-free/css/all.min.css><script src=/@json-editor/json-editor/dist/jsoneditor.js></script>
<body class="container-fluid p-3"><h1 class="h3">Person</h1><div id=j></div><script>const look = new URLSearchParams(location.search);
if (look.get('theme') === 'spectre') {document.querySelector('link').href = '/spectre.css/dist/spectre.min.css'}
const text = (title, more) => ({type: 'string', title, ...more});
const person = {title: 'Person', type: 'object', required: ['name', 'age', 'date', 'favorite_color', 'gender', 'location', 'pets'], format: look.get('format') || 'normal', properties: {name: text('Name', {description: 'First and Last name', minLength: 4, default: 'Jeremy Dorn'}), age: {type: 'integer', title: 'Age', default: 25, minimum: 18, maximum: 99},
favorite_color: text('favorite color', {format: 'color', default: '#ffa500'}), gender: text('Gender', {enum: ['male', 'female', 'other']}), date: text('Date', {format: 'date', options: {flatpickr: {}}}), location: {type: 'object', title: 'Location', format: look.get('format') || 'normal', properties: {city: text('City', {default: 'San Francisco'}), state: text('State', {default: 'CA'}), citystate: text('Citystate', {template: '{{city}}, {{state}}', watch: {city: 'location.city', state: 'location.state'}})}},
about: text('About', {format: 'textarea'}), pets: {type: 'array', format: 'table', title: 'Pets', uniqueItems: true, items: {type: 'object', title: 'Pet', properties: {type: text('Type', {enum: ['cat', 'dog', 'bird', 'reptile', 'other'], default: 'dog'}), name: text('Name')}}, default: [{type: 'dog', name: 'Walter'}, {type: 'cat', name: 'Minka'}]}}};
new JSONEditor(document.querySelector('#j'), {schema: person, theme: look.get('theme') || 'bootstrap5', iconlib: 'fontawesome5'})</script>`;

/** A form made of a description: names, numbers, lists, a table of fields, and small buttons with icons. */
export const jsonForm: Application = {
	name: 'json-editor',
	start: folder =>
		shown(
			folder,
			'json-editor',
			JSON_EDITOR,
			...['@json-editor/json-editor@2.17.2', 'bootstrap@5.3.8', '@fortawesome/fontawesome-free@5.15.4', 'spectre.css@0.5.9'],
		),
	shots: [
		{window: WIDE, path: '/'},
		{window: SMALL_2X, path: '/?format=grid'},
		{window: SMALL, path: '/?format=grid', act: page => scroll(page, 400)},
		{window: SMALL_3X, path: '/', act: page => scroll(page, 480)},
		{window: SMALL, path: '/?theme=spectre'},
	],
};

async function scroll(page: Page, by: number): Promise<void> {
	await page.evaluate(by => scrollBy(0, by), by);
}

const SURVEY = `<link rel=stylesheet href=/survey-core/survey-core.min.css><script src=/survey-core/survey.core.min.js></script><script src=/survey-js-ui/survey-js-ui.min.js></script>
<script src=/survey-core/themes/default-dark.min.js></script><script src=/survey-core/themes/flat-light.min.js></script><script src=/survey-core/themes/borderless-light.min.js></script><body style="margin: 0"><div id=s></div><script>const look = new URLSearchParams(location.search);
const pages = {job: {title: 'Job application', elements: [{type: 'panel', name: 'p', title: 'Personal information', elements: [{type: 'text', name: 'first', title: 'First name', isRequired: true}, {type: 'text', name: 'last', title: 'Last name', startWithNewLine: false}, {type: 'text', inputType: 'date', name: 'birth', title: 'Date of birth'}, {type: 'dropdown', name: 'country', title: 'Country', startWithNewLine: false, choices: ['Spain', 'Peru']}, {type: 'text', inputType: 'email', name: 'mail', title: 'E-mail', placeholder: 'foobar@example.com'}, {type: 'text', inputType: 'number', name: 'years', title: 'Years of experience', startWithNewLine: false, defaultValue: 4}, {type: 'comment', name: 'cover', title: 'Cover message', rows: 3}]}]},
matrix: {title: 'Order', elements: [{type: 'matrixdynamic', name: 'm', title: 'Items', rowCount: 3, columns: [{name: 'item', title: 'Item', cellType: 'dropdown', choices: ['Steak', 'Salmon']}, {name: 'amount', title: 'Amount', cellType: 'text', inputType: 'number'}, {name: 'note', title: 'Note', cellType: 'text'}, {name: 'rush', title: 'Rush', cellType: 'boolean'}]}, {type: 'multipletext', name: 'contact', title: 'Contact', items: [{name: 'Phone'}, {name: 'Street'}, {name: 'Town'}]}, {type: 'tagbox', name: 'tags', title: 'Tags', choices: ['a', 'b']}]},
choice: {title: 'Satisfaction', elements: [{type: 'rating', name: 'r', title: 'How satisfied are you?', rateType: 'stars'}, {type: 'checkbox', name: 'c', title: 'What do you use?', choices: ['Phone', 'Tablet'], showOtherItem: true, colCount: 3}, {type: 'text', name: 't', title: 'What would you improve?'}, {type: 'comment', name: 'd', title: 'Anything else?'}]}};
const model = new Survey.Model({showQuestionNumbers: 'off', widthMode: 'static', ...pages[look.get('page') || 'job']}); const theme = look.get('theme'); if (theme) model.applyTheme(SurveyTheme[theme]); model.render(document.querySelector('#s'))</script>`;

/** Questionnaires, in cards on a grey page, without cards, and dark. */
export const survey: Application = {
	name: 'survey',
	start: folder => shown(folder, 'survey', SURVEY, 'survey-core@2.5.38', 'survey-js-ui@2.5.38'),
	shots: [
		{window: WIDE, path: '/'},
		{window: SMALL_2X, path: '/?page=matrix'},
		{window: dark(SMALL), path: '/?theme=DefaultDark'},
		{window: SMALL_3X, path: '/?page=choice'},
		{window: SMALL, path: '/?theme=FlatLight&page=matrix'},
	],
};

const FORMIO = `<link rel=stylesheet href=/bootstrap/dist/css/bootstrap.min.css><link rel=stylesheet href=/font-awesome/css/font-awesome.min.css><link rel=stylesheet href=/formiojs/dist/formio.full.min.css><script src=/formiojs/dist/formio.full.min.js></script><body class="p-3" style="font-family: sans-serif"><div id=f></div><script>
const field = (type, key, label, more) => ({type, key, label, input: true, ...more});
const components = [{type: 'columns', key: 'c', columns: [{components: [field('textfield', 'first', 'First Name', {placeholder: 'Enter your first name'}), field('email', 'mail', 'Email', {prefix: '@'}), field('phoneNumber', 'phone', 'Phone Number')], width: 6}, {components: [field('textfield', 'last', 'Last Name', {placeholder: 'Enter your last name'}), field('number', 'age', 'Age', {suffix: 'years'}), field('password', 'word', 'Password')], width: 6}]},
field('datagrid', 'children', 'Children', {components: [field('textfield', 'name', 'Name'), field('number', 'n', 'Age'), field('textfield', 'school', 'School')]}), field('textarea', 'notes', 'Notes', {rows: 3}), field('radio', 'kind', 'Kind', {inline: true, values: [{label: 'One', value: 'one'}, {label: 'Two', value: 'two'}]}), field('day', 'day', 'Day'), {type: 'button', key: 'submit', label: 'Submit', action: 'submit', theme: 'primary', input: true}];
if (location.search) Formio.builder(document.querySelector('#f'), {components: components.slice(0, 3)}, {}); else Formio.createForm(document.querySelector('#f'), {components})</script>`;

/** A form, and the page where it is put together of parts. */
export const formio: Application = {
	name: 'formio',
	start: folder => shown(folder, 'formio', FORMIO, 'formiojs@4.21.7', 'bootstrap@4.6.2', 'font-awesome@4.7.0'),
	shots: [
		{window: WIDE, path: '/', act: () => sleep(2000)},
		{window: SMALL_2X, path: '/?builder', act: () => sleep(2000)},
		{window: SMALL, path: '/?builder', act: edit},
		{window: SMALL_3X, path: '/', act: () => sleep(2000)},
	],
};

/** Opens the settings of one part. */
async function edit(page: Page): Promise<void> {
	await sleep(2000);
	await page.evaluate(() => document.querySelectorAll<HTMLElement>('.component-settings-button-edit')[2]?.click());
	await press(page, '.formio-dialog .nav-link').catch(() => {});
	await sleep(1500);
}
