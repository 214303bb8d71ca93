/** Largest thumbnail: twice the pixels of a row, once those of a card. */
const WIDTH = 320;
const MAX_HEIGHT = 640;

type Size = {width: number; height: number};

/** Pixels of the thumbnail of an image: within 320 x 640, in the image's proportions, and none larger than the image. */
export function thumbnailSize({width, height}: Size): Size {
	const scale = Math.min(1, WIDTH / width, MAX_HEIGHT / height);
	return {width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale))};
}
