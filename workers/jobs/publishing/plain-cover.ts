import {coverStep, plainCover} from '../../../renderers/cover/cover.ts';
import {plainCoverEdition} from '../../../renderers/edition.ts';
import type {Snapshot} from '../../../shared/contract/snapshot.ts';
import {sha256} from '../../../shared/ids.ts';
import type {Services} from '../../../shared/services/services.ts';
import {findPlainCover} from '../../../shared/store/publications.ts';
import {canonicalJson} from '../../../shared/tour/document/canonical-json.ts';
import {coverImage, coverImageFile} from './snapshot.ts';

/** A plain cover in the file store. Two of the same recipe are the same picture; null where it could not be drawn of all its parts. */
type PlainCover = {plainCover: string; plainRecipe: Buffer | null};

/** The snapshot's plain cover: the one that stands there already where it is made of the same, else drawn anew. */
export async function storePlainCover(snapshot: Snapshot, {database, files}: Pick<Services, 'database' | 'files'>): Promise<PlainCover> {
	const recipe = recipeOf(snapshot);
	const name = await findPlainCover(database.manager, recipe);
	const drawn = name && (await files.read('media', name));
	// Stored again, so that a sweep that is about to remove it leaves it.
	if (drawn) return {plainCover: await files.put('media', drawn, '.jpg'), plainRecipe: recipe};
	const image = await coverImage(files, snapshot);
	const isWhole = image !== null || coverImageFile(snapshot) === null;
	const jpeg = await plainCover(snapshot, image);
	return {plainCover: await files.put('media', jpeg, '.jpg'), plainRecipe: isWhole ? recipe : null};
}

/** All that a plain cover is made of. */
function recipeOf(snapshot: Snapshot): Buffer {
	const image = coverImageFile(snapshot);
	const highlight = coverStep(snapshot)?.highlight ?? null;
	return sha256(canonicalJson({edition: plainCoverEdition(), image, highlight, colors: snapshot.theme.colors}));
}
