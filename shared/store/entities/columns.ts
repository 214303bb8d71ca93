import type {EntitySchemaColumnOptions} from 'typeorm';

/** Column types of the tables. Identifiers, slugs and file names are compared bytewise, secrets are BINARY hashes. */

/** A text compared bytewise, even its trailing blanks. Migrations name the collation, which differs in MariaDB and MySQL. */
export const word = (length: number, more: Partial<EntitySchemaColumnOptions> = {}): EntitySchemaColumnOptions => ({
	type: 'varchar',
	length,
	charset: 'utf8mb4',
	...more,
});
export const hash = (more: Partial<EntitySchemaColumnOptions> = {}): EntitySchemaColumnOptions => ({type: 'binary', length: 32, ...more});
export const time = (name: string, more: Partial<EntitySchemaColumnOptions> = {}): EntitySchemaColumnOptions => ({
	type: 'datetime',
	precision: 3,
	name,
	...more,
});
/** Returns a boolean column, stored as 1 or 0. */
export const flag = (): EntitySchemaColumnOptions => ({type: 'int', transformer: {from: (value: number) => value === 1, to: Number}});
export const id = word(40, {primary: true});
export const accountId = word(40, {name: 'account_id'});
/** An ASCII word, compared bytewise in MariaDB and MySQL alike. Compare it with parameters, never with a `word` column. */
export const ascii = (length: number, more: Partial<EntitySchemaColumnOptions> = {}): EntitySchemaColumnOptions => ({
	type: 'varchar',
	length,
	charset: 'ascii',
	collation: 'ascii_bin',
	...more,
});
