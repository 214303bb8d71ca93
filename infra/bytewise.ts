/**
 * Identifiers, slugs and file names are compared bytewise, blanks at their end too. MariaDB and MySQL (8.0.17) have a collation for it each under
 * a name of its own, and pass over the comment that is meant for the other.
 */
export const BYTEWISE = 'CHARACTER SET utf8mb4 COLLATE /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */';
