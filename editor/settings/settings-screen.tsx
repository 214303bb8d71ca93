import type {ComponentType} from 'preact';
import {useEffect} from 'preact/hooks';
import {words} from '../../shared/locales/en/editor/settings.ts';
import {AppWindow, Database, Gauge, History, KeyRound, ShieldCheck, UserRound} from '../shell/icons.ts';
import {Shell} from '../shell/shell.tsx';
import {AppsSection} from './apps-section.tsx';
import {DataSection} from './data-section.tsx';
import {KeysSection} from './keys-section.tsx';
import {LimitsSection} from './limits-section.tsx';
import {ProfileSection} from './profile-section.tsx';
import {SecuritySection} from './security-section.tsx';
import {UsesSection} from './uses-section.tsx';

const SECTIONS = {
	profile: [UserRound, ProfileSection],
	security: [ShieldCheck, SecuritySection],
	keys: [KeyRound, KeysSection],
	apps: [AppWindow, AppsSection],
	uses: [History, UsesSection],
	limits: [Gauge, LimitsSection],
	data: [Database, DataSection],
} as const satisfies Record<string, readonly [typeof Gauge, ComponentType]>;
type Name = keyof typeof SECTIONS;

/** The account: who it is, what opens it, what it uses. */
export function SettingsScreen({section}: {section?: string}) {
	const name = section && Object.hasOwn(SECTIONS, section) ? (section as Name) : 'profile';
	const [, Section] = SECTIONS[name];
	useEffect(() => {
		document.title = `${words.sections[name]} · ${words.title} · Roteiro`;
		document.querySelector('.settings-nav [aria-current]')?.scrollIntoView({block: 'nearest', inline: 'center'});
	}, [name]);
	return (
		<Shell here="settings">
			<header class="head">
				<h1>{words.title}</h1>
			</header>
			<div class="settings">
				<nav class="settings-nav" aria-label={words.title}>
					{(Object.keys(SECTIONS) as Name[]).map(each => {
						const [Icon] = SECTIONS[each];
						return (
							<a key={each} href={`/settings/${each}`} aria-current={each === name ? 'page' : undefined}>
								<Icon size={16} />
								{words.sections[each]}
							</a>
						);
					})}
				</nav>
				<div class="section-body">
					<Section />
				</div>
			</div>
		</Shell>
	);
}
