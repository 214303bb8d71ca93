/** True in scripts of tours that have paths; the compiler leaves out what a page without them does not need. */
declare const PATHS: boolean;
