/** What documents made of a tour say beside its author's words: PDF and guide. */
export const paper = {
	open: 'Open the interactive tour',
	missing: 'The picture of this step is no longer stored.',
};
