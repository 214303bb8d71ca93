import {signal} from '@preact/signals';
import {useMemo} from 'preact/hooks';
import type {Theme} from '../../../shared/contract/theme.ts';
import {words} from '../../../shared/locales/en/editor/appearance.ts';
import type {Offerer} from '../../../shared/tour/cards.ts';
import {pageLanguage} from '../../../shared/tour/document/document.ts';
import {THEMES} from '../../../shared/tour/themes.ts';
import type {Device} from '../../session/view.ts';
import {LookBar} from '../bar.tsx';
import {cardDraftOf, formDraftOf, shownCard, shownForm} from '../cards/cards-value.ts';
import type {Look, Part} from '../frame.ts';
import {LookPanel} from '../panel.tsx';
import {type Looked, useLooked, useWatched} from '../use-appearance.ts';
import {Waiting} from '../waiting.tsx';
import {Colors} from './colors.tsx';
import {Fonts} from './fonts.tsx';
import {Presets} from './presets.tsx';
import {hasOwnColors, withColor, withPreset} from './theme-value.ts';

const PARTS: Part[] = ['step', 'slide', 'form', 'card'];

/** Stands for an owner without a name: the consent's text names the owner, which does not matter to a theme. */
const NOBODY: Offerer = {company: null, privacyUrl: null};

/** Edits a tour's theme: preset, colours and font, beside the player that wears them. */
export function ThemeScreen() {
	const {looked, fault, retry} = useLooked(async () => NOBODY);
	return looked ? <ThemeEditor key={looked.work.outbox.tour.peek().id} {...looked} /> : <Waiting fault={fault} retry={retry} />;
}

function ThemeEditor({work, steps, more: offerer}: Looked<Offerer>) {
	const {tour} = work.outbox;
	const part = useMemo(() => signal<Part>('step'), []);
	const device = useMemo(() => signal<Device>(innerWidth < 720 ? 'phone' : 'desk'), []);
	const others = useWatched(work);
	const {name, theme, leadCapture, endCta} = tour.value;
	document.title = `${words.theme}: ${name} · Roteiro`;
	const change = (after: Theme) => work.set({theme: tour.peek().theme}, {theme: after});
	const look = (): Look => {
		const {theme, leadCapture, endCta, narrationSettings} = tour.value;
		const language = pageLanguage(narrationSettings);
		return {
			part: part.value,
			language,
			theme,
			steps,
			form: shownForm(formDraftOf(leadCapture, language, offerer), language, offerer),
			card: shownCard(cardDraftOf(endCta, language), language),
		};
	};
	const off: Partial<Record<Part, boolean>> = {form: !leadCapture.enabled, card: !endCta.enabled};
	return (
		<div class="lookscreen">
			<LookBar work={work} others={others} here="theme" />
			<main class="lookfields">
				<h2>{words.theme}</h2>
				<Presets chosen={theme.preset} choose={preset => change(withPreset(theme, preset))} />
				<Colors
					colors={theme.colors}
					change={(key, color) => change(withColor(tour.peek().theme, key, color))}
					reset={hasOwnColors(theme) ? () => change({...theme, colors: THEMES[theme.preset].colors}) : null}
				/>
				<Fonts theme={theme} choose={font => change({...theme, font})} />
			</main>
			<LookPanel part={part} parts={PARTS} device={device} look={look} isOff={name => off[name] ?? false} />
		</div>
	);
}
