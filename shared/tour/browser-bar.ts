import type {Pictures, PicturesInput} from '../contract/pictures/shown.ts';
import type {Step} from '../contract/step.ts';

/** Pixels of an image; `frameless` where it looks like a page without the window that it was in. */
type Image = {width: number; height: number; frameless?: boolean};

/** True if the image has the shape of a desktop window: a narrower one is a part of it, a wider one several side by side. */
export function isWindow({width, height}: Image): boolean {
	return width >= 640 && width >= 1.2 * height && width <= 2.4 * height;
}

/**
 * True if the tour's pictures get the bar of a browser above them; by default only if every picture that could have one lacks it, since a bar that comes
 * and goes would move the pictures.
 */
export function hasBrowserBar({
	pictures,
	steps,
}: {
	pictures?: Pictures;
	steps: ReadonlyArray<Pick<Step, 'type'> & {image: Image | null}>;
}): boolean {
	const frame = pictures?.frame ?? 'auto';
	if (frame !== 'auto') return frame === 'browser';
	const windows = steps.flatMap(({type, image}) => (type === 'screen' && image && isWindow(image) ? [image.frameless] : []));
	return windows.length > 0 && windows.every(Boolean);
}

/** Returns how the pictures are shown, the default resolved. */
export function resolvePictures({frame = 'auto'}: PicturesInput = {}): Pictures {
	return {frame};
}

/** Returns the tour's member for how its pictures are shown; none for the default. */
export function storedPictures({frame = 'auto'}: PicturesInput = {}): {pictures?: Pictures} {
	return frame === 'auto' ? {} : {pictures: {frame}};
}
