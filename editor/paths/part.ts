/** The part that is loaded at the first use of buttons, hotspots or the map. */
export {AreaLayer} from '../redact/area-layer.ts';
export {RedactBar} from '../redact/redact-bar.tsx';
export {ActionsFields, unreachedIn} from './actions-fields.tsx';
export {FlowDialog} from './flow/flow-dialog.tsx';
export {HotspotLayer} from './hotspot-layer.ts';
