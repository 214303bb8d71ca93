import type {ComponentChildren} from 'preact';
import {m} from '../messages/index.ts';
import {Foot} from './account-menu.tsx';
import {ChartNoAxesColumn, Contact, Rows3, Settings, Trash2} from './icons.ts';
import {account} from './session-data.ts';

const PLACES = {
	tours: ['/', Rows3],
	statistics: ['/statistics', ChartNoAxesColumn],
	leads: ['/leads', Contact],
	bin: ['/bin', Trash2],
	settings: ['/settings', Settings],
} as const;
export type Place = keyof typeof PLACES;

/** Places of an account without a plan for tours: those that belong to its owner in any case. */
const WITHOUT_PLAN: readonly Place[] = ['leads', 'settings'];

/** Surrounds the lists with the ways to other places, and shows the account. */
export function Shell({here, children}: {here: Place; children: ComponentChildren}) {
	const places = (Object.keys(PLACES) as Place[]).filter(place => account.plan !== 'free' || WITHOUT_PLAN.includes(place));
	return (
		<div class="shell">
			<a class="skip" href="#content">
				{m.skip}
			</a>
			<nav class="side" aria-label={m.nav.label}>
				<a class="wordmark" href="/" target={account.plan === 'free' ? '_self' : undefined}>
					<Mark />
					<span>Roteiro</span>
				</a>
				<div class="ways">
					{places.map(place => {
						const [href, Icon] = PLACES[place];
						return (
							<a key={place} href={href} aria-current={here === place ? 'page' : undefined}>
								<Icon size={18} />
								<span>{m.nav[place]}</span>
							</a>
						);
					})}
				</div>
				<Foot />
			</nav>
			<main id="content" class="content" tabIndex={-1}>
				{children}
			</main>
		</div>
	);
}

/** A highlight and its click point. */
export function Mark() {
	return (
		<svg class="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
			<rect x="2" y="5" width="20" height="14" rx="4" />
			<circle cx="15.5" cy="12" r="3.5" />
		</svg>
	);
}

/** Says that there is nothing at this address, or why it cannot be shown. */
export function Missing({why = m.notFound}: {why?: string}) {
	const [href, label] = why === m.save.gone ? ['/bin', m.nav.bin] : ['/', m.edit.back];
	return (
		<Shell here="tours">
			<div class="nothing">
				<h1>{why}</h1>
				<a class="button" href={href}>
					{label}
				</a>
			</div>
		</Shell>
	);
}
