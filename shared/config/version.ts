import manifest from '../../package.json' with {type: 'json'};

/** Version of the product and of its API. */
export const VERSION = manifest.version;
