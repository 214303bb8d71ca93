/** Words of documents made of a tour, PDF and guide, beside the author's. */
export const paper = {
	open: 'Open the interactive tour',
	missing: 'The picture of this step is no longer stored.',
};
