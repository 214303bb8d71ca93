import {setTimeout as sleep} from 'node:timers/promises';
import {type Application, dark, SMALL, SMALL_2X, SMALL_3X, WIDE} from '../application.ts';
import {bundled} from './bundles.ts';

const ROOT = `<link rel=stylesheet href=/bundle.css><body><div id=a></div>`;

const STUDIO = `import '@mantine/core/styles.css'; import '@mantine/dates/styles.css'; import {createRoot} from 'react-dom/client'; import * as M from '@mantine/core'; import {DateInput, TimeInput, DatePickerInput} from '@mantine/dates';
import {IconHome, IconCalendar, IconUsers, IconSailboat, IconSettings, IconSearch, IconAt, IconPhone, IconPlus, IconTrash, IconPencil, IconDots, IconDownload, IconBell, IconMoon, IconCreditCard, IconLock, IconX, IconCurrencyEuro, IconUpload, IconWorld} from '@tabler/icons-react';
const {MantineProvider, AppShell, Group, Burger, NavLink, TextInput, PasswordInput, NumberInput, Select, MultiSelect, Autocomplete, Textarea, Checkbox, Switch, Radio, Button, ActionIcon, Title, Text, SimpleGrid, Stack, Card, Table, Badge, Avatar, Pagination, Tabs, SegmentedControl, PinInput, FileInput, ColorInput, TagsInput, Slider, Fieldset, NativeSelect, Divider, Paper, Anchor, JsonInput, Stepper} = M;
const look = new URLSearchParams(location.search), page = look.get('page') || 'profile', scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light', variant = look.get('look') || 'default', size = look.get('size') || 'sm';
const Profile = () => <Stack maw={860}><Title order={3}>Profile</Title><SimpleGrid cols={2}><TextInput label="First name" withAsterisk defaultValue="Ana" {...{variant, size}} /><TextInput label="Last name" defaultValue="Prado" {...{variant, size}} /><TextInput label="E-mail" description="Tickets are sent here" leftSection={<IconAt size={16} />} placeholder="name@example.com" {...{variant, size}} /><TextInput label="Telephone" leftSection={<IconPhone size={16} />} {...{variant, size}} /><PasswordInput label="Password" defaultValue="secret" {...{variant, size}} /><Select label="Country" data={['Portugal']} defaultValue="Portugal" clearable {...{variant, size}} /><NumberInput label="Persons" defaultValue={4} {...{variant, size}} /><DateInput label="Birthday" placeholder="Choose a day" {...{variant, size}} /><MultiSelect label="Harbours" data={['Lisbon', 'Porto']} defaultValue={['Lisbon', 'Porto']} {...{variant, size}} /><TextInput label="Voucher" error="This code is not known" defaultValue="SAIL25" {...{variant, size}} /></SimpleGrid><Textarea label="About" rows={3} {...{variant, size}} /><Group><Checkbox label="Send me news" defaultChecked /><Switch label="Visible" /></Group><Group><Button>Save</Button><Button variant="default">Cancel</Button><ActionIcon variant="light" color="red"><IconTrash size={16} /></ActionIcon></Group></Stack>;
const names = ['Ana Prado', 'Rui Costa', 'Eva Lima', 'Jon Gray', 'Mia Sol', 'Tom Reis', 'Lea Brandt'];
const Bookings = () => <Stack><Group><TextInput placeholder="Search bookings" leftSection={<IconSearch size={16} />} w={260} /><Select placeholder="Boat" data={['Heron']} w={140} /><DatePickerInput type="range" placeholder="Days" w={180} /><SegmentedControl data={['All', 'Open', 'Paid']} /><Button leftSection={<IconPlus size={16} />}>New booking</Button><ActionIcon variant="default" size="lg"><IconDownload size={18} /></ActionIcon></Group>
<Table striped withTableBorder><Table.Thead><Table.Tr>{['', 'Guest', 'Boat', 'Day', 'State', ''].map((one, at) => <Table.Th key={at}>{one}</Table.Th>)}</Table.Tr></Table.Thead><Table.Tbody>{names.map((name, at) => <Table.Tr key={name}><Table.Td><Checkbox /></Table.Td><Table.Td><Group gap="xs"><Avatar size={26} name={name} color="initials" />{name}</Group></Table.Td><Table.Td>{['Swallow', 'Heron', 'Tern'][at % 3]}</Table.Td><Table.Td>{11 + at} June</Table.Td><Table.Td><Badge color={at % 2 ? 'green' : 'orange'}>{at % 2 ? 'Paid' : 'Open'}</Badge></Table.Td><Table.Td><ActionIcon variant="subtle"><IconPencil size={16} /></ActionIcon><ActionIcon variant="subtle" color="red"><IconTrash size={16} /></ActionIcon><ActionIcon variant="subtle" color="gray"><IconDots size={16} /></ActionIcon></Table.Td></Table.Tr>)}</Table.Tbody></Table><Pagination total={12} /></Stack>;
const Payment = () => <SimpleGrid cols={2} maw={980}><Fieldset legend="Card"><Stack gap="sm"><TextInput label="Number" leftSection={<IconCreditCard size={16} />} placeholder="0000 0000 0000 0000" /><Group grow><TextInput label="Month" placeholder="MM" /><TextInput label="Year" placeholder="YY" /><TextInput label="Code" rightSection={<IconLock size={14} />} /></Group><NativeSelect label="Country" data={['Portugal', 'Spain']} /><NumberInput label="Deposit" leftSection={<IconCurrencyEuro size={16} />} defaultValue={45} /></Stack></Fieldset><Fieldset legend="Company" variant="filled"><Stack gap="sm"><Autocomplete label="Name" placeholder="Type to search" data={[]} /><TextInput label="Web site" leftSection={<IconWorld size={16} />} rightSection={<IconX size={14} />} defaultValue="harbour.example" /><TagsInput label="Tags" defaultValue={['boats', 'river']} /><FileInput label="Contract" placeholder="Choose a file" leftSection={<IconUpload size={16} />} /><ColorInput label="Colour" defaultValue="#e0704a" /></Stack></Fieldset><Paper withBorder p="md"><Text size="sm" mb={6}>Code from your telephone</Text><PinInput length={6} /></Paper><Paper withBorder p="md"><Radio.Group label="Ticket" defaultValue="m"><Group mt={6}><Radio value="m" label="By e-mail" /><Radio value="p" label="On paper" /></Group></Radio.Group></Paper></SimpleGrid>;
const Login = () => <Paper withBorder shadow="md" p={30} radius="md" maw={420} mx="auto" mt={40}><Title ta="center" order={2}>Welcome back!</Title><Text c="dimmed" size="sm" ta="center" mt={5}>No account yet? <Anchor size="sm">Create one</Anchor></Text><TextInput label="E-mail" placeholder="you@example.com" mt="md" radius="xl" size="md" /><PasswordInput label="Password" placeholder="Your password" mt="md" radius="xl" size="md" /><Group justify="space-between" mt="lg"><Checkbox label="Remember me" /><Anchor size="sm">Forgot it?</Anchor></Group><Button fullWidth mt="xl" radius="xl">Sign in</Button></Paper>;
const links = [[IconHome, 'Home'], [IconCalendar, 'Bookings'], [IconUsers, 'Guests'], [IconSailboat, 'Boats'], [IconSettings, 'Settings']];
createRoot(document.querySelector('#a')).render(<MantineProvider forceColorScheme={scheme}><AppShell header={{height: 56}} navbar={{width: 200, breakpoint: 0}} padding="md"><AppShell.Header><Group h="100%" px="md"><Burger size="sm" /><Text fw={700}>Harbour</Text><TextInput ml="auto" placeholder="Search" leftSection={<IconSearch size={14} />} rightSection={<Text size="xs">K</Text>} size="xs" /><ActionIcon variant="default"><IconBell size={16} /></ActionIcon><ActionIcon variant="default"><IconMoon size={16} /></ActionIcon></Group></AppShell.Header><AppShell.Navbar p="xs">{links.map(([Icon, label], at) => <NavLink key={label} label={label} active={at === 1} leftSection={<Icon size={18} />} />)}</AppShell.Navbar><AppShell.Main>{{profile: <Profile />, bookings: <Bookings />, payment: <Payment />, login: <Login />}[page]}</AppShell.Main></AppShell></MantineProvider>);`;

/** A desk with soft, round forms: a profile, bookings, a payment, a sign-in. */
export const mantine: Application = {
	name: 'mantine',
	start: folder =>
		bundled(
			...([folder, 'mantine', {page: ROOT, script: STUDIO}] as const),
			...[
				'@mantine/core@9.8.1',
				'@mantine/dates@9.8.1',
				'@mantine/hooks@9.8.1',
				'@tabler/icons-react@3.52.0',
				'dayjs@1.11.23',
				'react@19.3.1',
				'react-dom@19.3.1',
			],
		),
	shots: [
		{window: WIDE, path: '/', act: () => sleep(1000)},
		{window: SMALL_2X, path: '/?page=payment', act: () => sleep(1000)},
		{window: dark(SMALL), path: '/?size=xs', act: () => sleep(1000)},
		{window: SMALL_3X, path: '/?page=bookings', act: () => sleep(1000)},
		{window: dark(SMALL_2X), path: '/?page=payment', act: () => sleep(1000)},
		{window: SMALL, path: '/?page=login', act: () => sleep(1000)},
	],
};

const side = [
	['Overview', 1],
	['Instances', 0],
	['Networks', 0],
	['Access', 0],
	['Billing', 0],
]
	.map(([name, open]) => `<cds-side-nav-link href="#" ${open ? 'active' : ''}>${name}</cds-side-nav-link>`)
	.join('');
const CLOUD = `<link rel=stylesheet href=/bundle.css><style>body {margin: 0; font-family: 'IBM Plex Sans', sans-serif; background: var(--cds-background); color: var(--cds-text-primary)} main {padding: 72px 24px 24px 280px; display: none} .on {display: block} .two {display: grid; grid-template-columns: 1fr 1fr; gap: 20px; max-width: 860px; margin-bottom: 20px}</style>
<body class=cds--white><cds-header aria-label=Harbour><cds-header-name href="#" prefix=Harbour>Cloud</cds-header-name></cds-header><cds-side-nav expanded><cds-side-nav-items>${side}</cds-side-nav-items></cds-side-nav>
<main id=form><h3>Create an instance</h3><div class=two><cds-text-input label=Name value="tide-api" helper-text="Letters and digits"></cds-text-input><cds-select label-text=Region value=a><cds-select-item value=a>Lisbon 1</cds-select-item></cds-select><cds-text-input label="Host name" placeholder="host.example"></cds-text-input><cds-dropdown title-text=Profile label="Choose a profile"><cds-dropdown-item value=a>2 CPU, 8 GB</cds-dropdown-item></cds-dropdown>
<cds-number-input label="Disks" value=3></cds-number-input><cds-password-input label=Password value=secret></cds-password-input><cds-text-input label="Port" invalid invalid-text="Must be a number" value=80a></cds-text-input><cds-combo-box title-text=Image placeholder="Type to filter"><cds-combo-box-item value=a>Debian</cds-combo-box-item></cds-combo-box></div><cds-textarea label=Script rows=3 style="max-width: 860px"></cds-textarea><cds-checkbox checked>Restart after a failure</cds-checkbox><br><cds-button>Create</cds-button><cds-button kind=secondary>Cancel</cds-button></main>
<main id=table><cds-table><cds-table-header-title slot=title>Instances</cds-table-header-title><cds-table-toolbar slot=toolbar><cds-table-toolbar-content><cds-table-toolbar-search persistent placeholder="Find an instance"></cds-table-toolbar-search><cds-button>New instance</cds-button></cds-table-toolbar-content></cds-table-toolbar><cds-table-head><cds-table-header-row>${['Name', 'Region', 'Address', 'State'].map(one => `<cds-table-header-cell>${one}</cds-table-header-cell>`).join('')}</cds-table-header-row></cds-table-head><cds-table-body>${['tide-api', 'booking-web', 'mail-worker', 'map-tiles', 'ticket-pdf'].map((name, at) => `<cds-table-row>${[name, 'Lisbon 1', `10.0.0.${at + 4}`, 'Running'].map(one => `<cds-table-cell>${one}</cds-table-cell>`).join('')}</cds-table-row>`).join('')}</cds-table-body></cds-table><cds-pagination page-size=10 total-items=48><cds-select-item value=10>10</cds-select-item></cds-pagination></main>
<main id=access><h3>Access</h3><cds-tabs value=a><cds-tab value=a>Members</cds-tab><cds-tab value=b>Keys</cds-tab><cds-tab value=c>Groups</cds-tab></cds-tabs><cds-inline-notification kind=info title="Two members wait" subtitle="They cannot sign in yet." low-contrast hide-close-button></cds-inline-notification><br><div class=two><cds-search placeholder="Find a member"></cds-search><cds-multi-select label="Groups"><cds-multi-select-item value=a>Crew</cds-multi-select-item></cds-multi-select><cds-date-picker><cds-date-picker-input kind=single label-text="From" placeholder="mm/dd/yyyy"></cds-date-picker-input></cds-date-picker><cds-time-picker label-text="At" value="09:30"></cds-time-picker><cds-text-input size=sm label="Small" value="crew@harbour.example"></cds-text-input><cds-text-input size=lg label="Large" placeholder="Role"></cds-text-input></div><cds-toggle label-text="Two factors" toggled></cds-toggle><br><cds-radio-button-group legend-text="Role" name=r value=a><cds-radio-button label-text=Reader value=a></cds-radio-button><cds-radio-button label-text=Writer value=b></cds-radio-button></cds-radio-button-group></main>`;
const PARTS = [
	'ui-shell',
	'text-input',
	'select',
	'dropdown',
	'number-input',
	'password-input',
	'combo-box',
	'textarea',
	'checkbox',
	'button',
	'data-table',
	'pagination',
	'tabs',
	'notification',
	'search',
	'multi-select',
	'date-picker',
	'time-picker',
	'toggle',
	'radio-button',
];
const CARBON = `import '@carbon/styles/css/styles.css'; ${PARTS.map(part => `import '@carbon/web-components/es/components/${part}/index.js';`).join(' ')}
if (matchMedia('(prefers-color-scheme: dark)').matches) document.body.className = 'cds--g100'; document.getElementById(new URLSearchParams(location.search).get('page') || 'form').className = 'on';`;

/** The pages of a cloud, of custom elements with square fields. */
export const carbon: Application = {
	name: 'carbon',
	start: folder => {
		process.env.IBM_TELEMETRY_DISABLED = 'true';
		return bundled(folder, 'carbon', {page: CLOUD, script: CARBON}, '@carbon/web-components@2.63.0');
	},
	shots: [
		{window: WIDE, path: '/', act: () => sleep(1000)},
		{window: SMALL_2X, path: '/?page=access', act: () => sleep(1000)},
		{window: dark(SMALL), path: '/', act: () => sleep(1000)},
		{window: SMALL_3X, path: '/?page=table', act: () => sleep(1000)},
		{window: dark(SMALL_2X), path: '/?page=access', act: () => sleep(1000)},
	],
};
