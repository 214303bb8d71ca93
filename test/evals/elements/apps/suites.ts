import {type Application, dark, press, SMALL, SMALL_2X, SMALL_3X, WIDE, WIDE_2X} from '../application.ts';
import {shown} from './kits.ts';

const ANTD = `<link rel=stylesheet href=/antd/dist/reset.css><div id=a></div>
<script src=/react/umd/react.production.min.js></script><script src=/react-dom/umd/react-dom.production.min.js></script><script src=/dayjs/dayjs.min.js></script>
<script src=/@ant-design/icons/dist/index.umd.min.js></script><script src=/antd/dist/antd.min.js></script><script>
const h = React.createElement, {Layout, Menu, Form, Input, InputNumber, Select, DatePicker, TimePicker, Button, Table, Space, Switch, Radio, Checkbox, Slider, Tabs, Card, Rate, Mentions, Cascader, Avatar, Pagination, ConfigProvider, theme} = antd, I = icons;
const look = new URLSearchParams(location.search), item = (label, child) => h(Form.Item, {label, key: label}, child);
const form = props => h(Form, {labelCol: {span: 6}, style: {maxWidth: 620}, ...props},
item('Input', h(Input)), item('Select', h(Select, {placeholder: 'Choose one', options: [{value: 'demo', label: 'Demo'}]})), item('Cascader', h(Cascader)), item('DatePicker', h(DatePicker)), item('InputNumber', h(InputNumber, {defaultValue: 3})),
item('RangePicker', h(DatePicker.RangePicker)), item('Mentions', h(Mentions, {defaultValue: '@afc163'})), item('TextArea', h(Input.TextArea, {rows: 3})), item('Switch', h(Switch)), item('Radio', h(Radio.Group, {options: ['Apple', 'Pear']})), item('Slider', h(Slider)), item('Rate', h(Rate)), item('Button', h(Button, {type: 'primary'}, 'Submit')));
const inputs = h(Space, {direction: 'vertical', style: {width: 520}, size: 'middle'}, h(Input, {addonBefore: 'http://', addonAfter: '.com', defaultValue: 'mysite'}), h(Input, {prefix: h(I.UserOutlined), suffix: h(I.InfoCircleOutlined), placeholder: 'Enter your username'}), h(Input.Search, {placeholder: 'input search text', enterButton: true}),
h(Input.Search, {placeholder: 'input search text', allowClear: true}), h(Input.Password, {placeholder: 'input password'}), h(Input.OTP), h(Input.TextArea, {rows: 2, showCount: true, maxLength: 100, placeholder: 'can resize'}), h(Input, {size: 'small', placeholder: 'small size'}), h(Input, {size: 'large', placeholder: 'large size', prefix: h(I.UserOutlined)}),
h(Space.Compact, null, h(Select, {defaultValue: 'Zhejiang', options: [{value: 'Zhejiang'}]}), h(Input, {defaultValue: 'Xihu District, Hangzhou'})), h(Select, {mode: 'multiple', defaultValue: ['a10', 'c12'], style: {width: '100%'}}), h(Space, null, h(InputNumber, {addonAfter: '$', defaultValue: 100}), h(TimePicker), h(InputNumber, {prefix: '¥', defaultValue: 12})));
const rows = ['John Brown', 'Jim Green', 'Joe Black', 'Ann White'].map((name, key) => ({key, name, age: 32 + key, address: 'New York No. ' + (key + 1) + ' Lake Park'}));
const table = h('div', null, h(Space, {style: {marginBottom: 16}}, h(Input, {placeholder: 'Search name', prefix: h(I.SearchOutlined)}), h(Select, {defaultValue: 'All ages', style: {width: 120}}), h(DatePicker), ...['ReloadOutlined', 'ColumnHeightOutlined', 'SettingOutlined', 'FilterOutlined'].map(name => h(Button, {key: name, icon: h(I[name])}))),
h(Table, {rowSelection: {}, dataSource: rows, columns: [{title: 'Name', dataIndex: 'name', sorter: true}, {title: 'Age', dataIndex: 'age', filters: [{text: 'Old', value: 1}]}, {title: 'Address', dataIndex: 'address'}, {title: 'Action', render: () => h(Space, null, h(I.EditOutlined), h(I.DeleteOutlined))}], pagination: false}), h(Pagination, {style: {marginTop: 16}, defaultCurrent: 2, total: 85, showQuickJumper: true, showSizeChanger: true}));
const page = {table, inputs, form: form({}), filled: form({variant: 'filled'}), vertical: form({layout: 'vertical', variant: 'underlined'})}[look.get('page') || 'form'];
const menu = ['MailOutlined', 'AppstoreOutlined', 'UserOutlined', 'SettingOutlined', 'BarChartOutlined'].map((name, key) => ({key, icon: h(I[name]), label: ['Mail', 'Apps', 'Users', 'Settings', 'Reports'][key]}));
const algorithm = look.has('dark') ? theme.darkAlgorithm : theme.defaultAlgorithm;
const Page = () => h(Layout, {style: {minHeight: '100vh'}}, h(Layout.Sider, null, h(Menu, {theme: 'dark', mode: 'inline', items: menu, defaultSelectedKeys: ['0'], style: {marginTop: 64}})), h(Layout, null, h(Layout.Content, {style: {margin: 24, padding: 24, background: theme.useToken().token.colorBgContainer}}, page)));
ReactDOM.createRoot(document.querySelector('#a')).render(h(ConfigProvider, {theme: {algorithm, token: {fontFamily: 'sans-serif'}}}, h(Page)));</script>`;

/** Forms and a table beside a menu, each control in the variants of its documentation. */
export const antd: Application = {
	name: 'antd',
	start: folder => shown(folder, 'antd', ANTD, 'antd@5.29.3', 'react@18.3.1', 'react-dom@18.3.1', 'dayjs@1'),
	shots: [
		{window: WIDE, path: '/'},
		{window: SMALL_2X, path: '/?page=inputs'},
		{window: dark(SMALL), path: '/?page=inputs&dark'},
		{window: SMALL, path: '/?page=filled'},
		{window: SMALL_3X, path: '/?page=table'},
		{window: dark(SMALL_2X), path: '/?dark'},
	],
};

const VUETIFY = `<link rel=stylesheet href=/@mdi/font/css/materialdesignicons.min.css><link rel=stylesheet href=/vuetify/dist/vuetify.min.css><style>body {font-family: Roboto, sans-serif}</style><div id=v></div>
<script type=text/x-template id=t><v-app><v-app-bar color=primary><v-app-bar-nav-icon></v-app-bar-nav-icon><v-app-bar-title>Contacts</v-app-bar-title><v-btn icon=mdi-magnify></v-btn><v-btn icon=mdi-heart></v-btn><v-btn icon=mdi-dots-vertical></v-btn></v-app-bar>
<v-navigation-drawer :width=200><v-list nav density=compact><v-list-item v-for="[icon, title] in menu" :prepend-icon=icon :title=title></v-list-item></v-list></v-navigation-drawer>
<v-main><v-container v-if="page === 'fields'"><v-row><v-col cols=6 v-for="variant in ['filled', 'outlined', 'underlined', 'solo', 'solo-filled', 'plain']"><v-text-field :variant=variant label="First name" model-value="John Doe" hide-details></v-text-field><v-select class="mt-2" :variant=variant label=State :items="['California', 'Texas']" hide-details></v-select></v-col></v-row></v-container>
<v-container v-else-if="page === 'form'"><v-card title="User profile" subtitle="Everybody sees this"><v-card-text><v-row dense><v-col cols=4><v-text-field label="First name*"></v-text-field></v-col><v-col cols=4><v-text-field label="Middle name" hint="example of helper text"></v-text-field></v-col><v-col cols=4><v-text-field label="Last name*" persistent-hint hint="of record"></v-text-field></v-col>
<v-col cols=6><v-text-field label="Email*" prepend-inner-icon=mdi-email-outline></v-text-field></v-col><v-col cols=6><v-text-field label=Password type=password append-inner-icon=mdi-eye></v-text-field></v-col><v-col cols=6><v-select label=Age :items="['0-17']"></v-select></v-col><v-col cols=6><v-autocomplete label=Interests :items="['Skiing']" chips multiple :model-value="['Skiing']"></v-autocomplete></v-col>
<v-col cols=8><v-textarea label=Bio rows=3></v-textarea></v-col><v-col cols=4><v-number-input label=Children :model-value=2></v-number-input><v-checkbox label="Remember me" hide-details></v-checkbox></v-col></v-row></v-card-text><v-card-actions><v-spacer></v-spacer><v-btn>Close</v-btn><v-btn color=primary variant=tonal>Save</v-btn></v-card-actions></v-card></v-container>
<v-container v-else><v-text-field label=Search prepend-inner-icon=mdi-magnify variant=outlined density=compact hide-details single-line class="mb-3"></v-text-field><v-data-table :items=rows density=compact show-select></v-data-table><v-toolbar density=compact class="mt-3"><v-btn v-for="icon in tools" :icon="'mdi-' + icon"></v-btn><v-text-field density=compact hide-details placeholder="Search mail" prepend-inner-icon=mdi-magnify max-width=240 variant=solo></v-text-field></v-toolbar></v-container></v-main></v-app></script>
<script src=/vue/dist/vue.global.prod.js></script><script src=/vuetify/dist/vuetify.min.js></script><script>const look = new URLSearchParams(location.search);
const app = Vue.createApp({template: '#t', data: () => ({page: look.get('page') || 'form', tools: ['format-bold', 'format-italic', 'link', 'attachment', 'delete', 'archive', 'printer', 'share-variant'], menu: [['mdi-folder', 'My files'], ['mdi-account-multiple', 'Shared'], ['mdi-star', 'Starred'], ['mdi-history', 'Recent'], ['mdi-upload', 'Uploads']],
rows: ['Frozen yogurt', 'Ice cream sandwich', 'Eclair', 'Cupcake', 'Gingerbread'].map((dessert, at) => ({dessert, calories: 159 + 78 * at, fat: 6 + at, protein: 4.3}))})});
app.use(Vuetify.createVuetify({theme: {defaultTheme: look.has('dark') ? 'dark' : 'light'}})); app.mount('#v')</script>`;

/** Fields in all variants of Material Design that its documentation shows. */
export const vuetify: Application = {
	name: 'vuetify',
	start: folder => shown(folder, 'vuetify', VUETIFY, 'vuetify@3.12.2', 'vue@3.5.45', '@mdi/font@7.4.47'),
	shots: [
		{window: WIDE, path: '/'},
		{window: SMALL_2X, path: '/?page=fields'},
		{window: dark(SMALL), path: '/?page=fields&dark'},
		{window: SMALL_3X, path: '/?page=table'},
		{window: dark(WIDE_2X), path: '/?dark'},
	],
};

const SHOELACE = `<link rel=stylesheet href=/@shoelace-style/shoelace/cdn/themes/light.css><link rel=stylesheet href=/@shoelace-style/shoelace/cdn/themes/dark.css><script type=module src=/@shoelace-style/shoelace/cdn/shoelace.js></script>
<style>body {margin: 24px; font: 16px var(--sl-font-sans); background: var(--sl-color-neutral-0); color: var(--sl-color-neutral-900); display: grid; grid-template-columns: 1fr 1fr 1fr; gap: 24px} form, div {display: grid; gap: 16px; align-content: start}</style><script>if (location.search) document.documentElement.className = 'sl-theme-dark'</script>
<form><sl-input name=name label=Name required></sl-input><sl-select label="Favorite animal" clearable><sl-option value=birds>Birds</sl-option></sl-select><sl-textarea label=Comment></sl-textarea><sl-checkbox>Check me before submitting</sl-checkbox><div style="display: flex"><sl-button type=submit variant=primary>Submit</sl-button><sl-button>Reset</sl-button></div><sl-input label="What is your name?" help-text="What would you like people to call you?"></sl-input></form>
<div><sl-input placeholder="Clearable" value="I can be cleared!" clearable></sl-input><sl-input type=password placeholder="Password Toggle" password-toggle></sl-input><sl-input placeholder="Type something" filled></sl-input><sl-input type=number placeholder="Number"></sl-input><sl-input type=date placeholder=Date></sl-input><sl-input placeholder=Small size=small pill></sl-input><sl-input placeholder=Large size=large></sl-input><sl-textarea placeholder="Type something" filled rows=2></sl-textarea></div>
<div><sl-select value=option-1 size=small><sl-option value=option-1>Option 1</sl-option></sl-select><sl-select placeholder="Select one" filled><sl-option>a</sl-option></sl-select><sl-select label="Select a Few" multiple><sl-option>a</sl-option></sl-select><sl-input disabled placeholder=Disabled></sl-input><sl-range label=Volume></sl-range><sl-switch checked>Switch</sl-switch><sl-radio-group label="Select an option" value=1><sl-radio-button value=1>One</sl-radio-button><sl-radio-button value=2>Two</sl-radio-button><sl-radio-button value=3>Three</sl-radio-button></sl-radio-group><sl-rating value=3></sl-rating><sl-color-picker></sl-color-picker><sl-tag removable>Removable</sl-tag></div>`;

/** A form of web components, each in a shadow tree, in the sizes and looks of their documentation. */
export const shoelace: Application = {
	name: 'shoelace',
	start: folder => shown(folder, 'shoelace', SHOELACE, '@shoelace-style/shoelace@2.20.1'),
	shots: [
		{window: WIDE, path: '/'},
		{window: SMALL_2X, path: '/?dark'},
		{window: SMALL, path: '/', act: page => press(page, 'sl-select')},
		{window: SMALL_3X, path: '/'},
	],
};
