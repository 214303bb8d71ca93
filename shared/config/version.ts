import manifest from '../../package.json' with {type: 'json'};

/** Of the product, and with it of the API's description. */
export const VERSION = manifest.version;
