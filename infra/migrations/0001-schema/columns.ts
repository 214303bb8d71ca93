/**
 * Returns the type of an identifier, slug or file name: compared bytewise, blanks at the end too. MariaDB and MySQL (8.0.17) name the collation
 * differently, and each passes over the comment that is meant for the other.
 */
export const WORD = (length: number) =>
	`VARCHAR(${length}) CHARACTER SET utf8mb4 COLLATE /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */`;
/** Returns the type of a word in ASCII, bytewise in both; compared with parameters, never with a `WORD` of another table. */
export const ASCII = (length: number) => `VARCHAR(${length}) CHARACTER SET ascii COLLATE ascii_bin`;
export const TABLE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';
