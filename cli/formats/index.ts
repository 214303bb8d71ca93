// What other tools write, as tours: a file of its own beside the command, which is loaded where it is needed.
export {INKLY_CONFIG, readInkly} from './inkly.ts';
export {MIMIK_MANIFEST, readMimik} from './mimik.ts';
export {describePages} from './pages.ts';
