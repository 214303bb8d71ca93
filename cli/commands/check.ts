import {readFolder} from '../folder/read-folder.ts';
import type {Output} from '../output.ts';

/** Reads the folder and says what is wrong with it, without the service. */
export async function check(given: string, output: Output): Promise<void> {
	const {key, document, pictures, file} = await readFolder(given);
	const steps = document.steps?.length ?? 0;
	output.line(
		`${file} is right: "${document.name}", ${steps} ${steps === 1 ? 'step' : 'steps'}, ${pictures.length} ${pictures.length === 1 ? 'picture' : 'pictures'}.`,
	);
	output.json({key, name: document.name, steps, pictures: pictures.length});
}
