import type {VideoSize} from '../../shared/contract/exports/options.ts';

/** A window in which the player is filmed, CSS pixels, and the pixels of the film for each of them. */
export type Stage = {width: number; height: number; scale: number};

/**
 * The player's layouts: words beside the target on a wide stage, below the picture on a narrow one. Letters are as
 * large as on an upright telephone.
 */
export const STAGES: Record<VideoSize, Stage> = {
	'1080p': {width: 1280, height: 720, scale: 1.5},
	'720p': {width: 1280, height: 720, scale: 1},
	square: {width: 540, height: 540, scale: 2},
	vertical: {width: 540, height: 675, scale: 2},
};

/** Stage of an animated picture: small, so that words are readable at 800 pixels. 8 : 5, as most screens. */
export const ANIMATION_STAGE: Stage = {width: 960, height: 600, scale: 4 / 3};

/** Pixels of the film. */
export function filmSize({width, height, scale}: Stage): {width: number; height: number} {
	return {width: Math.round(width * scale), height: Math.round(height * scale)};
}
