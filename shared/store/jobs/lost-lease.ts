/** Thrown where a worker comes back to a row that is no longer its own: everything it wrote is rolled back. */
export class LostLease extends Error {}
