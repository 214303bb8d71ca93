/** Location of an object store, from `FILES=s3://bucket/prefix?endpoint=…&region=…`. */
export type S3Location = {bucket: string; prefix: string; endpoint?: string; region: string; pathStyle: boolean};

/** Reads `s3://bucket/prefix?endpoint=https://host&region=name&pathStyle=false`. Throws where it is not one. */
export function readS3Location(text: string): S3Location {
	const url = URL.parse(text);
	const bucket = url?.hostname ?? '';
	const known = ['endpoint', 'region', 'pathStyle'];
	const unknown = [...(url?.searchParams.keys() ?? [])].filter(name => !known.includes(name));
	if (url?.protocol !== 's3:' || !bucket || unknown.length > 0) {
		throw new Error(`FILES must look like s3://bucket/prefix?endpoint=https://host&region=name, not "${text}".`);
	}
	const {searchParams} = url;
	const endpoint = searchParams.get('endpoint') ?? undefined;
	if (endpoint !== undefined && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) {
		throw new Error(`FILES: endpoint must be a URL that begins with https:// or http://, not "${endpoint}".`);
	}
	const prefix = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '');
	return {
		bucket,
		prefix: prefix && `${prefix}/`,
		endpoint,
		region: searchParams.get('region') ?? 'us-east-1',
		// Amazon wants the bucket in the host name, nearly everybody else in the path.
		pathStyle: (searchParams.get('pathStyle') ?? String(endpoint !== undefined)) === 'true',
	};
}
