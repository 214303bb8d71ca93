import {useEffect, useState} from 'preact/hooks';
import {fontFamily, SOURCES} from '../../../renderers/fonts/families.ts';
import type {Font, Theme} from '../../../shared/contract/theme.ts';
import {words} from '../../../shared/locales/en/editor/appearance.ts';
import {fontOf} from '../../../shared/tour/themes.ts';
import {fontRules} from '../../stage/player-style.ts';
import {FONTS} from './theme-value.ts';

/** The fonts of the service, each written in itself. Their files are fetched once the list is opened. */
export function Fonts({theme, choose}: {theme: Theme; choose: (font: Font) => void}) {
	useFaces();
	const [open, setOpen] = useState(false);
	const real = (font: Font) => fontOf({preset: theme.preset, font});
	const name = (font: Font) => (font === 'default' ? words.ownFont(SOURCES[real(font)].family) : SOURCES[real(font)].family);
	return (
		<section class="fonts" aria-label={words.font}>
			<h3>{words.font}</h3>
			<details onToggle={event => setOpen(event.currentTarget.open)}>
				<summary>
					<span style={{fontFamily: fontFamily(real(theme.font))}}>{name(theme.font)}</span>
				</summary>
				<fieldset aria-label={words.font}>
					{FONTS.map(font => (
						<label key={font}>
							<input type="radio" name="font" value={font} checked={font === theme.font} onChange={() => choose(font)} />
							<span style={open ? {fontFamily: fontFamily(real(font))} : undefined}>{name(font)}</span>
						</label>
					))}
				</fieldset>
			</details>
		</section>
	);
}

/** The faces of all fonts, for this page as well as for the frame. */
function useFaces(): void {
	useEffect(() => {
		const sheet = new CSSStyleSheet();
		sheet.replaceSync((Object.keys(SOURCES) as Array<keyof typeof SOURCES>).map(fontRules).join(''));
		document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
		return () => {
			document.adoptedStyleSheets = document.adoptedStyleSheets.filter(other => other !== sheet);
		};
	}, []);
}
