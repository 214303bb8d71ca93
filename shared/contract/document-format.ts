/** Names that identify a document of a tour, for code that needs no schema. */

export const DOCUMENT_FORMAT = 'roteiro/tour';
export const DOCUMENT_VERSION = 1;
/** Path of the published JSON Schema. */
export const DOCUMENT_SCHEMA_PATH = '/schemas/tour-1.json';
/** Path of the published JSON Schema of a tour.yaml. */
export const FOLDER_SCHEMA_PATH = '/schemas/tour-folder-1.json';

/** The document of a bundle. */
export const BUNDLE_DOCUMENT = 'tour.json';

/** Pattern of keys: an account's own name for a tour, and a document's name for a step. */
export const KEY_PATTERN = '^[a-z0-9][a-z0-9._-]{0,63}$';
