// What other tools write, as tours, and how pictures are compared: a file of its own beside the command, which is loaded where it is needed.
export {difference} from '../folder/similar.ts';
export {INKLY_CONFIG, readInkly} from './inkly.ts';
export {MIMIK_MANIFEST, readMimik} from './mimik.ts';
export {describePages} from './pages.ts';
