/** What is loaded once somebody wants ways through a tour, or draws on a picture. */
export {AreaLayer} from '../redact/area-layer.ts';
export {RedactBar} from '../redact/redact-bar.tsx';
export {ActionsFields} from './actions-fields.tsx';
export {FlowDialog} from './flow/flow-dialog.tsx';
export {HotspotLayer} from './hotspot-layer.ts';
