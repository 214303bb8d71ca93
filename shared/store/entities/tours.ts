import {EntitySchema} from 'typeorm';
import type {ReadElement} from '../../contract/pictures/element.ts';
import type {ImageVariant} from '../../contract/snapshot.ts';
import type {VersionCause} from '../../contract/version.ts';
import type {TourContent} from '../../tour/document/document.ts';
import {accountId, ascii, flag, hash, id, time, word} from './columns.ts';

export type TourRow = {
	id: string;
	accountId: string;
	name: string;
	createdBy: 'agent' | 'editor';
	status: 'unpublished' | 'published';
	stepCount: number;
	version: number;
	/** Version of the last change of the content; publishing and unpublishing do not change it. */
	contentVersion: number;
	/** Version of the content that the public link shows; null without a link. */
	publishedVersion: number | null;
	slug: string | null;
	/** The account's own name for the tour, by which its document is put. */
	docKey: string | null;
	/** Author of the last change (`key/cred_…`), by which a new editing session is recognised; null before the first change. */
	changedBy: string | null;
	/** Time at which it was put into the bin. */
	deletedAt: Date | null;
	/** The beginning of the name, in which lists search; the server computes it. */
	nameStart: string;
	/** mediaId of the image that lists show for the tour. */
	firstImage: string | null;
	document: Omit<TourContent, 'name'>;
	createdAt: Date;
	updatedAt: Date;
};
export const TourEntity = new EntitySchema<TourRow>({
	name: 'Tour',
	tableName: 'tours',
	columns: {
		id,
		accountId,
		name: {type: 'mediumtext'},
		createdBy: word(10, {name: 'created_by'}),
		status: word(12),
		stepCount: {type: 'int', name: 'step_count'},
		version: {type: 'int'},
		contentVersion: {type: 'int', name: 'content_version'},
		publishedVersion: {type: 'int', name: 'published_version', nullable: true},
		slug: word(22, {nullable: true}),
		docKey: ascii(64, {name: 'doc_key', nullable: true}),
		changedBy: ascii(120, {name: 'changed_by', nullable: true}),
		deletedAt: time('deleted_at', {nullable: true}),
		nameStart: {type: 'varchar', length: 200, name: 'name_start', nullable: true, insert: false, update: false, select: false},
		firstImage: ascii(64, {name: 'first_image', nullable: true}),
		document: {type: 'json'},
		createdAt: time('created_at'),
		updatedAt: time('updated_at'),
	},
});

export type MediaRow = {
	accountId: string;
	mediaId: string;
	/** The file, among the originals, of the image's bytes without metadata and without bytes after their end. */
	original: string;
	name: string | null;
	width: number;
	height: number;
	format: 'png' | 'jpeg' | 'webp' | 'gif';
	bytes: number;
	color: string;
	variants: ImageVariant[];
	/** The first frame of an animated image, or none. A list because JSON columns hold only objects and arrays. */
	stills: ImageVariant[];
	/** The variants once more, where AVIF is the smaller; made afterwards. */
	avif: ImageVariant[];
	/** How much is drawn where, a `DETAIL_MAP`. */
	detail: string;
	/** True where it looks like a page without the window that it was in. */
	frameless: boolean;
	createdAt: Date;
	/** Time at which it was last sent, or taken into a step. */
	referencedAt: Date;
	/** Time since which it may be unused; null while it is used. */
	unusedSince: Date | null;
};
export const MediaEntity = new EntitySchema<MediaRow>({
	name: 'Media',
	tableName: 'media',
	columns: {
		accountId: {...accountId, primary: true},
		mediaId: word(64, {name: 'media_id', primary: true}),
		original: ascii(64),
		name: {type: 'varchar', length: 255, nullable: true},
		width: {type: 'int'},
		height: {type: 'int'},
		format: word(5),
		bytes: {type: 'int'},
		color: word(7),
		variants: {type: 'json'},
		stills: {type: 'json'},
		avif: {type: 'json'},
		detail: ascii(160),
		frameless: flag(),
		createdAt: time('created_at'),
		referencedAt: time('referenced_at'),
		unusedSince: time('unused_since', {nullable: true}),
	},
});

export type PublicationRow = {
	id: string;
	tourId: string;
	accountId: string;
	kind: 'live' | 'preview';
	/** The slug of a link, the token of a preview. */
	slug: string;
	title: string;
	language: string;
	snapshot: string;
	/** File names in the folder `pages`: the page as it is, and compressed. */
	page: {html: string; gzip: string; br: string};
	csp: string;
	/** mediaIds of its images. */
	media: string[];
	/** Files of its narration, in the folder `media`. */
	audio: string[];
	/** The opening form that it shows, if any. */
	leadForm: string | null;
	bytes: number;
	cover: string | null;
	coverJob: string | null;
	plainCover: string;
	/** Hash of all that the plain cover is made of. */
	plainRecipe: Buffer | null;
	/** Version of the renderer that made the page; null to have it rendered again. */
	renderer: string | null;
	/** Last renderer that ordered a new rendering of the page: each orders once. */
	askedRenderer: string | null;
	/** Time since which there are AVIF that the page does not use yet; null if there are none. */
	avifSince: Date | null;
	/** Version of the tour's content that the page shows. */
	tourVersion: number;
	width: number;
	height: number;
	publishedAt: Date;
	expiresAt: Date | null;
	takenDownAt: Date | null;
};
export const PublicationEntity = new EntitySchema<PublicationRow>({
	name: 'Publication',
	tableName: 'publications',
	columns: {
		id,
		tourId: word(40, {name: 'tour_id'}),
		accountId,
		kind: word(8),
		slug: word(22),
		title: {type: 'mediumtext'},
		language: word(35),
		snapshot: word(80),
		page: {type: 'json'},
		csp: {type: 'text'},
		media: {type: 'json'},
		audio: {type: 'json'},
		leadForm: word(32, {name: 'lead_form', nullable: true}),
		bytes: {type: 'int'},
		cover: word(80, {nullable: true}),
		coverJob: word(40, {name: 'cover_job', nullable: true}),
		plainCover: word(80, {name: 'plain_cover'}),
		plainRecipe: hash({name: 'plain_recipe', nullable: true}),
		renderer: ascii(64, {nullable: true}),
		askedRenderer: ascii(64, {name: 'asked_renderer', nullable: true}),
		avifSince: time('avif_since', {nullable: true}),
		tourVersion: {type: 'int', name: 'tour_version'},
		width: {type: 'int'},
		height: {type: 'int'},
		publishedAt: time('published_at'),
		expiresAt: time('expires_at', {nullable: true}),
		takenDownAt: time('taken_down_at', {nullable: true}),
	},
});

/** Elements that the reader of screenshots found on an image, and its version then. */
type ElementsRow = {accountId: string; mediaId: string; readerVersion: number; elements: ReadElement[]; readAt: Date};
export const ElementsEntity = new EntitySchema<ElementsRow>({
	name: 'MediaElements',
	tableName: 'media_elements',
	columns: {
		accountId: ascii(40, {name: 'account_id', primary: true}),
		mediaId: ascii(64, {name: 'media_id', primary: true}),
		readerVersion: {type: 'int', name: 'edition'},
		elements: {type: 'json'},
		readAt: time('read_at'),
	},
});

/** A tour as it was. Its number is the tour's version after the change that made it so. */
export type TourVersionRow = {
	tourId: string;
	number: number;
	accountId: string;
	cause: VersionCause;
	/** A name given by a person; null without. */
	name: string | null;
	actorType: string;
	actorName: string | null;
	/** The whole content with its narrations, JSON, gzip. */
	content: Buffer;
	/** sha256 of the JSON. */
	hash: Buffer;
	createdAt: Date;
};
export const TourVersionEntity = new EntitySchema<TourVersionRow>({
	name: 'TourVersion',
	tableName: 'tour_versions',
	columns: {
		tourId: ascii(40, {name: 'tour_id', primary: true}),
		number: {type: 'int', primary: true},
		accountId: ascii(40, {name: 'account_id'}),
		cause: ascii(12),
		name: {type: 'varchar', length: 200, nullable: true},
		actorType: ascii(8, {name: 'actor_type'}),
		actorName: {type: 'varchar', length: 255, name: 'actor_name', nullable: true},
		content: {type: 'mediumblob'},
		hash: hash(),
		createdAt: time('created_at'),
	},
});

/** A part of a tour's name by which it is found: the characters from one place on. */
export type TourNamePartRow = {tourId: string; part: string; accountId: string};
export const TourNamePartEntity = new EntitySchema<TourNamePartRow>({
	name: 'TourNamePart',
	tableName: 'tour_name_parts',
	columns: {
		tourId: ascii(40, {name: 'tour_id', primary: true}),
		part: {type: 'varchar', length: 10, primary: true},
		accountId: ascii(40, {name: 'account_id'}),
	},
});
