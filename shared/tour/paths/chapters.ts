import type {Chapter} from '../../contract/paths/actions.ts';
import {invalid} from '../../errors.ts';

/** Returns chapters as a tour keeps them. Throws `invalid_request` where a scene stands twice; `field` begins the paths of faults. */
export function chaptersToKeep(chapters: Chapter[], field = ''): Chapter[] {
	const first = new Map<number, number>();
	const faults = chapters.flatMap(({scene}, index) => {
		const earlier = first.get(scene);
		if (earlier === undefined) first.set(scene, index);
		if (earlier === undefined) return [];
		const message = `${field}chapters[${earlier}] names scene ${scene} as well.`;
		return [{field: `${field}chapters[${index}].scene`, message, hint: 'Name each scene once.'}];
	});
	if (faults.length > 0) throw invalid(faults);
	return chapters;
}
