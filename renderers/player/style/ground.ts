import type {Preset, Theme} from '../../../shared/contract/theme.ts';

/** Condition under which a stage has room around it: not in narrow or low windows, nor on paper. */
const ROOM = '@media screen and (scripting:enabled) and (width>=52rem) and (height>=30rem) and (forced-colors:none)';

/** Writes the ground behind the stage: the cover's pattern, so faint that text on it stays readable. */
export function groundRule({preset}: Pick<Theme, 'preset'>): string {
	return `${ROOM}{:root:not(.bare) body{background:${GROUNDS[preset]}}}`;
}

const GROUNDS: Record<Preset, string> = {
	// Ruled paper.
	documento: 'repeating-linear-gradient(#0000 0 2.375rem,var(--faint) 0 2.5rem)',
	// Two discs.
	social:
		'radial-gradient(circle at 100% 0,var(--faint) 24rem,#0000 24.1rem),radial-gradient(circle at 0 100%,var(--faint) 19rem,#0000 19.1rem)',
	// A rising sun.
	'laranja-vibrante': 'radial-gradient(circle at 50% 100%,var(--faint) 30vw,#0000 30.1vw 38vw,var(--faint) 38.1vw 40vw,#0000 40.1vw)',
	// A beam of light.
	'corporate-blue': 'linear-gradient(115deg,#0000 55%,var(--faint) 55.1% 78%,#0000 78.1%)',
	// A screen that glows in the night.
	dark: 'linear-gradient(#0000 40%,var(--faint))',
	// An edge.
	'neutral-light': 'linear-gradient(#0000 70%,var(--faint) 70.1%)',
	// Hills.
	green:
		'radial-gradient(circle at 75% 190vh,var(--faint) 120vh,#0000 120.2vh),radial-gradient(circle at 15% 200vh,var(--faint) 130vh,#0000 130.2vh)',
	// Rings.
	violet: 'repeating-radial-gradient(circle,#0000 0 6rem,var(--faint) 6.1rem 6.9rem,#0000 7rem)',
};
