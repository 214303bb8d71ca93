import type {AnimationFormat, Effort} from '../../video/encode-animation.ts';

export type Style = 'slides' | 'motion';
/** One way to make the animation, `size` beside the first one as far as can be known before it is made. */
export type Rung = Effort & {style: Style; share: number; gave: string[]};

const FPS = {most: 12, least: 8};
/** One frame a step, which begins with a half of a second. */
const SLIDES_FPS = 2;
const WIDTHS = [640, 480, 320];
const COLORS = {most: 128, least: 64};
const QUALITY = {most: 75, least: 50};
/** A screen is 8 : 5. */
const RATIO = 5 / 8;
/** Share of the bytes that is left with half of the colours or the lower quality, and without motion. */
const PLAIN_SHARE = 0.75;
const SLIDES_SHARE = 0.1;

/** Lists tries for smaller files: each gives up more of the frames, width, colours and motion. */
export function ladderOf(format: AnimationFormat, style: Style, width: number): Rung[] {
	const colors = format === 'gif' ? `${COLORS.least} colours instead of ${COLORS.most}` : 'a lower quality';
	const widths = WIDTHS.filter(each => each < width);
	const rungs: Rung[] = [];
	const add = (fps: number, across: number, plain: boolean, moves: Style, share: number) => {
		const even = 2 * Math.round(across / 2);
		const gave = [
			moves !== style && 'one frame a step instead of motion',
			moves === 'motion' && fps < FPS.most && `${fps} frames a second instead of ${FPS.most}`,
			across < width && `${across} pixels across instead of ${width}`,
			plain && colors,
		];
		rungs.push({
			fps,
			width: even,
			height: 2 * Math.round((across * RATIO) / 2),
			colors: plain ? COLORS.least : COLORS.most,
			quality: plain ? QUALITY.least : QUALITY.most,
			style: moves,
			share: share * (across / width) ** 2 * (plain ? PLAIN_SHARE : 1),
			gave: gave.filter(each => each !== false),
		});
	};
	const slow = FPS.least / FPS.most;
	if (style === 'motion') {
		add(FPS.most, width, false, 'motion', 1);
		add(FPS.least, width, false, 'motion', slow);
		// Smaller than 480 pixels nothing can be read: rather without motion.
		for (const across of widths.filter(each => each >= 480)) add(FPS.least, across, false, 'motion', slow);
		add(FPS.least, Math.min(width, 480), true, 'motion', slow);
	}
	const still = style === 'slides' ? 1 : SLIDES_SHARE;
	for (const across of [width, ...widths]) add(SLIDES_FPS, across, false, 'slides', still);
	add(SLIDES_FPS, widths.at(-1) ?? width, true, 'slides', still);
	return rungs;
}

/**
 * Returns the next rung to try after this one, which came to so many bytes: the next that may be small enough, else
 * the following one. Null after the last.
 */
export function nextRung(ladder: Rung[], tried: number, bytes: number, maxBytes: number): number | null {
	if (tried >= ladder.length - 1) return null;
	const perShare = bytes / ladder[tried]!.share;
	const next = ladder.findIndex((rung, index) => index > tried && perShare * rung.share <= maxBytes * HOPE);
	return next < 0 ? tried + 1 : next;
}

/** Factor by which a try may seem too large: the shares are guesses. */
const HOPE = 1.3;
