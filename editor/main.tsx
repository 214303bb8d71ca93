import {render} from 'preact';
import {ErrorBoundary, LocationProvider, lazy, Route, Router} from 'preact-iso';
import {loadMessages, m} from './messages/index.ts';
import {account} from './shell/boot.ts';
import {Shell} from './shell/shell.tsx';
import {Toasts} from './shell/toast.tsx';

const ToursScreen = lazy(() => import('./tours/tours-screen.tsx').then(({ToursScreen}) => ToursScreen, reloadOnce));
const BinScreen = lazy(() => import('./tours/bin-screen.tsx').then(({BinScreen}) => BinScreen, reloadOnce));
const EditScreen = lazy(() => import('./edit/edit-screen.tsx').then(({EditScreen}) => EditScreen, reloadOnce));
const ThemeScreen = lazy(() => import('./look/index.ts').then(({ThemeScreen}) => ThemeScreen, reloadOnce));
const CardsScreen = lazy(() => import('./look/index.ts').then(({CardsScreen}) => CardsScreen, reloadOnce));

const StatisticsScreen = lazy(() =>
	import('./statistics/statistics-screen.tsx').then(({StatisticsScreen}) => StatisticsScreen, reloadOnce),
);
const LeadsScreen = lazy(() => import('./leads/leads-screen.tsx').then(({LeadsScreen}) => LeadsScreen, reloadOnce));
const SettingsScreen = lazy(() => import('./settings/settings-screen.tsx').then(({SettingsScreen}) => SettingsScreen, reloadOnce));

/** A part that is not served any more is one of an edition that was replaced meanwhile: the page as it is now has its own. */
function reloadOnce(error: unknown): never {
	const key = 'roteiro-reloaded';
	const last = Number(sessionStorage.getItem(key));
	if (Date.now() - last > 60_000) {
		sessionStorage.setItem(key, String(Date.now()));
		location.reload();
	}
	throw error;
}

function Missing() {
	return (
		<Shell here="tours">
			<div class="nothing">
				<h1>{m.notFound}</h1>
				<a class="button" href="/">
					{m.edit.back}
				</a>
			</div>
		</Shell>
	);
}

function App() {
	return (
		<LocationProvider scope={/^\/(?:$|bin$|tours\/|statistics\b|leads\b|settings\b)/}>
			<ErrorBoundary>
				<Router>
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

await loadMessages(account.language);
render(<App />, document.getElementById('app')!);
