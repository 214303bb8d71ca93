import {type Application, dark, SMALL, SMALL_2X, SMALL_3X, WIDE} from '../application.ts';
import {shown} from './kits.ts';

const BOOTSTRAP = `<link rel=stylesheet href=/bootstrap/dist/css/bootstrap.min.css><link rel=stylesheet href=/bootstrap-icons/font/bootstrap-icons.min.css><style>body {font-family: sans-serif}</style><script>const look = new URLSearchParams(location.search); if (look.has('dark')) document.documentElement.dataset.bsTheme = 'dark'</script>
<nav class="navbar navbar-expand bg-body-tertiary border-bottom"><div class="container"><a class="navbar-brand" href="#"><i class="bi bi-tsunami"></i> Harbour</a><ul class="navbar-nav me-auto"><li class="nav-item"><a class="nav-link active">Home</a></li><li class="nav-item"><a class="nav-link">Boats</a></li></ul><form class="d-flex gap-2"><input class="form-control" placeholder=Search><button class="btn btn-outline-success">Search</button></form></div></nav>
<main class="container py-4"><div id=floating class="row g-3"><div class="col-6"><div class="form-floating mb-3"><input class="form-control" placeholder=x><label>Email address</label></div><div class="form-floating mb-3"><input class="form-control" placeholder=x value="ana@harbour.example"><label>With a value</label></div><div class="form-floating mb-3"><textarea class="form-control" placeholder=x style="height: 100px"></textarea><label>Comments</label></div></div><div class="col-6"><div class="form-floating mb-3"><select class="form-select"><option>Open this select menu</select><label>Works with selects</label></div><div class="form-floating mb-3"><input type=password class="form-control" placeholder=x><label>Password</label></div><div class="input-group"><span class="input-group-text">@</span><div class="form-floating"><input class="form-control" placeholder=x><label>Username</label></div></div></div></div>
<div id=groups class="row g-3"><div class="col-6"><div class="input-group mb-3"><span class="input-group-text">@</span><input class="form-control" placeholder=Username></div><div class="input-group mb-3"><input class="form-control" placeholder="Recipient's username"><span class="input-group-text">@example.com</span></div><label class="form-label">Your vanity URL</label><div class="input-group mb-3"><span class="input-group-text">https://example.com/users/</span><input class="form-control"></div><div class="input-group mb-3"><span class="input-group-text">$</span><input class="form-control"><span class="input-group-text">.00</span></div><div class="input-group"><span class="input-group-text">With textarea</span><textarea class="form-control"></textarea></div></div>
<div class="col-6"><input class="form-control form-control-lg mb-3" placeholder=".form-control-lg"><input class="form-control form-control-sm mb-3" placeholder=".form-control-sm"><input class="form-control mb-3" value="Disabled readonly input" disabled><select class="form-select mb-3"><option>Open this select menu</select><div class="input-group mb-3"><button class="btn btn-outline-secondary dropdown-toggle">Dropdown</button><input class="form-control"></div><div class="input-group"><input class="form-control" placeholder="Two buttons"><button class="btn btn-outline-secondary"><i class="bi bi-x"></i></button><button class="btn btn-outline-secondary"><i class="bi bi-search"></i></button></div></div></div>
<form id=checkout class="row g-3"><div class="col-4"><label class="form-label">First name</label><input class="form-control is-valid" value=Mark></div><div class="col-4"><label class="form-label">Last name</label><input class="form-control" value=Otto></div><div class="col-4"><label class="form-label">City</label><input class="form-control is-invalid"><div class="invalid-feedback">Please provide a city.</div></div><div class="col-2"><label class="form-label">State</label><select class="form-select"><option>Choose...</select></div><div class="col-2"><label class="form-label">Zip</label><input class="form-control"></div><div class="col-12"><div class="form-check"><input class="form-check-input" type=checkbox><label class="form-check-label">Agree to terms</label></div></div><div class="col-12"><button class="btn btn-primary">Submit form</button> <button class="btn btn-secondary"><i class="bi bi-gear"></i></button> <button class="btn btn-light dropdown-toggle">More</button></div></form></main>
<script>document.querySelector(look.has('groups') ? '#floating' : '#groups').remove()</script>`;

/** Forms of Bootstrap as its documentation shows them: labels that float, groups, sizes, checks. */
export const bootstrap: Application = {
	name: 'bootstrap',
	start: folder => shown(folder, 'bootstrap', BOOTSTRAP, 'bootstrap@5.3.8', 'bootstrap-icons@1.13.1'),
	shots: [
		{window: WIDE, path: '/'},
		{window: SMALL_2X, path: '/?groups'},
		{window: dark(SMALL), path: '/?dark'},
		{window: dark(SMALL_3X), path: '/?groups&dark'},
	],
};

const FOMANTIC = `<link rel=stylesheet href=/fomantic-ui-css/semantic.min.css><style>* {font-family: sans-serif} .icon {font-family: Icons !important} .outline.icon {font-family: outline-icons !important}</style><body style="padding: 24px"><div id=f class="ui segment"><div class="ui form"><h4 class="ui dividing header">Shipping Information</h4><div class="field"><label>Name</label><div class="two fields"><div class="field"><input placeholder="First Name"></div><div class="field"><input placeholder="Last Name" value="Prado"></div></div></div>
<div class="fields"><div class="twelve wide field"><label>Billing Address</label><input placeholder="Street Address"></div><div class="four wide field"><label>Apt</label><input placeholder="Apt #"></div></div><div class="two fields"><div class="field"><label>State</label><select class="ui dropdown"><option>State</select></div><div class="field"><label>Country</label><div class="ui fluid search selection dropdown"><input type=hidden><i class="dropdown icon"></i><div class="default text">Select Country</div></div></div></div><div class="field"><label>Text</label><textarea rows=3></textarea></div></div>
<div style="display: grid; grid-template-columns: 1fr 1fr 1fr; gap: 16px; margin-top: 20px"><div class="ui icon input"><input placeholder="Search..."><i class="search icon"></i></div><div class="ui left icon input"><input placeholder="Search users..."><i class="users icon"></i></div><div class="ui labeled input"><div class="ui label">http://</div><input placeholder="mysite.com"></div><div class="ui right labeled input"><input placeholder="Enter weight.."><div class="ui basic label">kg</div></div><div class="ui action input"><input placeholder="Search..."><button class="ui button">Search</button></div><div class="ui transparent icon input"><input placeholder="Transparent"><i class="search icon"></i></div><div class="ui mini input"><input placeholder="Mini"></div><div class="ui large input"><input placeholder="Large"></div><div class="ui disabled input"><input placeholder="Disabled"></div></div>
<div class="ui icon buttons" style="margin-top: 20px"><button class="ui button"><i class="align left icon"></i></button><button class="ui button"><i class="align center icon"></i></button><button class="ui button"><i class="align right icon"></i></button></div> <button class="ui labeled icon button"><i class="pause icon"></i>Pause</button> <div class="ui dropdown button">File <i class="dropdown icon"></i></div></div>
<script>if (location.search) {document.body.style.background = '#111'; for (const one of document.querySelectorAll('.segment, .form, .input')) one.classList.add('inverted')}</script>`;

/** Fields with icons and labels at their ends, light and inverted. */
export const fomantic: Application = {
	name: 'fomantic',
	start: folder => shown(folder, 'fomantic', FOMANTIC, 'fomantic-ui-css@2.9.4', 'jquery@3.7.1'),
	shots: [
		{window: WIDE, path: '/'},
		{window: SMALL_2X, path: '/?inverted'},
		{window: SMALL_3X, path: '/'},
	],
};

const PRIMEVUE = `<link rel=stylesheet href=/primeicons/primeicons.css><script src=/vue/dist/vue.global.prod.js></script><script src=/primevue/umd/primevue.min.js></script><script src=/@primeuix/themes/umd/aura.js></script><style>body {margin: 24px; font: 16px sans-serif} main {display: grid; grid-template-columns: 1fr 1fr 1fr; gap: 20px} main > div {display: grid; gap: 18px; align-content: start} .dark {background: #18181b; color: #fff}</style><script>if (location.search.includes('dark')) document.documentElement.className = 'dark'</script>
<main id=p><div><label>Username</label><p-inputtext v-model=name></p-inputtext><p-inputtext placeholder="Search"></p-inputtext><p-iconfield><p-inputicon class="pi pi-search"></p-inputicon><p-inputtext placeholder="Search" fluid></p-inputtext></p-iconfield><p-floatlabel variant=on><p-inputtext v-model=name fluid></p-inputtext><label>On label</label></p-floatlabel><p-iftalabel><p-inputtext v-model=name fluid></p-inputtext><label>Top aligned</label></p-iftalabel><p-floatlabel variant=in><p-inputtext fluid></p-inputtext><label>Inside</label></p-floatlabel><p-password placeholder="Password" toggle-mask fluid></p-password></div>
<div><p-select :options=towns option-label=name placeholder="Select a City"></p-select><p-select :options=towns option-label=name v-model=town></p-select><p-multiselect :options=towns option-label=name placeholder="Select Cities"></p-multiselect><p-datepicker show-icon icon-display=input placeholder="Day"></p-datepicker><p-inputnumber v-model=size show-buttons></p-inputnumber><p-inputnumber v-model=size show-buttons button-layout=horizontal fluid></p-inputnumber><p-textarea rows=4 placeholder="Notes"></p-textarea><p-autocomplete dropdown placeholder="Town"></p-autocomplete></div>
<div><p-inputgroup><p-inputgroupaddon><i class="pi pi-user"></i></p-inputgroupaddon><p-inputtext placeholder="Username"></p-inputtext></p-inputgroup><p-inputgroup><p-inputgroupaddon>$</p-inputgroupaddon><p-inputtext placeholder="Price"></p-inputtext><p-inputgroupaddon>.00</p-inputgroupaddon></p-inputgroup><p-inputgroup><p-inputtext placeholder="Keyword"></p-inputtext><p-button icon="pi pi-search"></p-button></p-inputgroup><p-inputtext variant=filled placeholder="Filled"></p-inputtext><p-inputtext size=small placeholder="Small"></p-inputtext><p-inputtext size=large placeholder="Large"></p-inputtext><p-inputtext invalid placeholder="Invalid"></p-inputtext><p-inputotp v-model=none></p-inputotp><p-button label=Save icon="pi pi-check"></p-button></div></main>
<script>const {createApp} = Vue, P = PrimeVue, app = createApp({data: () => ({name: 'Ana Prado', none: null, size: 42, towns: [{name: 'Lisbon'}, {name: 'Porto'}], town: {name: 'Lisbon'}})});
app.use(P.Config, {theme: {preset: PrimeUIX.Themes.Aura, options: {darkModeSelector: '.dark'}}});
for (const name of ['InputText', 'IconField', 'InputIcon', 'FloatLabel', 'IftaLabel', 'Password', 'Select', 'MultiSelect', 'DatePicker', 'InputNumber', 'Textarea', 'AutoComplete', 'InputGroup', 'InputGroupAddon', 'InputOtp', 'Button']) app.component('p-' + name.toLowerCase(), P[name]); app.mount('#p')</script>`;

/** Fields of one more suite: labels on and in their frames, icons at their ends, numbers with buttons. */
export const primevue: Application = {
	name: 'primevue',
	start: folder => shown(folder, 'primevue', PRIMEVUE, 'primevue@4.5.5', '@primeuix/themes@1.2.5', 'primeicons@7.0.0', 'vue@3.5.45'),
	shots: [
		{window: WIDE, path: '/'},
		{window: SMALL_2X, path: '/?dark'},
		{window: dark(SMALL), path: '/?dark'},
		{window: SMALL_3X, path: '/'},
	],
};
