import {noteOf} from './grouped.ts';

/** Stands for ava in a file of a group; its own URL names the file. */
export default noteOf(decodeURIComponent(new URL(import.meta.url).search.slice(1)));
