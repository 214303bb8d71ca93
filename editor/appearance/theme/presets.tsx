import type {Preset} from '../../../shared/contract/theme.ts';
import {words} from '../../../shared/locales/en/editor/appearance.ts';
import {fontOf, pageColors, readableOn, scrims, THEMES} from '../../../shared/tour/themes.ts';
import {PRESETS} from './theme-value.ts';

/** The ready themes, each as a small picture of a step in its colours. */
export function Presets({chosen, choose}: {chosen: Preset; choose: (preset: Preset) => void}) {
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
		'--p-label': readableOn(colors.button),
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
