import type {Edit, StepValues} from '../../contract/edit.ts';

/** Lists the mediaIds that a change sets, or names as the value before it. */
export function imagesNamed(change: Edit): string[] {
	const {set, was} = change as {set?: StepValues; was?: StepValues};
	return [set?.image?.mediaId, was?.image?.mediaId].filter(mediaId => mediaId !== undefined);
}

/** Returns the change with these images exchanged for others. */
export function exchangeImages(change: Edit, others: ReadonlyMap<string, string>): Edit {
	const exchanged = (values: StepValues) => {
		const mediaId = values.image?.mediaId;
		const other = mediaId === undefined ? undefined : others.get(mediaId);
		return other === undefined ? values : {...values, image: {mediaId: other}};
	};
	const {set, was} = change as {set?: StepValues; was?: StepValues};
	return {...change, ...(set && {set: exchanged(set)}), ...(was && {was: exchanged(was)})} as Edit;
}
