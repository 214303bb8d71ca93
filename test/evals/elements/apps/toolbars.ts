import {setTimeout as sleep} from 'node:timers/promises';
import {type Application, dark, press, SMALL, SMALL_2X, SMALL_3X, WIDE} from '../application.ts';
import {shown} from './kits.ts';

const JODIT = `<link rel=stylesheet href=/jodit/es2021/jodit.min.css><script src=/jodit/es2021/jodit.min.js></script>
<body style="margin: 24px; font: 14px sans-serif"><textarea id=j><h2>Boats for a day</h2><p>Sail from the old harbour and be back for dinner.</p><ul><li>Two sails</li><li>One anchor</li></ul></textarea>
<script>Jodit.make('#j', {height: 420, theme: location.search ? 'dark' : 'default', beautyHTML: false, disablePlugins: 'ace-editor,source', toolbarButtonSize: location.hash ? 'small' : 'middle'})</script>`;

/** An editor of texts under two rows of icons. */
export const jodit: Application = {
	name: 'jodit',
	start: folder => shown(folder, 'jodit', JODIT, 'jodit@4.15.13'),
	shots: [
		{window: WIDE, path: '/'},
		{window: SMALL_2X, path: '/#small'},
		{window: SMALL, path: '/?dark', act: page => press(page, '.jodit-toolbar-button_link button')},
		{window: SMALL_3X, path: '/', act: page => press(page, '.jodit-toolbar-button_image button')},
	],
};

const LIL_GUI = `<script type=module>import GUI from '/lil-gui/dist/lil-gui.esm.min.js';
document.body.style.cssText = 'margin: 24px; display: flex; gap: 24px; align-items: start; background: ' + (location.search ? '#fff' : '#33475b');
const make = (title, width) => {const gui = new GUI({title, container: document.body, width}); gui.domElement.style.cssText += ';position: static; --width: ' + width + 'px'; return gui};
const boat = {name: 'Swallow', speed: 12.5, crew: 4, sail: '#e0704a', flag: true, harbour: 'Lisbon', anchor() {}};
const a = make('Boat', 280); a.add(boat, 'name'); a.add(boat, 'speed'); a.add(boat, 'crew', 0, 10, 1); a.addColor(boat, 'sail'); a.add(boat, 'flag'); a.add(boat, 'harbour', ['Lisbon', 'Porto']); a.add(boat, 'anchor').name('Drop anchor');
const place = {x: 20, y: 31, z: 1.5, angle: 90, zoom: 1, near: 0.1, far: 2000};
const b = make('Camera', 230); for (const key of ['x', 'y', 'z']) b.add(place, key); const lens = b.addFolder('Lens'); lens.add(place, 'angle', 0, 180); lens.add(place, 'zoom', 0, 4); lens.add(place, 'near'); lens.add(place, 'far');
const text = {title: 'Tide table', from: '06:00', to: '18:30', style: 'bold', size: 14};
const c = make('Text', 320); for (const key of Object.keys(text)) c.add(text, key);</script>`;

/** Rows of a name with a small field, a slider or a list. */
export const lilGui: Application = {
	name: 'lil-gui',
	start: folder => shown(folder, 'lil-gui', LIL_GUI, 'lil-gui@0.21.0'),
	shots: [
		{window: SMALL, path: '/'},
		{window: SMALL_2X, path: '/?light'},
		{window: SMALL_3X, path: '/'},
	],
};

const IMAGE_EDITOR = `<link rel=stylesheet href=/tui-color-picker/dist/tui-color-picker.css><link rel=stylesheet href=/tui-image-editor/dist/tui-image-editor.css>
<body style="margin: 0"><div id=t style="height: 100vh"></div><script src=/fabric/dist/fabric.js></script><script src=/tui-code-snippet/dist/tui-code-snippet.js></script><script src=/tui-color-picker/dist/tui-color-picker.js></script><script src=/tui-image-editor/dist/tui-image-editor.js></script>
<script>const picture = Object.assign(document.createElement('canvas'), {width: 600, height: 320}); const c = picture.getContext('2d');
c.fillStyle = '#9bc4d8'; c.fillRect(0, 0, 600, 320); c.fillStyle = '#1f5f7a'; c.fillRect(0, 200, 600, 120); c.fillStyle = '#fff'; c.beginPath(); c.moveTo(280, 60); c.lineTo(380, 210); c.lineTo(280, 210); c.fill();
new tui.ImageEditor('#t', {usageStatistics: false, includeUI: {loadImage: {path: picture.toDataURL(), name: 'Boat'}, initMenu: new URLSearchParams(location.search).get('menu') || '', menuBarPosition: 'bottom'}});</script>`;

/** An editor of pictures: bars of drawn icons, sliders with a number. */
export const imageEditor: Application = {
	name: 'tui-image-editor',
	start: folder => shown(folder, 'tui-image-editor', IMAGE_EDITOR, 'tui-image-editor@3.15.3'),
	shots: [
		{window: WIDE, path: '/?menu=draw', act: () => sleep(2000)},
		{window: SMALL_2X, path: '/?menu=shape', act: () => sleep(2000)},
		{window: SMALL, path: '/?menu=filter', act: () => sleep(2000)},
	],
};

const ELEMENT_PLUS = `<link rel=stylesheet href=/element-plus/dist/index.css><link rel=stylesheet href=/element-plus/theme-chalk/dark/css-vars.css>
<script src=/vue/dist/vue.global.prod.js></script><script src=/element-plus/dist/index.full.min.js></script><script src=/@element-plus/icons-vue/dist/index.iife.min.js></script>
<body style="margin: 0; font: 14px sans-serif"><div id=e><el-container><el-aside width=200px><el-menu default-active=2><el-menu-item v-for="(m, i) in menu" :index="String(i)"><el-icon><component :is=m[0] /></el-icon><span>{{m[1]}}</span></el-menu-item></el-menu></el-aside>
<el-main><el-breadcrumb separator=/><el-breadcrumb-item>Home</el-breadcrumb-item><el-breadcrumb-item>Bookings</el-breadcrumb-item></el-breadcrumb>
<div v-if=table style="margin-top: 16px"><div style="display: flex; gap: 12px"><el-input v-model=none placeholder="Search bookings" prefix-icon=Search style="width: 240px"></el-input><el-select v-model=harbour style="width: 160px"><el-option value=Lisbon></el-option></el-select>
<el-button type=primary icon=Plus>New booking</el-button><el-button icon=Download circle></el-button><el-button icon=Refresh circle></el-button><el-button icon=Setting circle></el-button></div>
<el-table :data=rows style="margin-top: 12px"><el-table-column type=selection width=50></el-table-column><el-table-column prop=day label=Day sortable></el-table-column><el-table-column prop=name label=Guest></el-table-column><el-table-column prop=boat label=Boat sortable></el-table-column>
<el-table-column label=Actions><el-button link icon=Edit></el-button><el-button link icon=CopyDocument></el-button><el-button link icon=Delete></el-button></el-table-column></el-table>
<el-pagination layout="total, sizes, prev, pager, next, jumper" :total=240 style="margin-top: 12px"></el-pagination></div>
<el-form v-else label-width=120px style="max-width: 760px; margin-top: 16px" :size=size><el-form-item label="Guest"><el-input v-model=name></el-input></el-form-item><el-form-item label="Persons"><el-input-number v-model=persons></el-input-number><el-input-number v-model=persons controls-position=right style="margin-left: 12px"></el-input-number></el-form-item>
<el-form-item label="Day"><el-date-picker v-model=none placeholder="Pick a day"></el-date-picker></el-form-item><el-form-item label="Hours"><el-time-picker is-range v-model=hours start-placeholder=From end-placeholder=Until></el-time-picker></el-form-item>
<el-form-item label="Address"><el-input v-model=none placeholder="harbour.example"><template #prepend>https://</template><template #append><el-button icon=Search></el-button></template></el-input></el-form-item>
<el-form-item label="Boats"><el-checkbox label=Swallow></el-checkbox><el-checkbox label=Heron></el-checkbox></el-form-item><el-form-item label="Password"><el-input v-model=name type=password show-password></el-input></el-form-item>
<el-form-item label="Notes"><el-input v-model=none type=textarea :rows=3></el-input></el-form-item><el-form-item><el-button type=primary>Save</el-button><el-button icon=Close>Cancel</el-button></el-form-item></el-form></el-main></el-container></div>
<script>const look = new URLSearchParams(location.search); if (look.has('dark')) document.documentElement.className = 'dark';
const app = Vue.createApp({data: () => ({table: look.has('table'), size: look.get('size') || 'default', none: '', name: 'Ana Prado', harbour: 'Lisbon', persons: 4, hours: null, menu: [['House', 'Start'], ['Ship', 'Boats'], ['Calendar', 'Bookings'], ['User', 'Guests'], ['DataLine', 'Reports'], ['Setting', 'Settings']],
rows: ['Ana Prado', 'Rui Costa', 'Eva Lima', 'Jon Gray', 'Mia Sol'].map((name, at) => ({name, day: '2025-06-' + (11 + at), boat: ['Swallow', 'Heron', 'Tern'][at % 3]}))})});
for (const [name, icon] of Object.entries(ElementPlusIconsVue)) app.component(name, icon); app.use(ElementPlus); app.mount('#e');</script>`;

/** Tables and forms with an icon in most of their controls. */
export const elementPlus: Application = {
	name: 'element-plus',
	start: folder => shown(folder, 'element-plus', ELEMENT_PLUS, 'element-plus@2.14.8', '@element-plus/icons-vue@2.3.2', 'vue@3.5.45'),
	shots: [
		{window: WIDE, path: '/?table'},
		{window: SMALL_2X, path: '/'},
		{window: dark(SMALL), path: '/?size=small&dark'},
		{window: SMALL_3X, path: '/?table&dark'},
	],
};
