import {setTimeout as sleep} from 'node:timers/promises';
import {type Application, dark, SMALL, SMALL_2X, SMALL_3X, WIDE} from '../application.ts';
import {bundled} from './bundles.ts';

const ROOT = `<link rel=stylesheet href=/bundle.css><style>body {margin: 0}</style><body><div id=a></div>`;

const CUSTOMERS = `import {Admin, Resource, List, Datagrid, TextField, EmailField, DateField, NumberField, BooleanField, EditButton, Edit, Create, SimpleForm, TabbedForm, TextInput, NumberInput, DateInput, BooleanInput, SelectInput, AutocompleteInput, ReferenceInput, SearchInput, required, defaultTheme, defaultDarkTheme} from 'react-admin';
import data from 'ra-data-fakerest'; import {createRoot} from 'react-dom/client'; import Sail from '@mui/icons-material/Sailing'; import People from '@mui/icons-material/People'; import Event from '@mui/icons-material/Event';
const names = ['Ana Prado', 'Rui Costa', 'Eva Lima', 'Jon Gray', 'Mia Sol', 'Tom Reis', 'Lea Brandt', 'Ivo Nunes', 'Sara Melo', 'Paul Meyer', 'Rita Vaz', 'Olga Petrov'];
const guests = names.map((name, at) => ({id: at + 1, name, email: name.split(' ')[0].toLowerCase() + '@harbour.example', city: ['Lisbon', 'Porto', 'Faro'][at % 3], since: '202' + (at % 5) + '-0' + (at % 8 + 1) + '-12', trips: at * 3 % 11, news: at % 2 === 0, notes: 'Prefers the evening sail.'}));
const boats = ['Swallow', 'Heron', 'Tern', 'Gannet'].map((name, at) => ({id: at + 1, name, seats: 8 + at * 2, length: 9.5 + at, built: '20' + (10 + at) + '-04-01', price: 45 + at * 10, kind: ['sloop', 'ketch', 'yawl'][at % 3], harbour: 'Lisbon', active: at !== 2}));
const bookings = guests.map(({id}) => ({id, guest: id, boat: id % 4 + 1, day: '2025-07-' + (10 + id), persons: id % 5 + 1, paid: id % 3 !== 0, comment: ''}));
const kinds = ['sloop', 'ketch', 'yawl'].map(id => ({id, name: id})), cities = ['Lisbon', 'Porto', 'Faro'].map(id => ({id, name: id}));
const Guests = () => <List filters={[<SearchInput source="q" alwaysOn />, <SelectInput source="city" choices={cities} alwaysOn />]}><Datagrid><TextField source="name" /><EmailField source="email" /><TextField source="city" /><DateField source="since" /><NumberField source="trips" /><BooleanField source="news" /><EditButton /></Datagrid></List>;
const Guest = () => <Edit><SimpleForm><TextInput variant="outlined" source="name" validate={required()} /><TextInput variant="outlined" source="email" type="email" helperText="Tickets are sent here" /><SelectInput variant="outlined" source="city" choices={cities} /><DateInput variant="outlined" source="since" /><NumberInput variant="outlined" source="trips" /><BooleanInput source="news" /><TextInput variant="outlined" source="notes" multiline rows={3} /></SimpleForm></Edit>;
const Boats = () => <List><Datagrid><TextField source="name" /><TextField source="kind" /><NumberField source="seats" /><NumberField source="length" /><DateField source="built" /><NumberField source="price" options={{style: 'currency', currency: 'EUR'}} /><BooleanField source="active" /></Datagrid></List>;
const Boat = () => <Edit><TabbedForm><TabbedForm.Tab label="Boat"><TextInput source="name" variant="outlined" /><SelectInput source="kind" choices={kinds} variant="outlined" /><NumberInput source="seats" variant="outlined" /><NumberInput source="length" variant="outlined" /><DateInput source="built" variant="outlined" /></TabbedForm.Tab><TabbedForm.Tab label="Prices"><NumberInput source="price" /></TabbedForm.Tab></TabbedForm></Edit>;
const Booking = () => <Create><SimpleForm><ReferenceInput source="guest" reference="guests"><AutocompleteInput optionText="name" variant="standard" /></ReferenceInput><ReferenceInput source="boat" reference="boats"><SelectInput optionText="name" variant="standard" /></ReferenceInput><DateInput source="day" variant="standard" /><NumberInput source="persons" variant="standard" /><BooleanInput source="paid" /><TextInput source="comment" multiline variant="standard" /></SimpleForm></Create>;
const Bookings = () => <List><Datagrid><NumberField source="guest" /><DateField source="day" /><NumberField source="persons" /><BooleanField source="paid" /></Datagrid></List>;
const look = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
createRoot(document.querySelector('#a')).render(<Admin title="Harbour" dataProvider={data({guests, boats, bookings}, false, 0)} theme={defaultTheme} darkTheme={defaultDarkTheme} defaultTheme={look} disableTelemetry>
<Resource name="guests" list={Guests} edit={Guest} icon={People} /><Resource name="boats" list={Boats} edit={Boat} icon={Sail} recordRepresentation="name" /><Resource name="bookings" list={Bookings} create={Booking} icon={Event} /></Admin>);`;

/** An application to look after records, in Material Design: lists with filters, forms, tabs. */
export const reactAdmin: Application = {
	name: 'react-admin',
	start: folder =>
		bundled(
			folder,
			'react-admin',
			{page: ROOT, script: CUSTOMERS},
			'react-admin@5.15.4',
			'ra-data-fakerest@5.15.4',
			'react@19.3.1',
			'react-dom@19.3.1',
		),
	shots: [
		{window: WIDE, path: '/#/guests', act: () => sleep(3000)},
		{window: SMALL_2X, path: '/#/guests/2', act: () => sleep(3000)},
		{window: dark(SMALL), path: '/#/bookings/create', act: () => sleep(3000)},
		{window: SMALL_3X, path: '/#/boats/1', act: () => sleep(3000)},
		{window: dark(SMALL_2X), path: '/#/boats', act: () => sleep(3000)},
	],
};

const OFFICE = `import {FluentProvider, webLightTheme, webDarkTheme, Button, Field, Input, Textarea, Select, Dropdown, Option, Combobox, SpinButton, Switch, Checkbox, RadioGroup, Radio, SearchBox, Tab, TabList, Toolbar, ToolbarButton, ToolbarDivider, Table, TableHeader, TableRow, TableHeaderCell, TableBody, TableCell, TableCellLayout, Avatar, Badge, Card, Title3, Subtitle2, Divider, InfoLabel, MessageBar, MessageBarBody} from '@fluentui/react-components';
import {AddRegular, DeleteRegular, EditRegular, ArrowDownloadRegular, FilterRegular, PersonRegular, MailRegular, CalendarLtrRegular, SettingsRegular, HomeRegular, VehicleShipRegular, PhoneRegular, MoreHorizontalRegular, ShareRegular, DismissRegular} from '@fluentui/react-icons'; import {createRoot} from 'react-dom/client';
const look = new URLSearchParams(location.search), page = look.get('page') || 'guest', theme = matchMedia('(prefers-color-scheme: dark)').matches ? webDarkTheme : webLightTheme;
const two = {display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 16};
const Guest = ({appearance}) => <div style={{maxWidth: 760}}><Title3>Edit guest</Title3><div style={{...two, marginTop: 16}}><Field label="Full name" required><Input appearance={appearance} defaultValue="Ana Prado" contentBefore={<PersonRegular />} /></Field><Field label="E-mail" hint="Tickets are sent here"><Input appearance={appearance} type="email" contentBefore={<MailRegular />} /></Field>
<Field label="Telephone"><Input appearance={appearance} contentBefore={<PhoneRegular />} placeholder="+351" /></Field><Field label="Country"><Select appearance={appearance}><option>Portugal</option></Select></Field><Field label="Harbour"><Dropdown appearance={appearance} placeholder="Choose a harbour"><Option>Lisbon</Option></Dropdown></Field><Field label="Guide"><Combobox appearance={appearance} placeholder="Type a name"><Option>Rui</Option></Combobox></Field>
<Field label="Persons"><SpinButton appearance={appearance} defaultValue={4} /></Field><Field label="Voucher" validationMessage="This code is not known" validationState="error"><Input appearance={appearance} defaultValue="SAIL25" /></Field></div><Field label="Notes" style={{marginTop: 16}}><Textarea appearance={appearance === 'underline' ? 'outline' : appearance} rows={3} /></Field><div style={{marginTop: 12}}><Checkbox label="Send me news" defaultChecked /><Switch label="Visible to the crew" /></div><div style={{display: 'flex', gap: 8}}><Button appearance="primary">Save</Button><Button>Cancel</Button><Button icon={<DeleteRegular />} appearance="subtle" /></div></div>;
const rows = ['Ana Prado', 'Rui Costa', 'Eva Lima', 'Jon Gray', 'Mia Sol', 'Tom Reis'];
const Bookings = () => <div><Toolbar><ToolbarButton icon={<AddRegular />} appearance="primary">New booking</ToolbarButton><ToolbarButton icon={<EditRegular />} /><ToolbarButton icon={<DeleteRegular />} /><ToolbarDivider /><ToolbarButton icon={<ArrowDownloadRegular />}>Export</ToolbarButton><ToolbarButton icon={<FilterRegular />} /><ToolbarButton icon={<ShareRegular />} /><SearchBox placeholder="Search bookings" /></Toolbar>
<Table><TableHeader><TableRow>{['Guest', 'Boat', 'Day', 'State', ''].map(one => <TableHeaderCell key={one}>{one}</TableHeaderCell>)}</TableRow></TableHeader><TableBody>{rows.map((name, at) => <TableRow key={name}><TableCell><TableCellLayout media={<Avatar name={name} size={24} />}>{name}</TableCellLayout></TableCell><TableCell>{['Swallow', 'Heron', 'Tern'][at % 3]}</TableCell><TableCell>{11 + at} June 2025</TableCell><TableCell><Badge color={at % 2 ? 'success' : 'warning'}>{at % 2 ? 'Paid' : 'Open'}</Badge></TableCell><TableCell><Button icon={<EditRegular />} appearance="subtle" size="small" /><Button icon={<MoreHorizontalRegular />} appearance="subtle" size="small" /></TableCell></TableRow>)}</TableBody></Table></div>;
const Settings = () => <div style={{maxWidth: 640}}><MessageBar><MessageBarBody>Changes are seen by everybody in the crew.</MessageBarBody></MessageBar><TabList defaultSelectedValue="a" style={{margin: '12px 0'}}><Tab value="a">General</Tab><Tab value="b">Payment</Tab><Tab value="c">Crew</Tab></TabList><Card><Subtitle2>Harbour</Subtitle2><Field label="Name" orientation="horizontal"><Input size="small" defaultValue="Harbour Tours" /></Field><Field label={<InfoLabel info="Used in links">Address</InfoLabel>} orientation="horizontal"><Input size="small" contentBefore="https://" contentAfter=".example" /></Field><Field label="Time zone" orientation="horizontal"><Dropdown size="small" defaultValue="Europe/Lisbon"><Option>Europe/Lisbon</Option></Dropdown></Field><Field label="Seats" orientation="horizontal"><SpinButton size="small" defaultValue={12} /></Field></Card>
<Card style={{marginTop: 12}}><Subtitle2>Tickets</Subtitle2><RadioGroup layout="horizontal" defaultValue="m"><Radio value="m" label="By e-mail" /><Radio value="p" label="On paper" /></RadioGroup><Field label="Sender"><Input size="large" placeholder="crew@harbour.example" /></Field><Switch label="Remind guests a day before" /></Card></div>;
createRoot(document.querySelector('#a')).render(<FluentProvider theme={theme} style={{minHeight: '100vh', display: 'flex'}}><nav style={{width: 200, padding: 12, display: 'flex', flexDirection: 'column', gap: 4}}>{[[HomeRegular, 'Home'], [CalendarLtrRegular, 'Bookings'], [PersonRegular, 'Guests'], [VehicleShipRegular, 'Boats'], [SettingsRegular, 'Settings']].map(([Icon, name]) => <Button key={name} appearance="subtle" icon={<Icon />} style={{justifyContent: 'flex-start'}}>{name}</Button>)}</nav><main style={{flex: 1, padding: 20}}>{{guest: <Guest appearance={look.get('look') || 'outline'} />, bookings: <Bookings />, settings: <Settings />}[page]}</main></FluentProvider>);`;

/** Forms, a table under a bar of tools and settings, in Microsoft's design. */
export const fluent: Application = {
	name: 'fluent',
	start: folder =>
		bundled(
			...([folder, 'fluent', {page: ROOT, script: OFFICE}] as const),
			...['@fluentui/react-components@9.74.11', '@fluentui/react-icons@2.0.344', 'react@18.3.1', 'react-dom@18.3.1'],
		),
	shots: [
		{window: WIDE, path: '/'},
		{window: SMALL_2X, path: '/?look=filled-darker'},
		{window: dark(SMALL), path: '/?page=settings'},
		{window: SMALL_3X, path: '/?page=bookings'},
		{window: dark(SMALL_2X), path: '/?look=outline'},
	],
};
