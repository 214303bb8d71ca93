import {signal} from '@preact/signals';
import {useMemo} from 'preact/hooks';
import type {SnapshotStep} from '../../../shared/contract/snapshot.ts';
import type {Theme} from '../../../shared/contract/theme.ts';
import type {Tour} from '../../../shared/contract/tour.ts';
import {pageLanguage} from '../../../shared/tour/document/document.ts';
import {THEMES} from '../../../shared/tour/themes.ts';
import {account, client} from '../../shell/boot.ts';
import type {Device} from '../../stage/view.ts';
import {Draft} from '../draft.ts';
import {type Kept, keptDraft} from '../kept.ts';
import {LookBar} from '../look-bar.tsx';
import type {Look, Part} from '../look-frame.ts';
import {LookPanel} from '../look-panel.tsx';
import {stepsToShow} from '../samples.ts';
import {useDrafts, useLoaded} from '../use-look.ts';
import {Waiting} from '../waiting.tsx';
import {words} from '../words.ts';
import {Colors} from './colors.tsx';
import {Fonts} from './fonts.tsx';
import {Presets} from './presets.tsx';
import {hasOwnColors, themeInput, withColor, withPreset} from './theme-value.ts';

type Loaded = {tour: Tour; steps: Record<'step' | 'slide', SnapshotStep>; kept: Kept<Theme> | undefined};
const PARTS: Part[] = ['step', 'slide', 'form', 'card'];

/** How a tour looks: preset, colours and font, beside the player that wears them. */
export function ThemeScreen() {
	const {loaded, fault, retry} = useLoaded<Loaded>(async tour => ({
		tour,
		steps: await stepsToShow(tour, location.hash.slice(1)),
		kept: await keptDraft<Theme>(account.id, tour.id, 'theme').read(),
	}));
	return loaded ? <ThemeEditor key={loaded.tour.id} {...loaded} /> : <Waiting fault={fault} retry={retry} />;
}

function ThemeEditor({tour, steps, kept}: Loaded) {
	const draft = useMemo(() => themeDraft(tour, kept), []);
	const part = useMemo(() => signal<Part>('step'), []);
	const device = useMemo(() => signal<Device>(innerWidth < 720 ? 'phone' : 'desk'), []);
	useDrafts([draft as Draft<unknown>], () => draft as Draft<unknown>);
	document.title = `${words.theme}: ${tour.name} · Roteiro`;
	const theme = draft.value.value;
	const {leadCapture, endCta, narrationSettings} = tour;
	const look = (): Look => ({
		part: part.value,
		language: pageLanguage(narrationSettings),
		theme: draft.value.value,
		steps,
		form: leadCapture,
		card: endCta,
	});
	const off: Partial<Record<Part, boolean>> = {form: !leadCapture.enabled, card: !endCta.enabled};
	return (
		<div class="lookscreen">
			<LookBar tour={tour} here="theme" draft={draft as Draft<unknown>} drafts={[draft as Draft<unknown>]} />
			<main class="lookfields">
				<h2>{words.theme}</h2>
				<Presets chosen={theme.preset} choose={preset => draft.change(withPreset(theme, preset))} />
				<Colors
					colors={theme.colors}
					change={(key, color) => draft.change(withColor(draft.value.value, key, color), key)}
					reset={hasOwnColors(theme) ? () => draft.change({...theme, colors: THEMES[theme.preset].colors}) : null}
				/>
				<Fonts theme={theme} choose={font => draft.change({...theme, font})} />
			</main>
			<LookPanel part={part} parts={PARTS} device={device} look={look} isOff={name => off[name] ?? false} />
		</div>
	);
}

function themeDraft({id, version, theme}: Tour, kept: Kept<Theme> | undefined): Draft<Theme> {
	const draft = new Draft<Theme>({
		first: theme,
		version: {current: version},
		async save(value, stored, {ifMatch, keepalive}) {
			let next = ifMatch;
			const onVersion = (read: number) => {
				next = read;
			};
			const response = await client.call('PUT /tours/{id}/theme', {id, ...themeInput(value, stored)}, {ifMatch, keepalive, onVersion});
			return {value: response.theme, version: next};
		},
		async read() {
			const {tour} = await client.call('GET /tours/{id}', {id});
			return {value: tour.theme, version: tour.version};
		},
		keep: keptDraft<Theme>(account.id, id, 'theme').keep,
	});
	draft.takeUp(kept);
	return draft;
}
