import {signal} from '@preact/signals';
import {useEffect, useId, useMemo, useState} from 'preact/hooks';
import type {Pictures} from '../../../shared/contract/pictures/shown.ts';
import type {Colors as All, ColorKey, Preset, Theme} from '../../../shared/contract/theme.ts';
import {words} from '../../../shared/locales/en/editor/appearance.ts';
import {hasBrowserBar} from '../../../shared/tour/browser-bar.ts';
import type {Publisher} from '../../../shared/tour/cards.ts';
import {pageLanguage} from '../../../shared/tour/document/document.ts';
import {fontOf, pageColors, scrims, THEMES} from '../../../shared/tour/themes.ts';
import {numeral} from '../../messages/index.ts';
import type {Device} from '../../session/view.ts';
import {Check, TriangleAlert} from '../../shell/icons.ts';
import {LookBar, Waiting} from '../bar.tsx';
import {cardDraftOf, formDraftOf, shownCard, shownForm} from '../cards/cards-value.ts';
import type {Look, Part} from '../frame.ts';
import {LookPanel} from '../panel.tsx';
import {type Looked, useLooked, useWatched} from '../use-appearance.ts';
import {Fonts} from './fonts.tsx';
import {adviceFor, COLOR_KEYS, hasOwnColors, PRESETS, readColor, withColor, withPreset} from './theme-value.ts';

const PARTS: Part[] = ['step', 'slide', 'form', 'card'];
const FRAMES = Object.keys(words.frames) as Array<Pictures['frame']>;

/** Stands for an owner without a name: the consent's text names the owner, which does not matter to a theme. */
const NOBODY: Publisher = {company: null, privacyUrl: null};

type Props = {colors: All; change: (key: ColorKey, color: string) => void; reset: (() => void) | null};

/** Edits a tour's theme: preset, colours and font, beside the player that wears them. */
export function ThemeScreen() {
	const {looked, fault, retry} = useLooked(async () => NOBODY);
	return looked ? <ThemeEditor key={looked.work.outbox.tour.peek().id} {...looked} /> : <Waiting fault={fault} retry={retry} />;
}

function ThemeEditor({work, steps, more: publisher}: Looked<Publisher>) {
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
			browserBar: hasBrowserBar(tour.value),
			form: shownForm(formDraftOf(leadCapture, language, publisher), language, publisher),
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
				<PictureFrames work={work} />
			</main>
			<LookPanel part={part} parts={PARTS} device={device} look={look} isOff={name => off[name] ?? false} />
		</div>
	);
}

/** The ready themes, each as a small picture of a step in its colours. */
function Presets({chosen, choose}: {chosen: Preset; choose: (preset: Preset) => void}) {
	return (
		<fieldset class="presets">
			<legend>
				<h3>{words.preset}</h3>
			</legend>
			{PRESETS.map(preset => (
				<label key={preset}>
					<input type="radio" class="unseen" name="preset" value={preset} checked={preset === chosen} onChange={() => choose(preset)} />
					<Picture preset={preset} />
					<span>{words.presets[preset]}</span>
				</label>
			))}
		</fieldset>
	);
}

function Picture({preset}: {preset: Preset}) {
	const {colors} = THEMES[preset];
	const style = {
		'--p-page': pageColors(colors).background,
		'--p-bg': colors.popoverBg,
		'--p-title': colors.title,
		'--p-text': colors.text,
		'--p-button': colors.button,
		'--p-accent': colors.accent,
		'--p-hotspot': colors.hotspot,
		'--p-veil': scrims(colors).dim,
	};
	return (
		<span class="swatch" style={style} aria-hidden="true">
			<span class="shot">
				<i class="ring" />
				<span class={fontOf({preset, font: 'default'}).includes('serif') ? 'say serif' : 'say'}>
					<b>Aa</b>
					<i class="line" />
					<i class="line short" />
					<i class="go" />
				</span>
			</span>
		</span>
	);
}

/** The seven colours, each with how well it is read, and the colour that would be. */
function Colors({colors, change, reset}: Props) {
	return (
		<section class="colors" aria-label={words.colorsTitle}>
			<div class="titled">
				<h3>{words.colorsTitle}</h3>
				{reset && (
					<button type="button" class="link" onClick={reset}>
						{words.reset}
					</button>
				)}
			</div>
			{COLOR_KEYS.map(key => (
				<Color key={key} name={key} colors={colors} change={color => change(key, color)} />
			))}
		</section>
	);
}

function Color({name, colors, change}: {name: ColorKey; colors: All; change: (color: string) => void}) {
	const label = words.colors[name];
	const color = colors[name].toUpperCase();
	const [typed, setTyped] = useState(color);
	const id = useId();
	// The text being typed stays until it means another colour.
	useEffect(() => setTyped(now => (readColor(now) === color ? now : color)), [color]);
	const wrong = readColor(typed) === null;
	return (
		<div class="color">
			<label for={id}>{label}</label>
			<input
				type="color"
				aria-label={words.choose(label)}
				value={color.toLowerCase()}
				onInput={event => change(event.currentTarget.value.toUpperCase())}
			/>
			<input
				id={id}
				class="hex"
				value={typed}
				maxLength={9}
				spellcheck={false}
				autocomplete="off"
				aria-invalid={wrong}
				aria-describedby={`${id}-said`}
				onInput={event => {
					const {value} = event.currentTarget;
					setTyped(value);
					const read = readColor(value);
					if (read) change(read);
				}}
				onBlur={() => setTyped(color)}
			/>
			<span class="said" id={`${id}-said`}>
				{wrong ? <span class="bad">{words.notColor}</span> : <Said name={name} colors={colors} />}
			</span>
			{!wrong && <Way name={name} colors={colors} change={change} />}
		</div>
	);
}

function Said({name, colors}: {name: ColorKey; colors: All}) {
	const advice = adviceFor(name, colors);
	if (!advice) return <span>{name === 'overlay' ? words.tint : words.anyPicture}</span>;
	// Rounded down: 4.46 is not the 4.5 that it needs.
	const ratio = numeral(Math.floor(advice.ratio * 10) / 10, 1, {minimumFractionDigits: 1});
	if (advice.passes)
		return (
			<span class="good">
				<Check size={14} />
				{words.reads(ratio)}
			</span>
		);
	return (
		<span class="warn">
			<TriangleAlert size={14} />
			{words.hard(ratio)}
		</span>
	);
}

function Way({name, colors, change}: {name: ColorKey; colors: All; change: (color: string) => void}) {
	const advice = adviceFor(name, colors);
	if (!advice || advice.passes) return null;
	const {use} = advice;
	if (!use) return null;
	return (
		<button type="button" class="use" onClick={() => change(use)}>
			<i style={{background: use}} />
			{words.use(use)}
		</button>
	);
}

/** Chooses what is drawn around the pictures. */
function PictureFrames({work}: Pick<Looked<unknown>, 'work'>) {
	const {pictures} = work.outbox.tour.value;
	return (
		<fieldset class="frames">
			<legend>
				<h3>{words.frame}</h3>
			</legend>
			{FRAMES.map(frame => (
				<label key={frame}>
					<input
						type="radio"
						name="frame"
						value={frame}
						checked={frame === pictures.frame}
						onChange={() => work.set({pictures}, {pictures: {frame}})}
					/>
					<span>{words.frames[frame]}</span>
				</label>
			))}
		</fieldset>
	);
}
