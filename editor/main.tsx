import {type ComponentType, render} from 'preact';
import {ErrorBoundary, LocationProvider, lazy, Route, Router} from 'preact-iso';
import {loadMessages, m} from './messages/index.ts';
import {late, loadAnew} from './shell/later.tsx';
import {account} from './shell/session-data.ts';
import {Missing, Shell} from './shell/shell.tsx';
import {say, Toasts} from './shell/toast.tsx';
import {followTranslation} from './shell/translated.ts';
import {Failed} from './shell/use-resource.tsx';

type Screen = ComponentType<{id?: string; section?: string}>;

const screen = (load: () => Promise<Screen>) => lazy(() => late(load).catch(() => NotLoaded as Screen));
const ToursScreen = screen(() => import('./tours/tours-screen.tsx').then(({ToursScreen}) => ToursScreen));
const BinScreen = screen(() => import('./tours/bin-screen.tsx').then(({BinScreen}) => BinScreen));
const EditScreen = screen(() => import('./edit/edit-screen.tsx').then(({EditScreen}) => EditScreen as Screen));
const ThemeScreen = screen(() => import('./appearance/index.ts').then(({ThemeScreen}) => ThemeScreen as Screen));
const CardsScreen = screen(() => import('./appearance/index.ts').then(({CardsScreen}) => CardsScreen as Screen));
const StatisticsScreen = screen(() =>
	import('./statistics/statistics-screen.tsx').then(({StatisticsScreen}) => StatisticsScreen as Screen),
);
const LeadsScreen = screen(() => import('./leads/leads-screen.tsx').then(({LeadsScreen}) => LeadsScreen));
const SettingsScreen = screen(() => import('./settings/settings-screen.tsx').then(({SettingsScreen}) => SettingsScreen as Screen));

/** Stands in for a screen that could not be fetched. */
function NotLoaded() {
	return (
		<Shell here="tours">
			<Failed fault={navigator.onLine ? 'failed' : 'offline'} again={() => loadAnew().then(loads => loads || say(m.offline))} />
		</Shell>
	);
}

/** Loads what follows the focus once there is one: before that it cannot be lost. */
const focus = (use: (part: typeof import('./shell/focus.ts')) => void) => void import('./shell/focus.ts').then(use, () => {});

function App() {
	return (
		<LocationProvider scope={/^\/(?:$|bin$|tours\/|statistics\b|leads\b|settings\b)/}>
			<ErrorBoundary>
				<Router onRouteChange={() => focus(({arrive}) => arrive())}>
					<Route path="/" component={ToursScreen} />
					<Route path="/bin" component={BinScreen} />
					<Route path="/tours/:id" component={EditScreen} />
					<Route path="/tours/:id/statistics" component={StatisticsScreen} />
					<Route path="/statistics" component={StatisticsScreen} />
					<Route path="/leads" component={LeadsScreen} />
					<Route path="/settings/:section?" component={SettingsScreen} />
					<Route path="/tours/:id/theme" component={ThemeScreen} />
					<Route path="/tours/:id/cards" component={CardsScreen} />
					<Route default component={Missing} />
				</Router>
			</ErrorBoundary>
			<Toasts />
		</LocationProvider>
	);
}

followTranslation(document.body);
// Asks first where signing out would erase what is not sent yet.
document.addEventListener('submit', event => {
	const form = event.target as HTMLFormElement;
	if (!form.getAttribute('action')?.startsWith('/account/sign-out')) return;
	event.preventDefault();
	import('./settings/settings-screen.tsx').then(
		({signOut}) => signOut(form),
		() => form.submit(),
	);
});
document.body.addEventListener('focusin', () => focus(({followFocus}) => followFocus(document.body)), {once: true});
await loadMessages(account.language);
render(<App />, document.getElementById('app')!);
