/** A call that can be pasted into a shell once KEY and the identifiers in its path are set (TOUR, STEP, JOB, VERSION), and FILE where a file is sent. */
export function exampleCall({
	method,
	url,
	body,
	fileType,
}: {
	method: string;
	url: string;
	body?: unknown;
	/** The media type of a body that is a file. */
	fileType?: string;
}): string {
	const lines = [`curl ${method === 'GET' || (method === 'POST' && (body || fileType)) ? '' : `-X ${method} `}"${withVariables(url)}"`];
	lines.push('-H "Authorization: Bearer $KEY"');
	if (body) {
		const json = JSON.stringify(body, null, 2).replaceAll("'", "'\\''").replaceAll('\n', '\n  ');
		lines.push('-H "Content-Type: application/json"', `-d '${json}'`);
	}
	if (fileType) lines.push(`-H "Content-Type: ${fileType}"`, '--data-binary "@$FILE"');
	return lines.join(' \\\n  ');
}

/** `/tours/{id}/steps/{stepId}` as `/tours/$TOUR/steps/$STEP`. */
function withVariables(url: string): string {
	return url
		.replace('/documents/{key}', '/documents/$TOUR')
		.replace('/media/{mediaId}', '/media/$MEDIA')
		.replaceAll(/([a-z]+)s\/\{\w+\}/g, (_, resource: string) => `${resource}s/$${resource.toUpperCase()}`);
}
