import {readInPicture} from '../helpers/read-pictures.ts';
import {CANARY_PARTS, type CanaryCase} from './pages.ts';

/** `faults`: broken expectations. */
export type CanaryResult = {pictures: number; refused: number; faults: string[]};

/** Reads the pictures, and checks that each click, and the end, has its picture or its refusal. `files`: paths of the pictures. */
export async function judge({page, clicks, expects}: CanaryCase, files: string[], refused: number): Promise<CanaryResult> {
	const faults: string[] = [];
	const pictures = files.length;
	if (pictures + refused !== clicks.length + 1)
		faults.push(`${page}: ${pictures} pictures and ${refused} refusals of ${clicks.length + 1}`);
	if (expects === 'pictures' && refused > 0) faults.push(`${page}: ${refused} were refused`);
	if (expects === 'refusals' && pictures > 0) faults.push(`${page}: ${pictures} pictures were taken`);
	for (const file of files) {
		const shown = await readInPicture(file, CANARY_PARTS);
		if (shown.length > 0) faults.push(`${file} shows ${shown}`);
	}
	return {pictures, refused, faults};
}

/** Runs cases one after the other, and adds up their results. */
export async function addUp(cases: readonly CanaryCase[], follow: (one: CanaryCase) => Promise<CanaryResult>): Promise<CanaryResult> {
	const sum: CanaryResult = {pictures: 0, refused: 0, faults: []};
	for (const one of cases) {
		const {pictures, refused, faults} = await follow(one).catch((error: Error) => ({
			pictures: 0,
			refused: 0,
			faults: [`${one.page}: ${error.message}`],
		}));
		sum.pictures += pictures;
		sum.refused += refused;
		sum.faults.push(...faults);
	}
	return sum;
}
