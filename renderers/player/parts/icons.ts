import {type Html, trusted} from '../../../shared/html.ts';
import {POINTER} from '../../hotspot/hotspot.ts';

/** Our own drawings, 24 x 24, in the colour of the text beside them. */
export const ICONS = {
	previous: icon('M15 5l-7 7 7 7'),
	next: icon('M9 5l7 7-7 7'),
	replay: icon('M4 12a8 8 0 1 0 2.6-5.9M4 3.5v4.2h4.2'),
	fullscreen: icon('M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5'),
	whole: icon('M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.2 15.2L20 20M7.5 10.5h6'),
	link: icon('M7 17L17 7M9 7h8v8'),
	done: icon('M5 12.5l4.5 4.5L19 7.5'),
	play: icon('M7 4.5v15l12-7.5z'),
	pause: icon('M7 5h3v14H7zM14 5h3v14h-3z'),
	/** The second path strikes the first one out. */
	captions: icon('M3 5h18v14H3zM7 11h3M14 11h3M7 15h7M17 15h0', 'M2.5 2.5l19 19'),
	chapters: icon('M9 6h11M9 12h11M9 18h11M4 6h.5M4 12h.5M4 18h.5'),
	whatsapp: icon('M4 20l1.2-4A8 8 0 1 1 8.2 19zM9 8.5c0 3.5 3 6.5 6.5 6.5'),
	/** The pointer that clicks. */
	hand: trusted(
		`<svg class="hand" aria-hidden="true" viewBox="0 0 ${POINTER.square} ${POINTER.square}"><path d="M${POINTER.corners.join(' ')}z"/></svg>`,
	),
} satisfies Record<string, Html>;

function icon(...paths: string[]): Html {
	return trusted(
		'<svg aria-hidden="true" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">' +
			`${paths.map(path => `<path d="${path}"/>`).join('')}</svg>`,
	);
}
