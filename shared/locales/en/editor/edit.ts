/** Words of AI that are seen before it is used. */
export const aiEntryWords = {
	write: 'Write with AI',
	narration: 'Narration',
	open: 'AI for all steps',
	button: 'AI',
	stale: 'text changed after the narration',
};

/** Words about ways through a tour that the editor shows at once. */
export const pathEntryWords = {
	section: 'Buttons and hotspots',
	flow: 'Paths',
	pick: (label: string) => `“${label}”: choose the step.`,
	keys: ['F', 'Paths: the tour as a map'] as [string, string],
};

/** The words of the preview, and of the ways to how a tour looks. */
export const previewWords = {
	preview: 'Preview',
	title: 'Preview',
	hint: 'Nothing is counted or sent.',
	restart: 'From the start',
	empty: 'The tour has no steps yet.',
	design: 'Appearance',
	theme: 'Theme',
	cards: 'Form and closing card',
};

/** Words for the size of a step: for its author on the stage, and for visitors. */
export const viewWords = {
	zoom: 'Size on the screen',
	fit: 'Fit',
	camera: 'Camera',
	near: 'Zoom',
	auto: (times: string) => `Automatic (${times})`,
	none: 'Whole picture',
	own: 'Fixed',
	times: 'Zoom factor',
	whole: 'whole',
	part: 'a part',
	partHint: 'Of a picture so long or wide the page shows the part around the highlight, without one the top.',
	needsMark: 'The camera zooms in on the highlight, and this step has none.',
	hint: 'The step begins with the whole picture and zooms in. The preview shows it.',
	keys: [
		['P', 'Preview'],
		['0, +, −', 'Fit to the window, zoom in, zoom out'],
	] as Array<[string, string]>,
};
