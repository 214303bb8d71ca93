import type {EntitySchemaColumnOptions} from 'typeorm';

/** Words of which the tables are declared. Identifiers, slugs and file names are compared bytewise, secrets are kept as BINARY hashes. */

export const word = (length: number, more: Partial<EntitySchemaColumnOptions> = {}): EntitySchemaColumnOptions => ({
	type: 'varchar',
	length,
	charset: 'utf8mb4',
	// Bytewise in MariaDB and MySQL alike, but for blanks at the end, which compare as nothing: no id in a path has one.
	collation: 'utf8mb4_bin',
	...more,
});
export const hash = (more: Partial<EntitySchemaColumnOptions> = {}): EntitySchemaColumnOptions => ({type: 'binary', length: 32, ...more});
export const time = (name: string, more: Partial<EntitySchemaColumnOptions> = {}): EntitySchemaColumnOptions => ({
	type: 'datetime',
	precision: 3,
	name,
	...more,
});
export const id = word(40, {primary: true});
export const accountId = word(40, {name: 'account_id'});
/** A word of ours in ASCII, bytewise in MariaDB and MySQL alike. Compared with parameters, never with a `word` of another table. */
export const ascii = (length: number, more: Partial<EntitySchemaColumnOptions> = {}): EntitySchemaColumnOptions => ({
	type: 'varchar',
	length,
	charset: 'ascii',
	collation: 'ascii_bin',
	...more,
});
