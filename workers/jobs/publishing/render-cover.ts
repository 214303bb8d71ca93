import {coverRendererVersion} from '../../../renderers/code-version.ts';
import {coverStep, plainCover, renderCover as renderImage} from '../../../renderers/cover/cover.ts';
import type {Snapshot} from '../../../shared/contract/snapshot.ts';
import {fileName} from '../../../shared/files/file-store.ts';
import {ownBytes} from '../../../shared/files/own-bytes.ts';
import {sha256} from '../../../shared/ids.ts';
import type {renderCover as job} from '../../../shared/queue/jobs/publishing.ts';
import type {Services} from '../../../shared/services/services.ts';
import {type Db, tx} from '../../../shared/store/database.ts';
import {imagesOfFile, noteDerived} from '../../../shared/store/media/derived-files.ts';
import {attachCover, findPlainCover, showsSnapshot} from '../../../shared/store/publications.ts';
import {canonicalJson} from '../../../shared/tour/document/canonical-json.ts';
import type {Handler} from '../../runtime/handler.ts';
import {coverImage, coverImageFile, readSnapshot} from './snapshot.ts';

/** A plain cover in the file store. Two of the same recipe are the same picture; null where it could not be drawn of all its parts. */
type PlainCover = {plainCover: string; plainRecipe: Buffer | null};

const NOT_WANTED = {response: {status: 200, body: {}}};

/** Returns the snapshot's plain cover for a page of this account: the stored one if it was made from equal content, else a new drawing. */
export async function storePlainCover(
	snapshot: Snapshot,
	{database, files}: Pick<Services, 'database' | 'files'>,
	accountId: string,
): Promise<PlainCover> {
	const recipe = recipeOf(snapshot);
	const name = await findPlainCover(database.manager, recipe);
	const drawn = name && (await files.read('media', name));
	const store = async (jpeg: Buffer) => {
		await tx(database, db => noteCover(db, accountId, snapshot, fileName('media', jpeg, '.jpg')));
		return files.put('media', jpeg, '.jpg');
	};
	// Stored again, so that a sweep does not remove it just now.
	if (drawn) return {plainCover: await store(drawn), plainRecipe: recipe};
	const image = await coverImage(files, snapshot);
	const isWhole = image !== null || coverImageFile(snapshot) === null;
	const jpeg = ownBytes(await plainCover(snapshot, image), accountId);
	return {plainCover: await store(jpeg), plainRecipe: isWhole ? recipe : null};
}

/** Notes which of the account's images a cover is about to be made of. */
async function noteCover(db: Db, accountId: string, snapshot: Snapshot, cover: string): Promise<void> {
	const file = coverImageFile(snapshot);
	if (file !== null) await noteDerived(db, accountId, await imagesOfFile(db, accountId, file), [cover]);
}

/** All that a plain cover is made of. */
function recipeOf(snapshot: Snapshot): Buffer {
	const image = coverImageFile(snapshot);
	const highlight = coverStep(snapshot)?.highlight ?? null;
	return sha256(canonicalJson({edition: coverRendererVersion(), image, highlight, colors: snapshot.theme.colors}));
}

/** Renders the cover and attaches it, unless the link shows another content by then: then it is not drawn, or not even stored. */
export const renderCover: Handler<typeof job> = async (input, {services, browser, accountId}) => {
	const {database, files} = services;
	const isShown = (db: Db) => showsSnapshot(db, input.publicationId, input.snapshot);
	if (!(await isShown(database.manager))) return NOT_WANTED;
	const snapshot = await readSnapshot(files, input.snapshot);
	const jpeg = ownBytes(await renderImage(browser, snapshot, await coverImage(files, snapshot)), accountId);
	const isWanted = await tx(database, async db => {
		if (!(await isShown(db))) return false;
		await noteCover(db, accountId, snapshot, fileName('media', jpeg, '.jpg'));
		return true;
	});
	if (!isWanted) return NOT_WANTED;
	const cover = await files.put('media', jpeg, '.jpg');
	return async db => {
		await attachCover(db, input.publicationId, input.snapshot, cover);
		return {response: {status: 200, body: {}}};
	};
};
